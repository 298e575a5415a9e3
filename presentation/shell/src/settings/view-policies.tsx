import type { ViewConsent, ViewPolicy } from '@loggia/protocol';
import { workspaceUri } from '@loggia/protocol';
import { AppWindow } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Switch } from '../ui/switch.tsx';
import { Badge, Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { Setting } from './setting.tsx';
import { serversWithViews, type ServerWithViews } from './servers-with-views.ts';
import { asName } from '../ui/foreign-words.ts';

type Loosening = ViewPolicy['loosen'][number];

interface PolicyChange {
  readonly loosen?: Loosening[];
  readonly consent?: ViewConsent;
  readonly tools?: 'offer' | 'withhold';
}

const loosenings: readonly { readonly id: Loosening; readonly title: string; readonly help: string }[] = [
  {
    id: 'unsafe-eval',
    title: 'Allow eval()',
    help: 'Some graphics libraries need it. Injected text can then run as code in the View.',
  },
  {
    id: 'wasm-unsafe-eval',
    title: 'Run WebAssembly',
    help: 'For Views that include compiled code, which can’t be inspected.',
  },
  {
    id: 'blob:',
    title: 'Allow blob: URLs',
    help: 'For workers and downloads that a View builds itself. It can run code that no server sent.',
  },
  {
    id: 'data:',
    title: 'Allow data: URLs',
    help: 'For scripts and pages embedded in a URL. It can run code that no server sent.',
  },
  {
    id: 'stable-origin',
    title: 'Keep its origin',
    help: 'For Views that declare a domain. They find what they stored when you open them again. Copies of the same View that are open at once can reach each other.',
  },
];

const consents: readonly {
  readonly id: 'message' | 'openLink' | 'download';
  readonly title: string;
  readonly help: string;
}[] = [
  {
    id: 'message',
    title: 'Send messages',
    help: 'Messages that a View sends to the agent, shown as the View’s own.',
  },
  { id: 'openLink', title: 'Open links', help: 'A new tab with an https address.' },
  { id: 'download', title: 'Download files', help: 'Files that a View saves through this browser.' },
];

/** The actions that each server's Views may take without asking, and permissions that no declaration can request. */
export function ViewPolicies({
  workspace,
  server: shown,
}: {
  readonly workspace: string;
  /** The server to show at once. */
  readonly server: string | undefined;
}) {
  const policies = useAnswer('x-loggia/listViewPolicies', {});
  const templates = useAnswer('x-loggia/listTemplates', {});
  const reports = useAnswer('x-loggia/listServers', { session: workspaceUri(workspace) });
  const error = policies.error ?? templates.error;
  if (error) {
    return (
      <Failure
        error={error}
        retry={() => {
          policies.again();
          templates.again();
        }}
      />
    );
  }
  if (policies.value === undefined || templates.value === undefined)
    return <Skeleton style={{ height: 200 }} />;
  const servers = serversWithViews(
    policies.value.policies,
    templates.value.templates,
    reports.value?.servers ?? [],
  );
  if (servers.length === 0) {
    return (
      <Empty icon={<AppWindow />} title="No Views yet">
        Once a server has shown a View, its permissions appear here.
      </Empty>
    );
  }
  return (
    <>
      <p className="settings-lead">
        Views run in a sandbox that reaches only what their template declares. Your decisions apply to all
        Views of a server, in every browser.
      </p>
      {servers.map((server) => (
        <ServerPolicy
          // A new one is open from the start.
          key={server.id === shown ? `${server.id} shown` : server.id}
          server={server}
          isShown={server.id === shown}
          onChanged={policies.again}
        />
      ))}
    </>
  );
}

function ServerPolicy({
  server,
  isShown,
  onChanged,
}: {
  readonly server: ServerWithViews;
  readonly isShown: boolean;
  onChanged(): void;
}) {
  const host = useHost();
  const { loosen, consent, tools } = server;
  const [isOpen, setOpen] = useState(isShown || loosen.length > 0);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isShown) return;
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus({ preventScroll: true });
  }, [isShown]);
  const change = async (part: PolicyChange): Promise<void> => {
    await host.ask('x-loggia/setViewPolicy', { server: server.id, ...part });
    onChanged();
    const later = part.loosen ? ' Open Views change when you reopen them.' : '';
    tell(`Saved for “${server.name}”.${later}`);
  };
  const save = (part: PolicyChange): void => attempt(change(part));
  return (
    <details
      className="settings-server"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary ref={summary}>
        <span>{asName(server.name)}</span>
        {loosen.length > 0 && <Badge tone="warning">Relaxed</Badge>}
      </summary>
      <div className="settings-list">
        <h3>Without asking each time</h3>
        {consents.map(({ id, title, help }) => (
          <Setting key={id} title={title} help={help}>
            <select
              className="input"
              aria-label={`${title}, ${server.name}`}
              value={consent[id] ?? 'ask'}
              onChange={(event) => save({ consent: { ...consent, [id]: event.target.value as 'ask' } })}
            >
              <option value="ask">Ask each time</option>
              <option value="allow">Always allow</option>
              <option value="deny">Never</option>
            </select>
          </Setting>
        ))}
        <h3>Agents</h3>
        <Setting
          title="Offer tools to agents"
          help="Tools that a View in a conversation offers while it is open. You confirm their calls."
        >
          <Switch
            label={`Offer tools to agents, ${server.name}`}
            checked={tools !== 'withhold'}
            onChange={(on) => save({ tools: on ? 'offer' : 'withhold' })}
          />
        </Setting>
        <h3>Relax the sandbox</h3>
        {loosen.length > 0 && (
          <Note tone="warning">
            Only for servers whose authors you trust: each of these makes their Views easier to abuse.
          </Note>
        )}
        {loosenings.map(({ id, title, help }) => (
          <Setting key={id} title={title} help={help}>
            <Switch
              label={`${title}, ${server.name}`}
              checked={loosen.includes(id)}
              onChange={(on) => save({ loosen: on ? [...loosen, id] : loosen.filter((one) => one !== id) })}
            />
          </Setting>
        ))}
      </div>
    </details>
  );
}
