import type { NotificationParams } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { CreationProgress } from './creation-progress.ts';
import type { WaitsFor } from './equipment.ts';

function scene() {
  const told: object[] = [];
  let isHeld = false;
  let servers: WaitsFor = () => undefined;
  let end: () => void = () => undefined;
  const progress = new CreationProgress({
    equipment: {
      started: (_uri, _signal, starting) => {
        servers = starting;
        return new Promise((resolve) => (end = () => resolve()));
      },
    },
    hold: () => {
      isHeld = true;
      return () => (isHeld = false);
    },
    report: () => undefined,
  });
  const tell = (said: Omit<NotificationParams<'root/progress'>, 'channel'>) => void told.push(said);
  const following = progress.follow('ahp-session:/s', 7, tell);
  return {
    told,
    progress,
    following,
    servers: (...names: string[]) => servers(names),
    end: () => end(),
    isHeld: () => isHeld,
  };
}

test('J7: the creator of a session hears which servers are starting, and when all are up', async () => {
  const { told, following, servers, end, isHeld } = scene();
  servers();
  servers('Files', 'Mail');
  servers('Files', 'Mail');
  servers('Mail');
  expect(isHeld()).toBe(true);
  end();
  await following;
  expect(told).toEqual([
    { progressToken: 7, progress: 0, total: 1 },
    { progressToken: 7, progress: 0, total: 3, message: 'Starting Files, Mail' },
    { progressToken: 7, progress: 1, total: 3, message: 'Starting Mail' },
    { progressToken: 7, progress: 3, total: 3 },
  ]);
  expect(isHeld()).toBe(false);
});

test('J7: nothing is told about a session that is gone', async () => {
  const { told, progress, following, servers, end } = scene();
  progress.end('ahp-session:/s');
  servers('Files');
  end();
  await following;
  expect(told).toEqual([]);
});
