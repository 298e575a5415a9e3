import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggia, type Answered } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { scriptedAgent } from './src/process/scripted-agent.ts';

const secret = 'sk-agent-and-secret';

describe('agents on the command line', () => {
  const data = new DataDirectory({ agentCatalogs: ['./agents.json', './gone.json', 'loggia'] });
  let host: HostProcess;

  beforeAll(async () => {
    const here = { id: 'here', name: 'Here', version: '1.0.0', description: 'Runs here.', license: 'MIT' };
    const binary = Object.fromEntries(
      ['linux', 'darwin', 'windows']
        .flatMap((system) => [`${system}-x86_64`, `${system}-aarch64`])
        .map((platform) => [
          platform,
          { archive: 'https://a.example/x', cmd: './node', args: [scriptedAgent] },
        ]),
    );
    const registry = { version: '1.0.0', agents: [{ ...here, distribution: { binary } }] };
    writeFileSync(path.join(data.path, 'agents.json'), JSON.stringify(registry));
    host = await HostProcess.start(data, 'product');
  });

  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
  });

  const run = (...words: string[]): Promise<Answered> => loggia(data, words);
  /** In the folder that every host grants. */
  const chat = (agent: string, text: string): Promise<Answered> =>
    run('chat', '--agent', agent, '--cwd', path.join(data.path, 'workspace'), text);

  test('J9: an agent of a catalog is added, answers, is changed, and is removed', async () => {
    const catalog = await run('agents', 'catalog', '--json');
    const { agents, problems } = JSON.parse(catalog.stdout) as {
      agents: { id: string }[];
      problems: string[];
    };
    expect(agents.slice(0, 2).map(({ id }) => id)).toEqual(['here', 'opencode']);
    expect(problems).toEqual([expect.stringContaining(`${path.join(data.path, 'gone.json')} is not there.`)]);

    expect(await run('agents', 'add', 'here')).toMatchObject({ code: 2 });
    const added = await loggia(data, ['agents', 'add', 'here', '--env', 'KEY', '--yes'], undefined, {
      KEY: secret,
    });
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added Here as "here".') });
    expect(await chat('here', '[{"say":"Hello from the agent."}]')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Hello from the agent.'),
    });
    expect(await run('agents', 'edit', 'here', '--name', 'Renamed', '--no-test')).toMatchObject({ code: 0 });
    const { stdout } = await run('agents', 'list');
    expect(stdout).toMatch(/here\s+Renamed\s+added \(node .* with KEY\)\s+not tested/);
    expect(await run('agents', 'test', 'Renamed')).toMatchObject({ code: 0 });

    const audit = await run('audit', '--json');
    const { records } = JSON.parse(audit.stdout) as {
      records: { method: string; target?: string; by: string }[];
    };
    expect(
      records
        .filter(({ method }) => method.endsWith('Agent'))
        .map(({ method, target, by }) => [method, target, by])
        .toReversed(),
    ).toEqual([
      ['x-loggia/testAgent', `Here: node ${scriptedAgent}`, 'person'],
      ['x-loggia/addAgent', `Here: node ${scriptedAgent}`, 'person'],
      ['x-loggia/updateAgent', `here: node ${scriptedAgent}`, 'person'],
      ['x-loggia/testAgent', 'here', 'person'],
    ]);
    expect(await run('agents', 'remove', 'here', '--yes')).toMatchObject({ code: 0 });
    for (const { stdout: out, stderr } of [added, audit, await run('agents', 'list', '--json')])
      expect(out + stderr).not.toContain(secret);
  });

  test('J9, L5: what is wrong with an agent is one sentence with what to do, in the list, the test and the chat', async () => {
    expect(await run('agents', 'add', 'Gone', '--yes', '--', 'no-such-agent')).toMatchObject({
      code: 1,
      stderr:
        'loggia: Gone could not be started, because there is no program "no-such-agent" on the PATH of the host. Install it, or correct its command. Nothing was added. To add it anyway, add --no-test.\n',
    });
    await run('agents', 'add', 'Gone', '--yes', '--no-test', '--', 'no-such-agent');
    expect((await run('agents', 'list')).stdout).toContain('There is no program "no-such-agent" on the PATH');
    const tested = await run('agents', 'test', 'gone', '--json');
    expect([tested.code, JSON.parse(tested.stdout)]).toMatchObject([1, { works: false }]);
    const answer = await chat('gone', 'Hello');
    expect(answer.code).not.toBe(0);
    expect(answer.stdout + answer.stderr).toContain('Install it, or correct its command');

    const signedOut = ['--env', 'SIGN_IN=each time', '--', process.execPath, scriptedAgent];
    const added = await run('agents', 'add', 'Closed', '--yes', ...signedOut);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('loggia agents sign-in closed') });
    const refused = await chat('closed', '[]');
    expect(refused.stdout + refused.stderr).toContain('loggia agents sign-in closed');
    expect(await run('agents', 'sign-in', 'closed')).toMatchObject({ code: 0 });
    expect(await chat('closed', '[{"say":"Signed in."}]')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Signed in.'),
    });
  });
});
