import {
  Archive,
  ArchiveRestore,
  Check,
  CopyPlus,
  Download,
  Eye,
  ExternalLink,
  FolderInput,
  GitCommitHorizontal,
  Info,
  Library,
  Link,
  MessageSquarePlus,
  MessageSquareQuote,
  Pencil,
  RotateCcw,
  Sparkles,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { MenuEntry, MenuPart } from '../ui/menu.tsx';
import { DeclaredIcon } from '../ui/type-icon.tsx';
import type { ActionIcon } from './action-icon.ts';
import type { ActionGroup, ArtifactAction } from './actions.ts';

const icons: Readonly<Record<ActionIcon, ReactNode>> = {
  open: <ExternalLink />,
  read: <Eye />,
  edit: <Pencil />,
  chosen: <Check />,
  details: <Info />,
  link: <Link />,
  rename: <Pencil />,
  duplicate: <CopyPlus />,
  commit: <GitCommitHorizontal />,
  publish: <Library />,
  move: <FolderInput />,
  ask: <MessageSquarePlus />,
  comment: <MessageSquareQuote />,
  action: <Sparkles />,
  download: <Download />,
  discard: <Undo2 />,
  archive: <Archive />,
  unarchive: <ArchiveRestore />,
  restore: <RotateCcw />,
  delete: <Trash2 />,
  remove: <X />,
};

const groups: readonly ActionGroup[] = ['open', 'viewers', 'modes', 'work', 'keep'];
const headings: Partial<Readonly<Record<ActionGroup, string>>> = { viewers: 'Open with', modes: 'Mode' };

/** The actions as a menu, group by group. */
export function actionMenu(actions: readonly ArtifactAction[]): readonly MenuPart[] {
  return separated(
    groups.map((group) => {
      const entries = actions.filter((action) => action.group === group).map(menuEntry);
      const heading = headings[group];
      return heading !== undefined && entries.length > 0 ? [{ heading }, ...entries] : entries;
    }),
  );
}

/** Puts a line between groups that have something in them. */
export function separated(parts: readonly (readonly MenuPart[])[]): readonly MenuPart[] {
  return parts
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ separator: true as const }, ...group]));
}

export function actionIcon({ icon, typeIcon }: Pick<ArtifactAction, 'icon' | 'typeIcon'>): ReactNode {
  return typeIcon === undefined ? icons[icon] : <DeclaredIcon icon={typeIcon} fallback={icons[icon]} />;
}

function menuEntry(action: ArtifactAction): MenuEntry {
  const { id, label, key, tone, disabled, run } = action;
  return {
    id,
    label,
    icon: actionIcon(action),
    ...(key !== undefined && { hint: key }),
    ...(tone && { tone }),
    ...(disabled !== undefined && { disabled }),
    run,
  };
}
