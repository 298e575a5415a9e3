import type { ServerReport } from '@loggia/protocol';
import { Ellipsis, Pencil, Play, RotateCw, Square } from 'lucide-react';
import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { confirm } from '../ui/question-queue.ts';
import { Menu } from '../ui/menu.tsx';
import { Badge, Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { AboutServer } from './about-server.tsx';
import { AllServersLink } from './all-servers-link.tsx';
import { EditServer } from './edit/edit-server.tsx';
import { EnablementControl, HostEnablement } from './enablement-control.tsx';
import { GrantButton } from './grant-button.tsx';
import { ApprovalButton } from './remedy-button.tsx';
import { ServerHealth } from './server-health.tsx';
import { ServerLog } from './server-log.tsx';
import { ResourceTemplates } from './resource-templates.tsx';
import { ServerPrompts } from './server-prompts.tsx';
import { ServerResources } from './server-resources.tsx';
import { shownTransport, stateReason, stateTone, stateWord, transportWords } from './server-words.ts';
import { unrevokedWords } from './sign-in/sign-out-words.ts';
import { useSignIns } from './sign-in/use-sign-ins.ts';
import { ToolList } from './tool-list.tsx';
import { isSwitchedOn, serversIn, type Servers } from './use-servers.ts';
import { asName } from '../ui/foreign-words.ts';

export function ServerDetail({
  report,
  servers,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
}) {
  const customization = serversIn(servers.customizations).find(({ id }) => id === report.id);
  const enabled = report.enabled && isSwitchedOn(servers.customizations, report.id);
  const standing = { ...report, enabled };
  const reason = stateReason(standing);
  const { state } = report;
  const [tab, setTab] = useState<unknown>('tools');
  const [isEditing, setEditing] = useState(false);
  return (
    <article className="server">
      <header className="server-head">
        <AllServersLink />
        <div className="server-title">
          <h2>{asName(report.name)}</h2>
          <Badge tone={stateTone(standing) ?? 'accent'}>{stateWord(standing)}</Badge>
          <ServerActions report={report} servers={servers} isOn={enabled} onEdit={() => setEditing(true)} />
        </div>
        <p className="server-where">
          {report.title === undefined
            ? shownTransport(report)
            : asName([report.title, report.version].filter(Boolean).join(' '))}
        </p>
        {customization && <EnablementControl entry={customization} servers={servers} />}
        {servers.place === 'host' && <HostEnablement report={report} servers={servers} />}
      </header>
      {state.kind === 'authRequired' && enabled && report.trusted ? (
        <GrantButton
          challenge={state}
          serverName={report.name}
          server={report.id}
          channel={servers.channel}
        />
      ) : (
        reason !== undefined && (
          <Note
            tone={state.kind === 'error' && enabled ? 'danger' : report.trusted ? 'info' : 'warning'}
            actions={
              report.trusted ? (
                state.kind === 'error' &&
                isEditable(report) && (
                  <Button size="small" icon={<Pencil />} onClick={() => setEditing(true)}>
                    Edit server
                  </Button>
                )
              ) : (
                <ApprovalButton report={report} servers={servers} />
              )
            }
          >
            {reason}
            {state.kind === 'starting' && report.installing?.said !== undefined && (
              <code className="server-said">{asName(report.installing.said)}</code>
            )}
          </Note>
        )
      )}
      <Tabs.Root value={tab} onValueChange={setTab} className="server-tabs">
        <Tabs.List className="server-tab-list" aria-label={report.name}>
          <Tabs.Tab value="tools">Tools</Tabs.Tab>
          <Tabs.Tab value="prompts">Prompts</Tabs.Tab>
          <Tabs.Tab value="resources">Resources</Tabs.Tab>
          <Tabs.Tab value="templates">Templates</Tabs.Tab>
          <Tabs.Tab value="log">Log</Tabs.Tab>
          <Tabs.Tab value="health">Health</Tabs.Tab>
          <Tabs.Tab value="about">About</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tools" className="server-panel">
          <ToolList report={report} servers={servers} isOn={enabled} />
        </Tabs.Panel>
        <Tabs.Panel value="prompts" className="server-panel">
          <ServerPrompts report={report} servers={servers} />
        </Tabs.Panel>
        <Tabs.Panel value="templates" className="server-panel">
          <ResourceTemplates report={report} customization={customization} />
        </Tabs.Panel>
        <Tabs.Panel value="resources" className="server-panel">
          <ServerResources report={report} customization={customization} place={servers.place} />
        </Tabs.Panel>
        <Tabs.Panel value="log" className="server-panel">
          <ServerLog report={report} servers={servers} />
        </Tabs.Panel>
        <Tabs.Panel value="health" className="server-panel">
          <ServerHealth report={report} servers={servers} onLog={() => setTab('log')} />
        </Tabs.Panel>
        <Tabs.Panel value="about" className="server-panel">
          <AboutServer report={report} />
        </Tabs.Panel>
      </Tabs.Root>
      {isEditing && (
        <EditServer
          report={report}
          taken={servers.reports.filter(({ id }) => id !== report.id).map(({ name }) => name)}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            servers.again();
          }}
        />
      )}
    </article>
  );
}

