import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandboxOrigins, Sandboxes } from '@loggia/sandbox';
import { systemClock } from '@loggia/storage';
import { createHarness } from '@loggia/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openHostEngine, type HostEngine } from '../compose/host-engine.ts';
import { loadConfig } from '../config/host-config.ts';
import { currentEnvironment } from '../config/host-environment.ts';
import { createLogger } from '../logger.ts';
import type { CommandDefinition } from './table.ts';
import { wholeTable } from './whole-table.testkit.ts';

/** The engine as `startHost` composes it, without the network. */
async function openEngine(): Promise<HostEngine> {
  const data = await mkdtemp(path.join(tmpdir(), 'loggia-table-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const config = await loadConfig({ port: 0, data, noOpen: true } as never, currentEnvironment());
  const places = createSandboxOrigins({
    port: 1,
    address: config.host,
    sandbox: config.sandbox,
    sharedPort: undefined,
    isServed: () => false,
    isAllowed: () => false,
  });
  const engine = await openHostEngine({
    config,
    harnesses: [createHarness()],
    logger: createLogger('silent'),
    version: '0.0.0-test',
    shipped: {},
    token: 'token',
    origin: 'http://127.0.0.1:1',
    views: { places, sandboxes: new Sandboxes(systemClock) },
    links: { issue: () => ({ ticket: 't', expiresAt: 0 }) },
    failed: (error) => {
      throw error;
    },
  });
  onTestFinished(() => engine.stop());
  return engine;
}

/** Everything that decides who may run a command and when. */
function rules(table: Iterable<readonly [string, CommandDefinition]>): object {
  return Object.fromEntries(
    [...table].map(([name, { grant, subject, detached = false, reads, tool = false }]) => [
      name,
      { grant, subject: typeof subject, detached, reads, tool },
    ]),
  );
}

test('SE17: the table that tests walk through has every command of a real host, under the same rules', async () => {
  const { commands } = await openEngine();
  expect(rules(Object.entries(wholeTable()))).toEqual(rules(commands.definitions()));
});
