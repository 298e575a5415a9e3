import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadHarnesses } from './load-harnesses.ts';

const harness = (provider: string) =>
  `({ describe: { provider: ${provider}, displayName: '', description: '', models: [] }, async *run() {} })`;

/** A folder with modules and packages, and the result of loading some of them. */
function folder(files: Readonly<Record<string, string>>) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia agents '));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), content);
  }
  const configFile = path.join(home, 'host.json');
  return {
    home,
    load: async (...modules: readonly string[]) =>
      (
        await loadHarnesses(
          {
            configFile,
            agents: modules.map((module) => ({
              module: module.startsWith('./') ? path.join(home, module) : module,
              options: { name: 'given' },
            })),
          },
          {},
        )
      ).harnesses,
  };
}

test('L1: agents come from files and from packages, in their order, with their options', async () => {
  const { load } = folder({
    'one agent.mjs': `export const createHarness = (options) => ${harness('options.name')};`,
    'two.mjs': `export const createHarness = async () => ${harness(`'two'`)};`,
    'node_modules/three/package.json': '{ "name": "three", "type": "module", "exports": "./main.js" }',
    'node_modules/three/main.js': `export const createHarness = () => ${harness(`'three'`)};`,
  });
  const loaded = await load('./one agent.mjs', './two.mjs', 'three');
  expect(loaded.map(({ describe: { provider } }) => provider)).toEqual(['given', 'two', 'three']);
});

describe('L5: an agent that cannot be loaded is named, with what to do', () => {
  const agent = `export const createHarness = () => ${harness(`'same'`)};`;
  test.each<[string, Record<string, string>, string[], string]>([
    [
      'is missing',
      {},
      ['./gone.mjs'],
      'is not there; correct the path, which is relative to the configuration file.',
    ],
    [
      'is not installed',
      {},
      ['no-such-agent'],
      'cannot be found; install the package beside the configuration file, or give the path of its file, starting with "./".',
    ],
    [
      'exports nothing that can be found',
      {
        'node_modules/shy/package.json': '{ "name": "shy", "exports": { "import": "./main.js" } }',
        'node_modules/shy/main.js': agent,
      },
      ['shy'],
      'has no "default" among the exports in its package.json; add that, or give the path of its file, starting with "./".',
    ],
    [
      'has no createHarness',
      { 'a.mjs': 'export default 1;' },
      ['./a.mjs'],
      'has no createHarness; export a function',
    ],
    [
      'throws',
      { 'a.mjs': `throw new Error('at load');` },
      ['./a.mjs'],
      'cannot be loaded; correct it or remove the entry: at load',
    ],
    [
      'does not parse',
      { 'a.mjs': 'export const' },
      ['./a.mjs'],
      'cannot be loaded; correct it or remove the entry: ',
    ],
    [
      'fails to create',
      { 'a.mjs': `export const createHarness = () => Promise.reject(new Error('no key'));` },
      ['./a.mjs'],
      'fails in createHarness; correct it or remove the entry: no key',
    ],
    [
      'creates something else',
      { 'a.mjs': 'export const createHarness = () => ({ run() {} });' },
      ['./a.mjs'],
      'does not create a harness; createHarness must return { describe: { provider, … }, run(turn) { … } }.',
    ],
    [
      'has the name of another',
      { 'b.mjs': agent, 'a.mjs': agent },
      ['./b.mjs', './a.mjs'],
      'is called "same", as is "',
    ],
  ])('one that %s', async (_, files, modules, message) => {
    const { home, load } = folder(files);
    const last = (modules.at(-1) ?? '').replace('./', `${home}/`);
    const start = `${home}/host.json: agents[${modules.length - 1}] ("${last}") ${message}`;
    const error = (await load(...modules).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ exitCode: 2 });
    expect(error.message.slice(0, start.length)).toBe(start);
  });
});
