import type { DeskWindow, WindowTarget } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { frontOf, isSameTarget, layerOf, nextOf, orderInFront, stacked, windowToReuse } from './stack.ts';

const artifact = (id: string): WindowTarget => ({ kind: 'artifact', artifact: id });
const window = (id: string, order: number, state?: DeskWindow['state']): DeskWindow => ({
  id,
  target: artifact(id),
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  order,
  ...(state && { state }),
});
const windows = [window('a', 7), window('b', 2), window('c', 7), window('d', 9, 'minimised')];

test('J1: the highest is in front, and screens agree where two are equally high', () => {
  expect(stacked(windows).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  expect(stacked([...windows].toReversed()).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  expect(frontOf(windows)?.id).toBe('c');
});

test('J1: to come to the front is to be higher than all, minimised ones too', () => {
  expect([orderInFront(windows), orderInFront([])]).toEqual([10, 0]);
});

test('J1: between the layers of two windows there is one for a View', () => {
  expect([layerOf(0), layerOf(1)]).toEqual([10, 12]);
});

test('J5: going on reaches every window, and back again', () => {
  let all = windows;
  const visit = (direction: 'forward' | 'back') => {
    const next = nextOf(all, direction)!;
    // As raising does.
    const { state: _, ...seen } = next;
    all = all.map((one) => (one.id === next.id ? { ...seen, order: orderInFront(all) } : one));
    return next.id;
  };
  expect(Array.from({ length: 5 }, () => visit('forward'))).toEqual(['d', 'a', 'b', 'c', 'd']);
  expect(Array.from({ length: 3 }, () => visit('back'))).toEqual(['c', 'b', 'a']);
  expect(nextOf([], 'forward')).toBeUndefined();
});

test('one window for one thing: an old version or another viewer is another thing', () => {
  const plain = artifact('x');
  expect(isSameTarget(plain, artifact('x'))).toBe(true);
  expect(isSameTarget(plain, artifact('y'))).toBe(false);
  expect(isSameTarget(plain, { kind: 'artifact', artifact: 'x', version: 2 })).toBe(false);
  expect(isSameTarget(plain, { kind: 'artifact', artifact: 'x', with: 's' })).toBe(false);
  const call: WindowTarget = { kind: 'toolCall', session: 's', chat: 'c', turn: 't', toolCall: '1' };
  expect(isSameTarget(call, { ...call })).toBe(true);
  expect(isSameTarget(call, { ...call, toolCall: '2' })).toBe(false);
  expect(isSameTarget(call, plain)).toBe(false);
});

test('G4: another viewer takes over the window that shows the artifact', () => {
  const showing = (id: string, order: number, target: object): DeskWindow => ({
    ...window(id, order),
    target: { kind: 'artifact', artifact: 'letter', ...target },
  });
  const open = [
    showing('usual', 1, {}),
    showing('reader', 2, { with: 'reader' }),
    showing('old', 3, { version: 4 }),
    window('other', 9),
  ];
  const reused = (target: object, preferred?: string) =>
    windowToReuse(open, { kind: 'artifact', artifact: 'letter', ...target }, preferred)?.id;
  expect(reused({ with: 'reader' }, 'usual')).toBe('reader');
  expect(reused({})).toBe('usual');
  expect(reused({ with: 'editor' }, 'usual')).toBe('usual');
  expect(reused({ with: 'editor' })).toBe('reader');
  expect(reused({ with: 'editor', version: 4 })).toBe('old');
  expect(reused({ version: 5 })).toBeUndefined();
});
