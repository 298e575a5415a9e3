import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSession } from '@loggia/client';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const agent = `
export const createHarness = () => ({
  describe: { provider: 'faulty', displayName: 'Faulty', description: 'Forgets its promises.', models: [] },
  async *run(turn) {
    if (turn.message.text === 'forget') void Promise.reject(new Error('forgotten'));
    if (turn.message.text === 'throw') throw new Error('thrown');
    if (turn.message.text === 'hang') await new Promise(() => {});
    yield { kind: 'text', text: 'still here' };
  },
});
`;

test('A6, L5: an agent that forgets a promise, throws or hangs ends its own turn at most', async () => {
  using data = new DataDirectory({ agents: [{ module: './agent.mjs' }] });
  writeFileSync(path.join(data.path, 'agent.mjs'), agent);
  await using host = await HostProcess.start(data);
  using client = new TappedClient('user', () => data.endpoint());
  const ends: string[] = [];
  for (const text of ['forget', 'throw', 'hang', 'and now?']) {
    const session = client.ahp.session(await createSession(client.ahp));
    await session.ready;
    const chat = client.ahp.chat(session.state?.defaultChat ?? '');
    await chat.ready;
    const message = { text, origin: { kind: 'user' as const } };
    const startedAt = new Date().toISOString();
    await chat.dispatch({ type: 'chat/turnStarted', turnId: 't', startedAt, message }).settled;
    if (text === 'hang')
      await chat.dispatch({ type: 'chat/turnCancelled', turnId: 't', duration: 1 }).settled;
    const turn = await until(`"${text}" has ended`, () => chat.state?.turns[0]);
    ends.push(`${text}: ${turn.state}`);
  }
  expect(ends).toEqual(['forget: complete', 'throw: error', 'hang: cancelled', 'and now?: complete']);
  expect(host.isRunning).toBe(true);
  expect(host.loggedErrors.some((line) => line.includes('forgotten'))).toBe(true);
});
