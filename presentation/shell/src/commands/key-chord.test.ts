import { describe, expect, test } from 'vitest';
import { isChord, keysOf, spokenChord, worksWhileTyping, type KeyPress } from './key-chord.ts';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

describe('chords', () => {
  test('J5: Mod is the command key on a Mac and the control key elsewhere', () => {
    expect(isChord('Mod+K', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(isChord('Mod+K', press('k', { metaKey: true }), true)).toBe(true);
    expect(isChord('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false);
    expect(isChord('Mod+K', press('k', { metaKey: true }), false)).toBe(false);
    expect(isChord('Mod+K', press('k', { ctrlKey: true, metaKey: true }), false)).toBe(false);
  });

  test('J5: no key more and none less', () => {
    expect(isChord('K', press('k'), false)).toBe(true);
    expect(isChord('K', press('k', { ctrlKey: true }), false)).toBe(false);
    expect(isChord('K', press('k', { altKey: true }), false)).toBe(false);
    expect(isChord('K', press('K', { shiftKey: true }), false)).toBe(false);
    expect(isChord('Shift+K', press('K', { shiftKey: true }), false)).toBe(true);
    expect(isChord('Mod+Shift+F', press('F', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(isChord('Mod+Shift+F', press('f', { ctrlKey: true }), false)).toBe(false);
    expect(isChord('Escape', press('Escape', { shiftKey: true }), false)).toBe(false);
  });

  test('J5: a sign counts however its keyboard makes it', () => {
    expect(isChord('?', press('?', { shiftKey: true }), false)).toBe(true);
    expect(isChord('?', press('?'), false)).toBe(true);
    expect(isChord('Mod+/', press('/', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(isChord('Mod++', press('+', { ctrlKey: true }), false)).toBe(true);
    expect(isChord('+', press('+'), false)).toBe(true);
    const held = { ctrlKey: true, shiftKey: true, code: 'Period' };
    expect(['>', ':'].map((key) => isChord('Mod+Shift+.', press(key, held), false))).toEqual([true, true]);
    expect(isChord('Mod+Shift+.', press('.', { ctrlKey: true, code: 'Period' }), false)).toBe(false);
    expect(isChord('Mod+.', press('>', held), false)).toBe(false);
  });

  test('J5: with a modifier the place of the key counts where it writes another sign or another script', () => {
    const option = press('¡', { code: 'Digit1', altKey: true });
    expect(isChord('Alt+1', option, true)).toBe(true);
    expect(isChord('Alt+2', option, true)).toBe(false);
    expect(isChord('Mod+K', press('л', { code: 'KeyK', ctrlKey: true }), false)).toBe(true);
    expect(isChord('K', press('л', { code: 'KeyK' }), false)).toBe(false);
    // A keyboard that is laid out otherwise: what it writes counts.
    expect(isChord('Mod+Q', press('a', { code: 'KeyQ', ctrlKey: true }), false)).toBe(false);
    expect(isChord('Mod+A', press('a', { code: 'KeyQ', ctrlKey: true }), false)).toBe(true);
  });

  test('J5: chords that write nothing work while somebody types', () => {
    expect(['Mod+K', 'Alt+1', 'F6', 'Mod+Shift+F'].every(worksWhileTyping)).toBe(true);
    expect(['/', '?', 'Shift+K', 'Escape', 'Enter', 'F'].some(worksWhileTyping)).toBe(false);
  });

  test('J5: chords are shown as the keys are printed and read out as they are called', () => {
    expect(keysOf('Mod+Shift+F', false)).toEqual(['Ctrl', 'Shift', 'F']);
    expect(keysOf('Mod+Alt+k', true)).toEqual(['⌘', '⌥', 'K']);
    expect(keysOf('ArrowLeft', false)).toEqual(['←']);
    expect(keysOf('Mod++', false)).toEqual(['Ctrl', '+']);
    expect(keysOf(' ', false)).toEqual(['Space']);
    expect(spokenChord('Mod+ArrowUp', false)).toBe('Control + Up');
    expect(spokenChord('Mod+K', true)).toBe('Command + K');
  });
});
