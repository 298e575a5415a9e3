/** The relevant fields of a key press. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether a key press is the chord, written as `Mod+K`, `Shift+?` or `G`. `Mod` is the command key on a Mac and the
 * control key elsewhere.
 */
export function isChord(chord: string, press: KeyPress, isMac: boolean): boolean {
  const { key, modifiers } = partsOf(chord);
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  // A symbol that needs the shift key on one keyboard may not on another, unless the chord asks for the key.
  const shiftMatters = key.length > 1 || /[a-z0-9]/i.test(key) || modifiers.includes('Shift');
  return (
    isKey(key, press, modifiers.includes('Shift')) &&
    mod === modifiers.includes('Mod') &&
    !other &&
    press.altKey === modifiers.includes('Alt') &&
    (!shiftMatters || press.shiftKey === modifiers.includes('Shift'))
  );
}

/** Whether the chord may be pressed without a letter appearing in the text that is being written. */
export function worksWhileTyping(chord: string): boolean {
  const { key, modifiers } = partsOf(chord);
  return modifiers.includes('Mod') || modifiers.includes('Alt') || /^F\d+$/.test(key);
}

/** The plus sign parts keys, and is one. */
function partsOf(chord: string): { readonly key: string; readonly modifiers: readonly string[] } {
  const at = chord.slice(0, -1).lastIndexOf('+');
  return { key: chord.slice(at + 1), modifiers: at < 0 ? [] : chord.slice(0, at).split('+') };
}

/** Signs that chords with Shift are about: what they write then depends on the keyboard. */
const codes: Readonly<Record<string, string>> = { '.': 'Period' };

function isKey(key: string, press: KeyPress, isShifted: boolean): boolean {
  const code = codes[key];
  if (isShifted && code !== undefined) return press.code === code;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // With a modifier, Macs write other signs, and keyboards of other scripts other letters: then the place counts.
  const isWritten = /^[\x20-\x7e]$/.test(press.key);
  if (isWritten || !(press.altKey || press.ctrlKey || press.metaKey)) return false;
  return /^[a-z]$/i.test(key)
    ? press.code === `Key${key.toUpperCase()}`
    : /^\d$/.test(key) && press.code === `Digit${key}`;
}

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
};

/** The keys of a chord as people read them. */
export function keysOf(chord: string, isMac: boolean): readonly string[] {
  const { key, modifiers } = partsOf(chord);
  return [...modifiers, key].map((part) => {
    if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (part === 'Alt') return isMac ? '⌥' : 'Alt';
    if (part === 'Shift') return isMac ? '⇧' : 'Shift';
    return signs[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

const words: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Mod: 'Control',
  ' ': 'Space',
};

/** The keys of a chord as they are read out. */
export function spokenChord(chord: string, isMac: boolean): string {
  const { key, modifiers } = partsOf(chord);
  return [...modifiers, key]
    .map((part) => (part === 'Mod' && isMac ? 'Command' : (words[part] ?? part)))
    .join(' + ');
}
