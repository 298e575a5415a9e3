import { localKeys } from '../commands/local-keys.ts';

export const windowKeys = localKeys('On the bar of a window', {
  'Move it': ['Alt+ArrowLeft', 'Alt+ArrowRight'],
  'Resize it': ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'],
  'To the left half, and back': 'Alt+Home',
  'To the right half, and back': 'Alt+End',
  'Maximise it, and back': 'Alt+PageUp',
  'Minimise it': 'Alt+PageDown',
});
