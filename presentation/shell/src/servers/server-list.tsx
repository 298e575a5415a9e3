import type { Customization, ServerReport } from '@loggia/protocol';
import { Box, FolderCog, Plug, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { formatRoute } from '../navigation/route.ts';
import { useRoute } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty } from '../ui/states.tsx';
import { trustOf } from './plugins/trust.ts';
import { addedWords, stateTone, stateWord } from './server-words.ts';
import { isSwitchedOn, type Servers } from './use-servers.ts';
import { useWorkspaceTitles } from './use-workspace-titles.ts';
import { asName } from '../ui/foreign-words.ts';

interface Group {
  readonly id: string;
  readonly title: string;
  readonly entry?: Customization;
  readonly reports: readonly ServerReport[];
}

export function ServerList({
  servers,
  chosen,
  onAdd,
}: {
  readonly servers: Servers;
  readonly chosen: string | undefined;
  onAdd(): void;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const matches = ({ name, title = '' }: ServerReport): boolean =>
    `${name} ${title}`.toLowerCase().includes(wanted);
  const titles = useWorkspaceTitles();
  const groups = groupsOf(servers, titles)
    .map((group) => ({ ...group, reports: group.reports.filter(matches) }))
    .filter(({ reports, entry }) => reports.length > 0 || (entry !== undefined && wanted === ''));
  if (servers.reports.length === 0 && servers.customizations.length === 0) {
    return (
      <Empty
        icon={<Plug />}
        title="No servers yet"
        actions={
          <Button kind="primary" icon={<Plus />} onClick={onAdd}>
            Add a server
          </Button>
        }
      >
        Servers bring tools and Views. Add one by its command or address, or from a file.
      </Empty>
    );
  }
  return (
    <>
      <label className="servers-search">
        <Search aria-hidden />
        <span className="unseen">Find a server</span>
        <input
          className="input"
          type="search"
          placeholder="Find a server"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {groups.length === 0 && <p className="servers-hint">No matching servers.</p>}
      {groups.map((group) => (
        <div key={group.id} className="servers-group">
          {group.entry ? (
            <ContainerRow entry={group.entry} isChosen={group.id === chosen} />
          ) : (
            <h2 className="servers-group-title">{group.title}</h2>
          )}
          <ul>
            {group.reports.map((report) => (
              <li key={report.id}>
                <ServerRow
                  report={report}
                  isOn={isSwitchedOn(servers.customizations, report.id) && report.enabled}
                  isChosen={report.id === chosen}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Groups by the tree if there is one, otherwise by who declared the server. */
function groupsOf(
  { workspace, reports, customizations }: Servers,
  titles: ReadonlyMap<string, string>,
): readonly Group[] {
  const containers = customizations.filter((entry) => entry.type !== 'mcpServer');
  const inside = new Map<string, Group>();
  for (const entry of containers) {
    const ids = new Set((('children' in entry && entry.children) || []).map(({ id }) => id));
    const own = reports.filter(({ id }) => ids.has(id));
    inside.set(entry.id, { id: entry.id, title: entry.name, entry, reports: own });
  }
  const shown = new Set([...inside.values()].flatMap((group) => group.reports.map(({ id }) => id)));
  const loose = reports.filter(({ id }) => !shown.has(id));
  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['From the host’s configuration', ['host']],
    ['From plugins', ['plugin', 'client']],
    ['From folders', ['workspace']],
  ];
  const groups = kinds.map(([title, of]) => ({
    id: title,
    title,
    reports: loose.filter(({ source }) => of.includes(source.kind)),
  }));
  const added = loose.filter(({ source }) => source.kind === 'added');
  // Its own first, then those of all workspaces, then, for the host, those of the others.
  const owners = [...new Set([workspace, undefined, ...added.map(({ source }) => source.workspace)])];
  const addedTo = owners.map((owner) => ({
    id: `added ${owner ?? ''}`,
    title: owner === workspace ? 'Added to this workspace' : addedWords(owner, titles),
    reports: added.filter(({ source }) => source.workspace === owner),
  }));
  return [...addedTo, ...groups, ...inside.values()];
}

function ServerRow({
  report,
  isOn,
  isChosen,
}: {
  readonly report: ServerReport;
  readonly isOn: boolean;
  readonly isChosen: boolean;
}) {
  const route = useRoute();
  const standing = { ...report, enabled: isOn };
  const { tools } = report;
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its name is inside
    <a
      className="servers-row"
      href={formatRoute({
        page: 'servers',
        ...(route.workspace && { workspace: route.workspace }),
        server: report.id,
      })}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="servers-dot" data-tone={stateTone(standing)} aria-hidden />
      <span className="servers-row-words">
        <span className="servers-row-name">{asName(report.name)}</span>
        <span className="servers-row-state">
          {stateWord(standing)}
          {report.state.kind === 'ready' && tools !== undefined && isOn
            ? ` · ${tools} ${tools === 1 ? 'tool' : 'tools'}`
            : ''}
        </span>
      </span>
    </a>
  );
}

function ContainerRow({ entry, isChosen }: { readonly entry: Customization; readonly isChosen: boolean }) {
  const route = useRoute();
  const trust = trustOf(entry);
  const load = 'load' in entry ? entry.load?.kind : undefined;
  return (
    <a
      className="servers-row servers-container"
      href={formatRoute({
        page: 'servers',
        ...(route.workspace && { workspace: route.workspace }),
        server: entry.id,
      })}
      aria-current={isChosen ? 'true' : undefined}
    >
      {entry.type === 'plugin' ? <Box aria-hidden /> : <FolderCog aria-hidden />}
      <span className="servers-row-words">
        <span className="servers-row-name">{asName(entry.name)}</span>
      </span>
      {trust?.decision === 'undecided' && <Badge tone="warning">Decide</Badge>}
      {trust?.decision === 'denied' && <Badge>Not trusted</Badge>}
      {trust?.decision !== 'undecided' && load === 'error' && <Badge tone="danger">Problem</Badge>}
    </a>
  );
}
