import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { attempt, complain } from '../ui/toast-queue.ts';
import type { TypeLookup } from '../ui/type-lookup.ts';
import {
  archiveArtifacts,
  deleteArtifacts,
  discardDraft,
  downloadArtifacts,
  duplicateArtifacts,
  purgeArtifacts,
  restoreArtifacts,
  runTypeAction,
  unarchiveArtifacts,
} from './changes.ts';
import type { ActionIcon } from './action-icon.ts';
import { named } from './named.ts';

/** Menus separate groups with a line; `viewers` stands under the heading “Open with”, `modes` under “Mode”. */
export type ActionGroup = 'open' | 'viewers' | 'modes' | 'work' | 'keep';

/** Something that can be done to artifacts now. Menus, toolbars and the palette show the same list. */
export interface ArtifactAction {
  readonly id: string;
  readonly group: ActionGroup;
  readonly label: string;
  /** The whole sentence, for where the menu around it is missing. */
  readonly title: string;
  readonly icon: ActionIcon;
  /** The icon that the type declares for its own action. */
  readonly typeIcon?: string;
  /** The key that does it on a focused card. */
  readonly key?: string;
  readonly tone?: 'danger';
  readonly disabled?: boolean;
  run(): void;
}

/** Other parts of the shell that actions lead to. */
export interface ArtifactPorts {
  readonly host: ShellHost;
  open(artifact: ArtifactSummary, version?: number): void;
  /** Shows it with another viewer, or with the usual one. A window that shows the artifact already is reused. */
  openWith(artifact: ArtifactSummary, server: string | undefined, where: OpenWhere): void;
  showDetails(artifact: string): void;
  commit(artifacts: readonly string[]): void;
  publish(artifacts: readonly ArtifactSummary[]): void;
  /** Asks for the workspace that they go to. */
  relocate(artifacts: readonly ArtifactSummary[], how: 'move' | 'copy'): void;
  ask(artifacts: readonly ArtifactSummary[]): void;
  /** Begins a comment in the session on screen. */
  comment(artifact: ArtifactSummary): void;
  rename(artifact: ArtifactSummary): void;
  /** The address of a window that shows it so. */
  copyLink(artifact: ArtifactSummary, shown: Shown): void;
}

interface Shown {
  readonly version: number | undefined;
  /** The server whose viewer shows it; undefined for the usual one. */
  readonly server: string | undefined;
  readonly mode: 'view' | undefined;
}

export interface OpenWhere {
  readonly version?: number | undefined;
  /** The window to reuse. */
  readonly window?: string | undefined;
  /** To read only. */
  readonly mode?: 'view' | undefined;
}

/** The artifacts that actions are for, and the place that offers them. */
export interface ActionSubject {
  readonly place: 'desk' | 'collection' | 'window' | 'details';
  readonly artifacts: readonly ArtifactSummary[];
  /** The workspace that `lookUp` answers for. */
  readonly workspace: string;
  readonly lookUp: TypeLookup;
  /** Given where a committed version is shown. Actions that change the draft are not offered there. */
  versionOf?(artifact: ArtifactSummary): number;
  /** The window that the artifact is shown in, and with which viewer; no server stands for the usual one. */
  readonly shownIn?: {
    readonly window: string;
    readonly server: string | undefined;
    readonly mode?: 'view' | undefined;
  };
  /** Called before the action leads to a window or a dialog, so that the place can close. */
  leave?(to: 'window' | 'dialog'): void;
}

/** More windows than anybody means to open at once. */
const mostOpened = 10;

type Draft = Omit<ArtifactAction, 'title'> & { readonly title?: string };

export function artifactActions(subject: ActionSubject, ports: ArtifactPorts): readonly ArtifactAction[] {
  const [first] = subject.artifacts;
  if (!first) return [];
  const drafts =
    first.deletedAt === undefined
      ? [
          ...openActions(subject, ports),
          ...viewerActions(subject, ports),
          ...modeActions(subject, ports),
          ...workActions(subject, ports),
          ...keepActions(subject, ports),
        ]
      : trashActions(subject, ports);
  const name = named(subject.artifacts);
  return drafts.map((draft) => ({ ...draft, title: draft.title ?? `${draft.label}: ${name}` }));
}

/** Opens artifacts, each in a window of its own. */
export function openArtifacts(
  subject: Pick<ActionSubject, 'artifacts' | 'versionOf' | 'leave'>,
  ports: ArtifactPorts,
): void {
  const { artifacts } = subject;
  if (artifacts.length > mostOpened) {
    complain(`${mostOpened} windows can be opened at once. Select fewer.`);
    return;
  }
  subject.leave?.('window');
  for (const artifact of artifacts) ports.open(artifact, subject.versionOf?.(artifact));
}

