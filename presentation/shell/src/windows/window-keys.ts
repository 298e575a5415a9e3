import { localKeys } from '../commands/local-keys.ts';

export const closeKeys = 'Mod+Shift+X';

export const windowKeys = localKeys('On a window’s title bar', {
  'Move it': ['Alt+ArrowLeft', 'Alt+ArrowRight'],
  'Resize it': ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'],
  'Snap to the left half, or back': 'Alt+Home',
  'Snap to the right half, or back': 'Alt+End',
  'Maximize it, or restore it': 'Alt+PageUp',
  'Minimize it': 'Alt+PageDown',
  'Rename what it shows': 'F2',
});
