import './servers.css';
import type { Customization, ServerReport } from '@loggia/protocol';
import { Box, Plug, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import { AddServer } from './add/add-server.tsx';
import { PluginDetail } from './plugins/plugin-detail.tsx';
import { DeliveriesLink } from './deliveries-link.tsx';
import { PlacePicker } from './place-picker.tsx';
import { ServerDetail } from './server-detail.tsx';
import { ServerList } from './server-list.tsx';
import { useHasRoom } from './use-has-room.ts';
import { useServers, type Place, type Servers } from './use-servers.ts';

const AddPlugin = lazy(async () => ({ default: (await import('./plugins/add-plugin.tsx')).AddPlugin }));

/** In pixels: the list, and details that can be read. */
const roomForBoth = 660;

/** Every server that the workspace or the host has, and what can be done with it. */
export function ServersPage({
  workspace,
  server,
}: {
  readonly workspace: string;
  readonly server: string | undefined;
}) {
  const host = useHost();
  const [place, setPlace] = useState<Place>({ kind: 'workspace' });
  const [isAdding, setAdding] = useState(false);
  const [isAddingPlugin, setAddingPlugin] = useState(false);
  const [page, hasRoom] = useHasRoom(roomForBoth);
  const isNarrow = !hasRoom;
  const servers = useServers(workspace, place);
  const chosen = chosenIn(servers, server);
  const restartAll = async (): Promise<void> => {
    const failed = servers.reports.filter(({ state, enabled }) => enabled && state.kind === 'error');
    for (const { id } of failed) {
      await host.ask('x-loggia/restartServer', { server: id, ...servers.scope });
    }
    tell(failed.length === 0 ? 'No server has failed.' : `Started ${failed.length} again.`);
    servers.again();
  };
  useCommands([
    { id: 'servers.add', title: 'Add a server…', group: 'Servers', keys: 'N', run: () => setAdding(true) },
    {
      id: 'servers.add-plugin',
      title: 'Add a plugin…',
      group: 'Servers',
      run: () => setAddingPlugin(true),
    },
    {
      id: 'servers.restart-failed',
      title: 'Restart failed servers',
      group: 'Servers',
      run: () => attempt(restartAll()),
    },
  ]);
  const showsList = !isNarrow || chosen === undefined;
  return (
    <div ref={page} className="servers" data-narrow={isNarrow}>
      {showsList && (
        <section className="servers-list scroll-area" aria-label="Servers and plugins">
          <header className="servers-head">
            <h1>Servers</h1>
            <Button icon={<Box />} aria-label="Add a plugin…" onClick={() => setAddingPlugin(true)}>
              Plugin…
            </Button>
            <Button kind="primary" icon={<Plus />} onClick={() => setAdding(true)}>
              Add
            </Button>
          </header>
          <PlacePicker workspace={workspace} place={place} onChange={setPlace} />
          {servers.error && <Failure error={servers.error} retry={servers.again} />}
          {servers.isLoading ? (
            <Loading />
          ) : (
            <ServerList servers={servers} chosen={chosen?.id} onAdd={() => setAdding(true)} />
          )}
          <DeliveriesLink workspace={workspace} />
        </section>
      )}
      {(!isNarrow || chosen !== undefined) && (
        <section className="servers-detail scroll-area" aria-label="Details">
          {!showsList && <h1 className="unseen">Servers</h1>}
          <Detail key={chosen?.id} chosen={chosen} servers={servers} />
        </section>
      )}
      <AddServer
        open={isAdding}
        workspace={workspace}
        reports={servers.reports}
        onClose={() => setAdding(false)}
        onAdded={(id) => {
          setAdding(false);
          servers.again();
          navigate({ page: 'servers', server: id });
        }}
      />
      {isAddingPlugin && (
        <Suspense fallback={null}>
          <AddPlugin
            onClose={() => setAddingPlugin(false)}
            onAdded={(id) => {
              setAddingPlugin(false);
              servers.again();
              navigate({ page: 'servers', server: id });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

type Chosen =
  | { readonly kind: 'server'; readonly id: string; readonly report: ServerReport }
  | { readonly kind: 'container'; readonly id: string; readonly entry: Customization };

function chosenIn({ reports, customizations }: Servers, id: string | undefined): Chosen | undefined {
  const report = reports.find((one) => one.id === id);
  if (report) return { kind: 'server', id: report.id, report };
  const entry = customizations.find((one) => one.id === id);
  return entry && entry.type !== 'mcpServer' ? { kind: 'container', id: entry.id, entry } : undefined;
}

function Detail({ chosen, servers }: { readonly chosen: Chosen | undefined; readonly servers: Servers }) {
  if (chosen?.kind === 'server') return <ServerDetail report={chosen.report} servers={servers} />;
  if (chosen?.kind === 'container') return <PluginDetail entry={chosen.entry} servers={servers} />;
  return (
    <Empty icon={<Plug />} title="Choose a server">
      Its tools, resources, log and health appear here.
    </Empty>
  );
}

function Loading() {
  return (
    <div className="servers-loading">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} style={{ height: 52 }} />
      ))}
    </div>
  );
}
