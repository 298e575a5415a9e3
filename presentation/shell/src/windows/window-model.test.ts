import type { ArtifactSummary, DeskWindow, TypeView } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { barCommand, frameBox, windowFacts } from './window-model.ts';

const press = (key: string, held: { altKey?: boolean; shiftKey?: boolean } = {}) => ({
  key,
  altKey: false,
  shiftKey: false,
  ...held,
});
const alt = { altKey: true };

test('J5: arrow keys move a window with Alt and resize it with Shift', () => {
  const by = { x: 24, y: 0 };
  expect(barCommand(press('ArrowRight'), undefined, undefined)).toBeUndefined();
  expect(barCommand(press('ArrowRight', alt), undefined, undefined)).toEqual({ do: 'move', by });
  expect(barCommand(press('ArrowRight', { ...alt, shiftKey: true }), undefined, undefined)).toEqual({
    do: 'resize',
    by,
  });
});

test('J5: in a mode, arrow keys need no Alt, and Enter or Escape end it', () => {
  const by = { x: 0, y: -24 };
  expect(barCommand(press('ArrowUp'), 'move', undefined)).toEqual({ do: 'move', by });
  expect(barCommand(press('ArrowUp'), 'resize', undefined)).toEqual({ do: 'resize', by });
  expect(barCommand(press('Enter'), 'move', undefined)).toEqual({ do: 'endMode' });
  expect(barCommand(press('Escape'), 'resize', undefined)).toEqual({ do: 'endMode' });
  expect(barCommand(press('Escape'), undefined, undefined)).toBeUndefined();
});

test('J5: a snap key pressed twice gives the window its former place back', () => {
  expect(barCommand(press('Home', alt), undefined, undefined)).toEqual({ do: 'arrange', state: 'left' });
  expect(barCommand(press('Home', alt), undefined, 'left')).toEqual({ do: 'arrange', state: 'normal' });
  expect(barCommand(press('PageUp', alt), undefined, 'left')).toEqual({ do: 'arrange', state: 'maximised' });
  expect(barCommand(press('Home'), 'move', undefined)).toBeUndefined();
});

test('J1: a window is called after its artifact, and marks a draft unless it shows an old version', () => {
  const base = { id: 'w', x: 0, y: 0, width: 1, height: 1, order: 0, title: 'Then' };
  const of = (target: object, state?: string, states?: TypeView['states']) =>
    windowFacts(
      { ...base, target: { kind: 'artifact', artifact: 'a', ...target } } as DeskWindow,
      state === undefined ? undefined : ({ id: 'a', title: 'Now', state } as ArtifactSummary),
      states && { states },
    );
  expect(of({})).toEqual({
    title: 'Then',
    version: undefined,
    isDraft: false,
    isRead: false,
    mark: undefined,
    isMaximized: false,
  });
  expect(of({ mode: 'view' })).toMatchObject({ isRead: true });
  // G1: where the type has words for its states, they take the place of the mark.
  const states = [{ state: 'draft', label: 'In progress' }];
  expect(of({}, 'draft', states)).toMatchObject({ isDraft: false, mark: { label: 'In progress' } });
  expect(of({}, 'committed', states)).toMatchObject({ isDraft: false, mark: undefined });
  expect(of({}, 'draft')).toMatchObject({ title: 'Now', isDraft: true });
  expect(of({ version: 2 }, 'draft')).toMatchObject({ version: 2, isDraft: false });
});

test('J1: a window fills a narrow screen', () => {
  const [box, room] = [
    { x: 5, y: 6, width: 7, height: 8 },
    { x: 100, y: 50, width: 300, height: 400 },
  ];
  expect(frameBox(box, room, 'wide')).toEqual({ x: 105, y: 56, width: 7, height: 8 });
  expect(frameBox(box, room, 'narrow')).toEqual(room);
});
