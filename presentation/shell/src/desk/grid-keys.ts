import { localKeys } from '../commands/local-keys.ts';

export const gridKeys = localKeys('On a card', {
  'To the next card': ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  'Choose more of them': ['Shift+ArrowDown', 'Mod+ '],
  'Choose all': 'Mod+A',
  'Choose none': 'Escape',
  Open: 'Enter',
  'Show the details': ' ',
  Delete: 'Delete',
});