function trashActions(subject: ActionSubject, { host }: ArtifactPorts): readonly Draft[] {
  const { artifacts } = subject;
  return [
    {
      id: 'restore',
      group: 'keep',
      label: 'Restore',
      icon: 'restore',
      run: () => attempt(restoreArtifacts(host, artifacts)),
    },
    {
      id: 'purge',
      group: 'keep',
      label: 'Delete for good…',
      icon: 'delete',
      tone: 'danger',
      run: () => {
        subject.leave?.('dialog');
        attempt(purgeArtifacts(host, artifacts));
      },
    },
  ];
}

const isGrid = ({ place }: ActionSubject) => place === 'desk' || place === 'collection';

function openActions(subject: ActionSubject, ports: ArtifactPorts): readonly Draft[] {
  const { artifacts, place } = subject;
  const only = onlyOne(artifacts);
  return [
    ...offered(place !== 'window', {
      id: 'open',
      group: 'open',
      label: 'Open',
      icon: 'open',
      ...(only && isGrid(subject) && { key: 'Enter' }),
      disabled: artifacts.length > mostOpened,
      run: () => openArtifacts(subject, ports),
    }),
    ...forOne(place === 'details' ? undefined : only, ({ id }) => ({
      id: 'details',
      group: 'open',
      label: 'Details',
      icon: 'details',
      ...(isGrid(subject) && { key: 'Space' }),
      run: () => ports.showDetails(id),
    })),
    ...forOne(only, (artifact) => ({
      id: 'copyLink',
      group: 'open',
      label: 'Copy link',
      icon: 'link',
      run: () =>
        ports.copyLink(artifact, {
          version: subject.versionOf?.(artifact),
          server: subject.shownIn?.server,
          mode: subject.shownIn?.mode,
        }),
    })),
  ];
}

function viewerActions(subject: ActionSubject, ports: ArtifactPorts): readonly Draft[] {
  const only = onlyOne(subject.artifacts);
  const type = only && typeHere(only, subject);
  if (!only || !type || type.alternates.length === 0) return [];
  const { shownIn } = subject;
  const viewer = (id: string, server: string | undefined, label: string): Draft => ({
    id,
    group: 'viewers',
    label,
    title: `Open with ${label}: ${named([only])}`,
    icon: shownIn && shownIn.server === server ? 'chosen' : 'open',
    run: () => {
      subject.leave?.('window');
      ports.openWith(only, server, { version: subject.versionOf?.(only), window: shownIn?.window });
    },
  });
  return [
    viewer('with-default', undefined, `${type.label} (usual)`),
    ...type.alternates.map(({ server, name, label }) => viewer(`with-${server}`, server, label ?? name)),
  ];
}

function workActions(subject: ActionSubject, ports: ArtifactPorts): readonly Draft[] {
  const { artifacts } = subject;
  const only = onlyOne(artifacts);
  const isCurrent = subject.versionOf === undefined;
  const drafts = artifacts.filter(({ state }) => state === 'draft');
  return [
    ...forOne(isCurrent && only?.state !== 'archived' ? only : undefined, (artifact) => ({
      id: 'rename',
      group: 'work',
      label: 'Rename…',
      icon: 'rename',
      key: 'F2',
      run: () => ports.rename(artifact),
    })),
    ...offered(isCurrent, {
      id: 'duplicate',
      group: 'work',
      label: 'Duplicate',
      icon: 'duplicate',
      ...(isGrid(subject) && { key: 'Ctrl D' }),
      run: () => attempt(duplicateArtifacts(ports.host, artifacts)),
    }),
    ...offered(isCurrent && drafts.length > 0, {
      id: 'commit',
      group: 'work',
      label: 'Commit…',
      icon: 'commit',
      run: () => ports.commit(drafts.map(({ id }) => id)),
    }),
    {
      id: 'publish',
      group: 'work',
      label: 'Publish to a collection…',
      icon: 'publish',
      run: () => {
        subject.leave?.('dialog');
        ports.publish(artifacts);
      },
    },
    {
      id: 'ask',
      group: 'work',
      label: only ? 'Ask about this' : 'Ask about these',
      title: `Ask about ${named(artifacts)}`,
      icon: 'ask',
      run: () => {
        subject.leave?.('window');
        ports.ask(artifacts);
      },
    },
    ...forOne(only, (artifact) => ({
      ...({ id: 'comment', group: 'work', label: 'Comment…', icon: 'comment' } as const),
      run: () => {
        subject.leave?.('window');
        ports.comment(artifact);
      },
    })),
    ...(isCurrent ? sharedTypeActions(subject) : []).map((action): Draft => ({
      id: `action-${action.id}`,
      group: 'work',
      label: action.confirm === undefined ? action.label : `${action.label}…`,
      icon: 'action',
      ...(action.icon !== undefined && { typeIcon: action.icon }),
      run: () => {
        if (action.confirm !== undefined) subject.leave?.('dialog');
        attempt(runTypeAction(ports.host, artifacts, action));
      },
    })),
  ];
}

