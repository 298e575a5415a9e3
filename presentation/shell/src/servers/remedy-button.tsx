import type { Remedy, ServerReport } from '@loggia/protocol';
import { FileText, Play, RotateCw, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { attempt } from '../ui/toasts.tsx';
import type { Servers } from './use-servers.ts';

/** The way to what would help. A sign-in has its button at the top of the page already. */
export function RemedyButton({
  remedy,
  report,
  servers,
  onLog,
  onDone,
}: {
  readonly remedy: Remedy;
  readonly report: ServerReport;
  readonly servers: Servers;
  onLog(): void;
  onDone(): void;
}) {
  const host = useHost();
  const [isBusy, setBusy] = useState(false);
  const run = (command: 'x-loggia/startServer' | 'x-loggia/restartServer'): void => {
    setBusy(true);
    const work = host
      .ask(command, { server: report.id, ...servers.scope })
      .then(() => servers.again())
      .finally(() => {
        setBusy(false);
        onDone();
      });
    attempt(work);
  };
  switch (remedy.kind) {
    case 'start':
      return (
        <Button size="small" icon={<Play />} disabled={isBusy} onClick={() => run('x-loggia/startServer')}>
          {isBusy ? 'Starting…' : 'Start'}
        </Button>
      );
    case 'restart':
      return (
        <Button
          size="small"
          icon={<RotateCw />}
          disabled={isBusy}
          onClick={() => run('x-loggia/restartServer')}
        >
          {isBusy ? 'Starting…' : 'Start again'}
        </Button>
      );
    case 'readLog':
      return (
        <Button size="small" icon={<FileText />} onClick={onLog}>
          Show the log
        </Button>
      );
    case 'trust':
      return <TrustLink report={report} servers={servers} />;
    default:
      return null;
  }
}

/** To the page that says what would run, and lets one decide. */
export function TrustLink({ report, servers }: { readonly report: ServerReport; readonly servers: Servers }) {
  const holder = servers.customizations.find(
    (entry) => 'children' in entry && entry.children?.some(({ id }) => id === report.id),
  );
  if (!holder) return null;
  return (
    <Button
      size="small"
      icon={<ShieldQuestion />}
      onClick={() => navigate({ page: 'servers', server: holder.id })}
    >
      See what would run, and decide
    </Button>
  );
}
