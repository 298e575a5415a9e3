import type { Hit, LibraryState, SessionSummary, WorkspaceState } from '@loggia/protocol';
import { workspaceOf } from '@loggia/protocol';
import { chordsOf, type ShellCommand } from '../commands/command-registry.ts';
import type { Route } from '../navigation/route.ts';
import type { TextPart } from './fuzzy.ts';

/** The effect of choosing an entry. */
export type PaletteTarget =
  | { readonly to: 'command'; readonly command: string }
  | { readonly to: 'route'; readonly route: Route }
  | {
      readonly to: 'artifact';
      readonly workspace: string;
      readonly artifact: string;
      readonly title: string;
    };

export type EntryKind =
  | 'command'
  | 'place'
  | 'workspace'
  | 'collection'
  | 'session'
  | 'server'
  | 'artifact'
  | 'message'
  | 'search';

/** One line of the palette. */
export interface PaletteEntry {
  /** Stable, so that recent ones are known again. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly group: string;
  readonly title: string;
  /** The location, or the matching text. */
  readonly detail?: string | readonly TextPart[];
  /** Other words that find it. */
  readonly keywords?: string;
  readonly chord?: string;
  /** The type of an artifact, for its icon. */
  readonly type?: string;
  readonly target: PaletteTarget;
}

export function commandEntries(commands: readonly ShellCommand[]): readonly PaletteEntry[] {
  return commands
    .filter(({ hidden }) => hidden !== true)
    .map((command) => {
      const [chord] = chordsOf(command);
      return {
        id: `command ${command.id}`,
        kind: command.id.startsWith('go.') ? 'place' : 'command',
        group: command.group,
        title: command.title,
        keywords: [command.group, command.keywords].filter(Boolean).join(' '),
        ...(chord !== undefined && { chord }),
        target: { to: 'command', command: command.id },
      };
    });
}

export function libraryEntries(
  library: LibraryState | undefined,
  current: string | undefined,
): readonly PaletteEntry[] {
  const { workspaces = [], collections = [] } = library ?? {};
  return [
    ...workspaces
      .filter(({ id }) => id !== current)
      .map(({ id, title }): PaletteEntry => ({
        id: `workspace ${id}`,
        kind: 'workspace',
        group: 'Workspaces',
        title,
        keywords: 'workspace desk',
        target: { to: 'route', route: { page: 'desk', workspace: id } },
      })),
    ...collections.map(({ id, title, count }): PaletteEntry => ({
      id: `collection ${id}`,
      kind: 'collection',
      group: 'Collections',
      title,
      detail: count === 1 ? '1 artifact' : `${count} artifacts`,
      keywords: 'collection',
      target: { to: 'route', route: { page: 'collections', collection: id } },
    })),
  ];
}

/** The artifacts that the workspace shows anyway, so that names are found before the host has been asked. */
export function artifactEntries(workspace: WorkspaceState | undefined): readonly PaletteEntry[] {
  return (workspace?.artifacts ?? []).map(({ id, workspace: home, title, type }) => {
    const label = workspace?.types.find(({ mime }) => mime === type)?.label ?? type;
    return {
      id: `artifact ${id}`,
      kind: 'artifact',
      group: 'Artifacts',
      title,
      detail: label,
      keywords: label,
      type,
      target: { to: 'artifact', workspace: home, artifact: id, title },
    };
  });
}

export function sessionEntries(sessions: readonly SessionSummary[]): readonly PaletteEntry[] {
  return sessions.map((session) => ({
    id: `session ${session.resource}`,
    kind: 'session',
    group: 'Sessions',
    title: session.title.trim() === '' ? 'Untitled session' : session.title,
    ...(session.project && { detail: session.project.displayName }),
    keywords: 'session chat conversation',
    target: { to: 'route', route: sessionRoute(session.resource, sessions) },
  }));
}

export function serverEntries(
  servers: readonly { readonly id: string; readonly name: string; readonly title?: string | undefined }[],
): readonly PaletteEntry[] {
  return servers.map(({ id, name, title }) => ({
    id: `server ${id}`,
    kind: 'server',
    group: 'Servers',
    title: title ?? name,
    ...(title !== undefined && title !== name && { detail: name }),
    keywords: `server ${name}`,
    target: { to: 'route', route: { page: 'servers', server: id } },
  }));
}

/** The host's results, without those that the palette already lists by name. */
export function hitEntries(
  hits: readonly Hit[],
  shown: ReadonlySet<string>,
  sessions: readonly SessionSummary[],
): readonly PaletteEntry[] {
  return hits.flatMap((hit): readonly PaletteEntry[] => {
    if (hit.kind === 'artifact') {
      const { id, workspace, title, type } = hit.artifact;
      if (shown.has(`artifact ${id}`)) return [];
      return [
        {
          id: `artifact ${id}`,
          kind: 'artifact',
          group: 'Found in artifacts',
          title,
          detail: hit.snippet,
          type,
          target: { to: 'artifact', workspace, artifact: id, title },
        },
      ];
    }
    if (hit.kind !== 'message') return [];
    const route: Route = {
      ...sessionRoute(hit.session, sessions),
      page: 'session',
      chat: hit.chat,
      turn: hit.turn,
    };
    return [
      {
        id: `message ${hit.chat} ${hit.turn}`,
        kind: 'message',
        group: 'Found in conversations',
        title: hit.title.map(({ text }) => text).join('') || 'Untitled session',
        detail: hit.snippet,
        target: { to: 'route', route },
      },
    ];
  });
}

export function searchEntry(query: string): PaletteEntry {
  const wanted = query.trim();
  return {
    id: 'search',
    kind: 'search',
    group: 'Search',
    title: `Search everything for “${wanted}”`,
    target: { to: 'route', route: { page: 'search', query: wanted } },
  };
}

/** A session opens in the workspace that it belongs to. */
export function sessionRoute(session: string, known: readonly SessionSummary[]): Route {
  const project = known.find(({ resource }) => resource === session)?.project?.uri;
  const workspace = project === undefined ? undefined : workspaceOf(project);
  return { page: 'session', session, ...(workspace !== undefined && { workspace }) };
}
