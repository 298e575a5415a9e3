import { localKeys } from '../commands/local-keys.ts';

export const gridKeys = localKeys('On a card', {
  'Move between cards': ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  'Extend the selection': ['Shift+ArrowDown', 'Mod+ '],
  'Select all': 'Mod+A',
  'Clear the selection': 'Escape',
  Open: 'Enter',
  'Show details': ' ',
  Rename: 'F2',
  Duplicate: 'Mod+D',
  Delete: 'Delete',
});