function keepActions(subject: ActionSubject, ports: ArtifactPorts): readonly Draft[] {
  const { host } = ports;
  const { artifacts, versionOf, place } = subject;
  const only = onlyOne(artifacts);
  const files = artifacts.filter(({ content }) => content !== undefined);
  const archived = artifacts.filter(({ state }) => state === 'archived');
  const active = artifacts.filter(({ state }) => state !== 'archived');
  return [
    ...offered(files.length > 0, {
      id: 'download',
      group: 'keep',
      label: 'Download',
      icon: 'download',
      run: () =>
        attempt(
          downloadArtifacts(
            host,
            files.map((file) => ({
              id: file.id,
              title: file.title,
              ...(versionOf && { version: versionOf(file) }),
            })),
          ),
        ),
    }),
    ...forOne(!versionOf && only?.state === 'draft' && only.version > 0 ? only : undefined, (artifact) => ({
      id: 'discard',
      group: 'keep',
      label: 'Discard draft',
      icon: 'discard',
      run: () => attempt(discardDraft(host, artifact)),
    })),
    ...(['move', 'copy'] as const).map((how): Draft => ({
      id: `${how}-to-workspace`,
      group: 'keep',
      label: how === 'move' ? 'Move to workspace…' : 'Copy to workspace…',
      icon: how === 'move' ? 'move' : 'duplicate',
      run: () => {
        subject.leave?.('dialog');
        ports.relocate(artifacts, how);
      },
    })),
    ...offered(active.length > 0, {
      id: 'archive',
      group: 'keep',
      label: 'Archive',
      icon: 'archive',
      run: () => attempt(archiveArtifacts(host, active)),
    }),
    ...offered(archived.length > 0, {
      id: 'unarchive',
      group: 'keep',
      label: 'Restore from the archive',
      icon: 'unarchive',
      run: () => attempt(unarchiveArtifacts(host, archived)),
    }),
    {
      id: 'delete',
      group: 'keep',
      label: 'Delete',
      icon: 'delete',
      tone: 'danger',
      // In a collection the key takes artifacts out of it.
      ...(place === 'desk' && { key: 'Del' }),
      run: () => {
        subject.leave?.('dialog');
        attempt(deleteArtifacts(host, artifacts));
      },
    },
  ];
}

function offered(applies: boolean, action: Draft): readonly Draft[] {
  return applies ? [action] : [];
}

function forOne(
  artifact: ArtifactSummary | undefined,
  action: (artifact: ArtifactSummary) => Draft,
): readonly Draft[] {
  return artifact ? [action(artifact)] : [];
}

/** Reading and editing, in a window whose viewer knows both. Other viewers have modes of their own. */
function modeActions(subject: ActionSubject, ports: ArtifactPorts): readonly Draft[] {
  const only = onlyOne(subject.artifacts);
  const { shownIn, versionOf } = subject;
  if (!only || !shownIn || shownIn.server !== undefined || versionOf || only.state === 'archived') return [];
  const modes = typeHere(only, subject)?.modes ?? [];
  if (!modes.includes('view') || !modes.includes('edit')) return [];
  const entry = (mode: 'view' | undefined, id: string, label: string, icon: 'read' | 'edit'): Draft => ({
    id,
    group: 'modes',
    label,
    icon: shownIn.mode === mode ? 'chosen' : icon,
    run: () => ports.openWith(only, undefined, { window: shownIn.window, mode }),
  });
  return [entry(undefined, 'mode-edit', 'Edit', 'edit'), entry('view', 'mode-view', 'Read only', 'read')];
}

function onlyOne(artifacts: readonly ArtifactSummary[]): ArtifactSummary | undefined {
  return artifacts.length === 1 ? artifacts[0] : undefined;
}

/** The type as the workspace of the artifact resolves it; another workspace may have other servers. */
function typeHere(artifact: ArtifactSummary, { workspace, lookUp }: ActionSubject): TypeView | undefined {
  return artifact.workspace === workspace ? lookUp(artifact.type) : undefined;
}

/** The actions that the type offers to all of them alike. */
function sharedTypeActions(subject: ActionSubject): TypeView['actions'] {
  const { artifacts } = subject;
  const [first] = artifacts;
  if (!first || artifacts.some(({ type, workspace }) => type !== first.type || workspace !== first.workspace))
    return [];
  const all = typeHere(first, subject)?.actions ?? [];
  return all.filter(({ states }) => artifacts.every(({ state }) => states?.includes(state) ?? true));
}
