import type { ArtifactSummary } from '@loggia/protocol';
import {
  Archive,
  ArchiveRestore,
  Download,
  ExternalLink,
  GitCommitHorizontal,
  Info,
  Library,
  MessageSquarePlus,
  RotateCcw,
  Sparkles,
  Trash2,
} from 'lucide-react';
import { askForCollection } from '../collections/publish-state.ts';
import { showCommit, showDetails } from '../details/details-state.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { attachToMessage } from '../sessions/attach.ts';
import type { MenuEntry, MenuPart } from '../ui/menu.tsx';
import { attempt, complain } from '../ui/toasts.tsx';
import { openWindow } from '../windows/open-window.ts';
import { applicableTo } from './applicable.ts';
import {
  archive,
  bringBack,
  deleteArtifacts,
  downloadAll,
  purge,
  runAction,
  unarchive,
} from './artifact-commands.ts';
import type { TypeLookup } from '../ui/type-lookup.ts';

export interface ChosenArtifacts {
  readonly host: ShellHost;
  readonly workspace: string;
  readonly artifacts: readonly ArtifactSummary[];
  readonly lookUp: TypeLookup;
}

/** Windows that somebody can mean to open at once. */
const mostOpened = 10;

export function openAll({ host, workspace, artifacts }: Omit<ChosenArtifacts, 'lookUp'>): void {
  if (artifacts.length > mostOpened) {
    complain(`${mostOpened} windows are opened at once. Choose fewer.`);
    return;
  }
  for (const { id, title } of artifacts)
    openWindow(host, workspace, { kind: 'artifact', artifact: id }, title);
}

/** What can be done with the artifacts that are chosen, in groups. */
export function artifactMenu(chosen: ChosenArtifacts): readonly MenuPart[] {
  const [first] = chosen.artifacts;
  if (!first) return [];
  const groups = first.deletedAt === undefined ? groupsOnDesk(chosen, first) : [trashGroup(chosen)];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ separator: true as const }, ...group]));
}

function trashGroup({ host, artifacts }: ChosenArtifacts): readonly MenuPart[] {
  return [
    {
      id: 'restore',
      label: 'Bring back',
      icon: <RotateCcw />,
      run: () => attempt(bringBack(host, artifacts)),
    },
    {
      id: 'purge',
      label: 'Delete for good…',
      icon: <Trash2 />,
      tone: 'danger',
      run: () => attempt(purge(host, artifacts)),
    },
  ];
}

function groupsOnDesk(chosen: ChosenArtifacts, first: ArtifactSummary): readonly (readonly MenuPart[])[] {
  const { host, workspace, artifacts, lookUp } = chosen;
  const isOne = artifacts.length === 1;
  const can = applicableTo(artifacts, lookUp);
  const some = (list: readonly string[]) => {
    const wanted = new Set(list);
    return artifacts.filter(({ id }) => wanted.has(id));
  };
  const opening: MenuEntry[] = [
    {
      id: 'open',
      label: 'Open',
      icon: <ExternalLink />,
      ...(isOne && { hint: 'Enter' }),
      disabled: artifacts.length > mostOpened,
      run: () => openAll(chosen),
    },
    ...(isOne
      ? [{ id: 'details', label: 'Details', icon: <Info />, hint: 'Space', run: () => showDetails(first.id) }]
      : []),
  ];
  const alternates = isOne ? (lookUp(first.type)?.alternates ?? []) : [];
  const viewers: MenuPart[] =
    alternates.length === 0
      ? []
      : [
          { heading: 'Open with' },
          ...alternates.map(({ server, name, label }) => ({
            id: `with-${server}`,
            label: label ?? name,
            icon: <ExternalLink />,
            run: () =>
              openWindow(
                host,
                workspace,
                { kind: 'artifact', artifact: first.id, with: server },
                first.title,
              ),
          })),
        ];
  const work: MenuEntry[] = [
    ...(can.commit.length > 0
      ? [
          {
            id: 'commit',
            label: 'Commit…',
            icon: <GitCommitHorizontal />,
            run: () => showCommit(can.commit),
          },
        ]
      : []),
    {
      id: 'publish',
      label: 'Publish to a collection…',
      icon: <Library />,
      run: () => askForCollection(artifacts),
    },
    {
      id: 'ask',
      label: isOne ? 'Ask about this' : 'Ask about these',
      icon: <MessageSquarePlus />,
      run: () => attachToMessage(artifacts),
    },
    ...can.actions.map((action) => ({
      id: `action-${action.id}`,
      label: action.confirm === undefined ? action.label : `${action.label}…`,
      icon: <Sparkles />,
      run: () => attempt(runAction(host, artifacts, action)),
    })),
  ];
  const keeping: MenuEntry[] = [
    ...(can.download.length > 0
      ? [
          {
            id: 'download',
            label: 'Download',
            icon: <Download />,
            run: () =>
              attempt(
                downloadAll(
                  host,
                  some(can.download).map(({ id, title }) => ({ id, title })),
                ),
              ),
          },
        ]
      : []),
    ...(can.archive.length > 0
      ? [
          {
            id: 'archive',
            label: 'Archive',
            icon: <Archive />,
            run: () => attempt(archive(host, some(can.archive))),
          },
        ]
      : []),
    ...(can.unarchive.length > 0
      ? [
          {
            id: 'unarchive',
            label: 'Bring back from the archive',
            icon: <ArchiveRestore />,
            run: () => attempt(unarchive(host, some(can.unarchive))),
          },
        ]
      : []),
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger' as const,
      hint: 'Del',
      run: () => attempt(deleteArtifacts(host, artifacts)),
    },
  ];
  return [opening, viewers, work, keeping];
}
