import { expect, it } from 'vitest';
import { TurnShare } from './turn-share.ts';

it('SE2: all servers together get a moment of each turn, and each that waits gets on in the next', async () => {
  let now = 0;
  const turns: (() => void)[] = [];
  const share = new TurnShare({ now: () => now, nextTurn: (run) => turns.push(run) });
  expect(share.next()).toBeUndefined();
  now = 0.9;
  expect(share.next()).toBeUndefined();
  now = 1.1;
  const waiting = [share.next(), share.next()];
  expect(waiting).toEqual([expect.any(Promise), expect.any(Promise)]);
  turns.shift()?.();
  for (const turn of waiting) await turn;
  expect(share.next()).toBeUndefined();
  turns.shift()?.();
  now = 50;
  expect(share.next()).toBeUndefined();
  expect(turns).toHaveLength(1);
});