/** Only definitions stored by the host itself can be edited: others belong to a file or an artifact. */
function isEditable({ source }: ServerReport): boolean {
  return source.kind === 'added' && source.artifact === undefined;
}

type Doing = 'start' | 'stop' | 'restart';

function ServerActions({
  report,
  servers,
  isOn,
  onEdit,
}: {
  readonly report: ServerReport;
  readonly servers: Servers;
  readonly isOn: boolean;
  onEdit(): void;
}) {
  const host = useHost();
  const { signIns } = useSignIns();
  const [doing, setDoing] = useState<Doing>();
  const { id, name, state, trusted, source } = report;
  const act = (what: Doing): void => {
    setDoing(what);
    const command = `x-loggia/${what}Server` as const;
    const work = host
      .ask(command, { server: id, ...servers.scope })
      .then(() => servers.again())
      .finally(() => setDoing(undefined));
    attempt(work);
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Remove “${name}”?`,
      text: `It is removed from ${source.workspace === undefined ? 'every workspace and session' : 'its workspace and the sessions there'}, its settings are deleted, and you are signed out of it.`,
      action: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    const { transport } = report;
    const { unrevoked } = transport.kind === 'stdio' ? {} : await signIns.signOut(id, transport.url);
    await host.ask('x-loggia/removeServer', { server: id });
    tell(`Removed “${name}”.${unrevoked ? ` ${unrevokedWords}` : ''}`);
    navigate({ page: 'servers' });
    servers.again();
  };
  const runs = state.kind === 'ready' || state.kind === 'starting' || state.kind === 'authRequired';
  const isInstalling = state.kind === 'starting' && report.installing !== undefined;
  const canRun = isOn && trusted && doing === undefined;
  return (
    <div className="server-actions">
      {runs ? (
        <>
          <Button icon={<RotateCw />} disabled={!canRun} onClick={() => act('restart')}>
            {doing === 'restart' ? 'Restarting…' : 'Restart'}
          </Button>
          <Button icon={<Square />} disabled={doing !== undefined} onClick={() => act('stop')}>
            {doing === 'stop' ? 'Stopping…' : isInstalling ? 'Cancel installation' : 'Stop'}
          </Button>
        </>
      ) : (
        <Button kind="primary" icon={<Play />} disabled={!canRun} onClick={() => act('start')}>
          {doing === 'start' ? 'Starting…' : 'Start'}
        </Button>
      )}
      <Menu
        trigger={<IconButton label={`More for ${asName(name)}`} icon={<Ellipsis />} />}
        parts={[
          {
            id: 'edit',
            label: 'Edit server…',
            disabled: !isEditable(report),
            ...(!isEditable(report) && { hint: 'not added here' }),
            run: onEdit,
          },
          {
            id: 'copy',
            label: report.transport.kind === 'stdio' ? 'Copy the command' : 'Copy the address',
            run: () => attempt(copyText(transportWords(report)).then(() => tell('Copied.'))),
          },
          {
            id: 'audit',
            label: 'Show the audit',
            run: () => navigate({ page: 'audit' }),
          },
          { separator: true },
          {
            id: 'remove',
            label: 'Remove…',
            tone: 'danger',
            disabled: source.kind !== 'added',
            ...(source.kind !== 'added' && { hint: 'not added here' }),
            run: () => attempt(remove()),
          },
        ]}
      />
    </div>
  );
}
