import { Copy } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { attempt, tell } from '../ui/toast-queue.ts';

/** The facts to include in a request for help. */
export function About() {
  const { client } = useHost();
  const status = useReadable(client.status);
  const info = client.host?.serverInfo;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Host', [info?.title ?? info?.name, info?.version].filter(Boolean).join(' ') || undefined],
    ['Address', location.origin],
    ['Connection', status.phase],
    ['Protocol', client.version],
    ['This tab', client.clientId],
    ['Sandboxes', sandboxWords(location.hostname)],
    ['Browser', navigator.userAgent],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  return (
    <>
      <dl className="settings-facts">
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        icon={<Copy />}
        onClick={() => {
          const text = known.map(([label, value]) => `${label}: ${value}`).join('\n');
          attempt(copyText(text).then(() => tell('Copied.')));
        }}
      >
        Copy
      </Button>
    </>
  );
}

/** Which of the two a View gets is said when it is opened; here is what to expect. */
function sandboxWords(hostname: string): string {
  return /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
    ? 'Each View has its own origin.'
    : 'Each View has its own origin if the host has a wildcard name. Otherwise, Views share one without storage.';
}
