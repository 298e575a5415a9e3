import { expect, test } from 'vitest';
import { pinnedBy, togglePin, withServers } from './session-pins.ts';

const pins = { own: ['Boards', 'Files/read'], around: ['Notes', 'Mail/send'] };

test('K3: it shows who pinned a server or a tool', () => {
  expect(pinnedBy(pins, 'Boards', undefined)).toBe('session');
  expect(pinnedBy(pins, 'Boards', 'add_card')).toBe('server');
  expect(pinnedBy(pins, 'Files', undefined)).toBeUndefined();
  expect(pinnedBy(pins, 'Files', 'read')).toBe('session');
  expect(pinnedBy(pins, 'Files', 'write')).toBeUndefined();
  expect(pinnedBy(pins, 'Notes', 'list')).toBe('around');
  expect(pinnedBy(pins, 'Mail', 'send')).toBe('around');
  expect(pinnedBy(pins, 'Mail', undefined)).toBeUndefined();
});

test('K3: a pin is set and taken away, and one for a server replaces those for its tools', () => {
  expect(togglePin(pins, 'Files', 'write')).toEqual(['Boards', 'Files/read', 'Files/write']);
  expect(togglePin(pins, 'Files', 'read')).toEqual(['Boards']);
  expect(togglePin(pins, 'Files', undefined)).toEqual(['Boards', 'Files']);
  expect(togglePin(pins, 'Boards', undefined)).toEqual(['Files/read']);
});

test('K3: a server whose tools have to be searched for is listed, too', () => {
  const files = { kind: 'tools' as const, label: 'Files', tokens: 90 };
  const rule = { kind: 'rules' as const, label: 'Boards', tokens: 5 };
  expect(withServers([rule, files], [{ name: 'Files' }, { name: 'Boards' }])).toEqual([
    rule,
    files,
    { kind: 'tools', label: 'Boards', tokens: 0 },
  ]);
});
