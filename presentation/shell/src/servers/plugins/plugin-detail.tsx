import type { ChildCustomization, Customization } from '@loggia/protocol';
import { Bot, FileText, Plug, ScrollText, Sparkles, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { formatRoute } from '../../navigation/route.ts';
import { useRoute } from '../../navigation/use-route.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Note } from '../../ui/states.tsx';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { askApproval } from '../approval/ask-approval.ts';
import { AllServersLink } from '../all-servers-link.tsx';
import { isOn } from '../enablement.ts';
import { EnablementControl, useSwitch } from '../enablement-control.tsx';
import { shownTransport } from '../server-words.ts';
import { Switch } from '../../ui/switch.tsx';
import type { Servers } from '../use-servers.ts';
import { PluginActions, useAddedPlugin } from './plugin-actions.tsx';
import { originWords } from './plugin-words.ts';
import { trustOf, type Trust } from './trust.ts';

type Container = Customization;

/** A plugin, or a folder of the workspace: its contents, whether it may run, and what is turned on. */
export function PluginDetail({ entry, servers }: { readonly entry: Container; readonly servers: Servers }) {
  const trust = trustOf(entry);
  const { plugin: added, again } = useAddedPlugin(entry.id);
  const children = 'children' in entry ? entry.children : undefined;
  const load = 'load' in entry ? entry.load : undefined;
  return (
    <article className="server">
      <header className="server-head">
        <AllServersLink />
        <div className="server-title">
          <h2>{entry.name}</h2>
          <Badge>{entry.type === 'plugin' ? 'Plugin' : 'Folder'}</Badge>
          {entry.type === 'plugin' && entry.version !== undefined && <Badge>{entry.version}</Badge>}
        </div>
        <p className="server-where">{entry.uri}</p>
        {entry.type === 'plugin' && <EnablementControl entry={entry} servers={servers} />}
        {added && <PluginActions plugin={added} servers={servers} onUpdated={again} />}
      </header>
      {trust && (
        <TrustPanel
          trust={trust}
          from={added ? originWords(added.from) : trust.source}
          maker={
            added && added.from.kind !== 'folder'
              ? 'Its author controls'
              : 'Everyone who can write there controls'
          }
          entry={entry}
          servers={servers}
        />
      )}
      {load?.kind === 'error' && <Note tone="danger">{lines(load.message)}</Note>}
      {load?.kind === 'degraded' && (trust === undefined || trust.decision === 'trusted') && (
        <Note tone="warning">{lines(load.message)}</Note>
      )}
      {load?.kind === 'loading' && <Note tone="info">Loading…</Note>}
      <h3 className="server-section-title">Contents</h3>
      {children === undefined ? (
        <p className="servers-hint">Not loaded yet.</p>
      ) : children.length === 0 ? (
        <p className="servers-hint">Nothing usable.</p>
      ) : (
        <ul className="plugin-children">
          {children.map((child) => (
            <ChildRow key={child.id} child={child} servers={servers} />
          ))}
        </ul>
      )}
    </article>
  );
}

function lines(text: string): ReactNode {
  return [...new Set(text.split('\n'))].map((line) => <p key={line}>{line}</p>);
}

function TrustPanel({
  trust,
  from,
  maker,
  entry,
  servers,
}: {
  readonly trust: Trust;
  /** Where it comes from, in words. */
  readonly from: string;
  /** The subject of the sentence that says who decides what it does. */
  readonly maker: string;
  readonly entry: Container;
  readonly servers: Servers;
}) {
  const host = useHost();
  const ids = new Set((('children' in entry && entry.children) || []).map(({ id }) => id));
  const programs = servers.reports.filter(({ id }) => ids.has(id));
  const review = async (): Promise<void> => {
    await askApproval(trust.source);
    servers.again();
  };
  const decide = async (decision: 'denied' | 'undecided'): Promise<void> => {
    await host.ask('x-loggia/setTrust', { source: trust.source, decision });
    servers.again();
    // Trusting it again requires a review of its current contents.
    const action = { label: 'Review', run: () => attempt(review()) };
    tell(decisionWords[decision], trust.decision === 'trusted' ? { action } : {});
  };
  return (
    <section className="plugin-trust" data-decision={trust.decision} aria-label="Trust">
      <h3>{trust.changed ? headings.changed : headings[trust.decision]}</h3>
      <p>
        It comes from <code>{from}</code>. {maker} what it does, with the rights of the host.
      </p>
      {programs.length > 0 && (
        <>
          <p>{programWords(trust)}</p>
          <ul className="plugin-programs">
            {programs.map((report) => (
              <li key={report.id}>
                <b>{report.name}</b> <code>{shownTransport(report)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="plugin-trust-actions">
        {trust.decision !== 'trusted' && (
          <Button kind="primary" onClick={() => attempt(review())}>
            {trust.changed ? 'Review the changes…' : 'Review and trust…'}
          </Button>
        )}
        {trust.decision !== 'denied' && (
          <Button onClick={() => attempt(decide('denied'))}>Don’t trust it</Button>
        )}
        {trust.decision !== 'undecided' && (
          <Button kind="quiet" onClick={() => attempt(decide('undecided'))}>
            Forget the decision
          </Button>
        )}
      </div>
    </section>
  );
}

const headings = {
  trusted: 'You trust this.',
  denied: 'You don’t trust this. Nothing in it runs.',
  undecided: 'Do you trust this? Nothing in it runs until you do.',
  changed: 'This has changed since you trusted it. The changes don’t run until you decide again.',
} as const;

function programWords({ decision, changed }: Trust): string {
  if (changed) return 'It declares:';
  return decision === 'trusted' ? 'It runs:' : 'If you trust it, this runs on the host:';
}

const decisionWords = {
  denied: 'Not trusted. Nothing in it runs.',
  undecided: 'Decision removed.',
} as const;

const pictures: Readonly<Record<string, ReactNode>> = {
  agent: <Bot aria-hidden />,
  skill: <Sparkles aria-hidden />,
  prompt: <ScrollText aria-hidden />,
  rule: <FileText aria-hidden />,
  hook: <Webhook aria-hidden />,
  mcpServer: <Plug aria-hidden />,
};

const kindWords: Readonly<Record<string, string>> = {
  agent: 'Agent',
  skill: 'Skill',
  prompt: 'Prompt',
  rule: 'Rule',
  hook: 'Hook',
  mcpServer: 'Server',
};

function ChildRow({ child, servers }: { readonly child: ChildCustomization; readonly servers: Servers }) {
  const route = useRoute();
  const { here, hereWords, decide } = useSwitch(servers);
  const description = 'description' in child ? child.description : undefined;
  return (
    <li className="plugin-child">
      {pictures[child.type] ?? <FileText aria-hidden />}
      <div>
        <div className="plugin-child-name">
          {child.type === 'mcpServer' ? (
            <a
              href={formatRoute({
                page: 'servers',
                ...(route.workspace && { workspace: route.workspace }),
                server: child.id,
              })}
            >
              {child.name}
            </a>
          ) : (
            child.name
          )}
          <Badge>{kindWords[child.type] ?? child.type}</Badge>
        </div>
        {description !== undefined && <p>{description}</p>}
      </div>
      <Switch
        label={`${child.name}, ${hereWords}`}
        checked={isOn(child)}
        onChange={(on) => decide(child, here, on)}
      />
    </li>
  );
}
