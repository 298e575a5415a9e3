import { expect, it } from 'vitest';
import { LogFollower } from './log-follower.ts';

const line = (seq: number) => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  from: 'stderr' as const,
  text: `${seq}`,
});

it('J4: each look asks for what is newer, and a failure keeps what was there', async () => {
  const asked: (number | undefined)[] = [];
  const answers = [[line(1), line(2)], undefined, [line(3)]];
  const log = new LogFollower(async (after) => {
    asked.push(after);
    const entries = answers[asked.length - 1];
    if (entries === undefined) throw new Error('away');
    return { entries, dropped: 0 };
  });
  await Promise.all([log.look(), log.look()]);
  expect(asked).toEqual([undefined]);
  await log.look();
  expect(log.getSnapshot()).toMatchObject({
    tail: { entries: [line(1), line(2)] },
    error: { message: 'away' },
  });
  await log.look();
  expect(asked).toEqual([undefined, 2, 2]);
  expect(log.getSnapshot()).toEqual({
    tail: { entries: [line(1), line(2), line(3)], dropped: 0 },
    error: undefined,
  });
});
