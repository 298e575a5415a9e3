import type { TypeView } from '@loggia/protocol';
import type { ShellCommand } from '../commands/command-registry.ts';
import { creatableTypes, newLabel } from './creatable-types.ts';
import type { DeskModel } from './desk-model.ts';

/** The desk in the palette. */
export function deskCommands({
  desk,
  types,
  layout,
  setLayout,
  upload,
}: {
  readonly desk: DeskModel;
  readonly types: readonly TypeView[];
  readonly layout: 'grid' | 'list';
  setLayout(layout: 'grid' | 'list'): void;
  upload(what: 'files' | 'folder'): void;
}): readonly ShellCommand[] {
  const group = 'Desk';
  return [
    {
      id: 'desk.upload',
      title: 'Upload files…',
      group,
      keywords: 'import add',
      keys: 'U',
      run: () => upload('files'),
    },
    { id: 'desk.uploadFolder', title: 'Upload a folder…', group, run: () => upload('folder') },
    ...creatableTypes(types).map((type) => ({
      id: `desk.new.${type.mime}`,
      title: `New: ${newLabel(type)}`,
      group,
      keywords: `create ${type.label}`,
      run: () => desk.create(type),
    })),
    { id: 'desk.all', title: 'Show everything on the desk', group, run: () => desk.show('all') },
    { id: 'desk.drafts', title: 'Show drafts', group, run: () => desk.show('drafts') },
    { id: 'desk.archived', title: 'Show archived', group, run: () => desk.show('archived') },
    { id: 'desk.trash', title: 'Show the trash', group, run: () => desk.show('trash') },
    {
      id: 'desk.layout',
      title: layout === 'grid' ? 'Show the desk as a list' : 'Show the desk as cards',
      group,
      run: () => setLayout(layout === 'grid' ? 'list' : 'grid'),
    },
  ];
}
