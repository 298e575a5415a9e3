import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeHarness } from '@loggia/testing/harness-contract';
import { onTestFinished } from 'vitest';
import { createHarness } from './index.ts';

const program = fileURLToPath(new URL('fixtures/scripted-agent.testkit.mjs', import.meta.url));

describeHarness('acp', async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'acp-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const refuse = (): Promise<never> => Promise.reject(new Error('There are none.'));
  return {
    harness: createHarness(
      {
        name: 'scripted',
        command: process.execPath,
        args: [program],
        env: { SESSIONS: folder, LISTENS: '1' },
      },
      { PATH: process.env['PATH'] },
    ),
    answers: JSON.stringify([{ say: 'Hello.' }]),
    calls: (tool) => JSON.stringify([{ call: tool }]),
    callsNewTool: JSON.stringify([{ call: 'unlock' }, { hear: 'tools' }, { call: 'unlocked' }]),
    host: { filesIn: () => ({ folders: async () => [folder], read: refuse, write: refuse }) },
  };
});
