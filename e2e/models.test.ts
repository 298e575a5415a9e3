import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, FakeProvider, says } from '@loggia/testing/providers';
import { expect, onTestFinished, test } from 'vitest';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const key = 'sk-e2e-right-and-secret';

/** Every byte that a host has written. */
function everythingIn(folder: string): Buffer {
  return Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name))),
  );
}

test('J9: a model is connected, tested, used and removed from the command line, without a restart', async () => {
  const model = await FakeProvider.open('anthropic');
  onTestFinished(() => model.close());
  model.keys = [key];
  model.models = ['claude-test'];
  using data = new DataDirectory({ agents: undefined });
  await using host = await HostProcess.start(data);
  using client = new TappedClient('watcher', () => data.endpoint());
  const root = client.ahp.root();
  await root.ready;
  const agents = () => root.state?.agents.map(({ provider }) => provider);
  expect(agents()).toEqual(['operator']);

  const add = (variable: string) =>
    loggia(
      data,
      ['models', 'add', 'anthropic', '--name', 'Claude', '--base-url', model.baseURL, '--key-env', variable],
      undefined,
      { RIGHT: key, WRONG: 'sk-e2e-wrong-and-secret' },
    );
  const wrong = await add('WRONG');
  expect(wrong).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('does not accept this key'),
  });
  expect(wrong.stderr).not.toContain('sk-e2e');
  model.when('ready', answers(says('ready')));
  expect(await add('RIGHT')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Connected Claude as "claude"'),
  });
  await until('every client sees it', () => agents()?.join() === 'claude,operator');

  model.when('Good morning', answers(says('Good morning to you.')));
  const said = await loggia(data, ['chat', 'Good morning']);
  expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('Good morning to you.') });

  const listed = await loggia(data, ['models', 'list', '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    providers: [
      { provider: 'claude', source: { kind: 'connected' }, hasKey: true, models: [{ id: 'claude-test' }] },
      { provider: 'operator', source: { kind: 'builtIn' } },
    ],
  });
  const seen = Buffer.concat([everythingIn(data.path), Buffer.from(host.stderr + listed.stdout)]);
  for (const secret of [key, 'sk-e2e-wrong-and-secret']) expect(seen.includes(secret)).toBe(false);

  expect(await loggia(data, ['models', 'remove', 'claude', '--yes'])).toMatchObject({ code: 0 });
  await until('it is gone', () => agents()?.join() === 'operator');
  expect(model.problems).toEqual([]);
  expect(host.loggedErrors).toEqual([]);
});
