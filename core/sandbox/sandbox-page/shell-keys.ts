/** The keys that belong to the shell wherever the focus is. The shell has the same list. */
export type ShellKey =
  | 'key-palette'
  | 'key-next'
  | 'key-previous'
  | 'key-close'
  | 'key-next-part'
  | 'key-previous-part';

export function shellKeyOf(press: KeyboardEvent, isMac: boolean): ShellKey | undefined {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey } = press;
  if (key === 'F6' && !altKey && !ctrlKey && !metaKey)
    return shiftKey ? 'key-previous-part' : 'key-next-part';
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (!mod || other || altKey) return undefined;
  if (shiftKey && code === 'Period') return 'key-previous';
  // Some keyboards need Shift for it.
  if (key === '.') return 'key-next';
  if (shiftKey) return isLetter('x', key, code) ? 'key-close' : undefined;
  return isLetter('k', key, code) ? 'key-palette' : undefined;
}

/** On a keyboard of another script, the position of the key counts. */
function isLetter(letter: string, key: string, code: string): boolean {
  return /^[\x20-\x7e]$/.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
}

export function isMacBrowser({ userAgent }: Pick<Navigator, 'userAgent'>): boolean {
  return /mac|iphone|ipad/i.test(userAgent);
}
