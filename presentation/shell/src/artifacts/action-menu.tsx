import {
  Archive,
  ArchiveRestore,
  Check,
  Download,
  ExternalLink,
  GitCommitHorizontal,
  Info,
  Library,
  MessageSquarePlus,
  Pencil,
  RotateCcw,
  Sparkles,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { MenuEntry, MenuPart } from '../ui/menu.tsx';
import type { ActionGroup, ActionIcon, ArtifactAction } from './actions.ts';

const icons: Readonly<Record<ActionIcon, ReactNode>> = {
  open: <ExternalLink />,
  chosen: <Check />,
  details: <Info />,
  rename: <Pencil />,
  commit: <GitCommitHorizontal />,
  publish: <Library />,
  ask: <MessageSquarePlus />,
  action: <Sparkles />,
  download: <Download />,
  discard: <Undo2 />,
  archive: <Archive />,
  unarchive: <ArchiveRestore />,
  restore: <RotateCcw />,
  delete: <Trash2 />,
  remove: <X />,
};

const groups: readonly ActionGroup[] = ['open', 'viewers', 'work', 'keep'];

/** The actions as a menu, group by group. */
export function actionMenu(actions: readonly ArtifactAction[]): readonly MenuPart[] {
  return separated(
    groups.map((group) => {
      const entries = actions.filter((action) => action.group === group).map(menuEntry);
      return group === 'viewers' && entries.length > 0 ? [{ heading: 'Open with' }, ...entries] : entries;
    }),
  );
}

/** Puts a line between groups that have something in them. */
export function separated(parts: readonly (readonly MenuPart[])[]): readonly MenuPart[] {
  return parts
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ separator: true as const }, ...group]));
}

export function actionIcon({ icon }: Pick<ArtifactAction, 'icon'>): ReactNode {
  return icons[icon];
}

function menuEntry({ id, label, icon, key, tone, disabled, run }: ArtifactAction): MenuEntry {
  return {
    id,
    label,
    icon: icons[icon],
    ...(key !== undefined && { hint: key }),
    ...(tone && { tone }),
    ...(disabled !== undefined && { disabled }),
    run,
  };
}
