import { expect, test } from 'vitest';
import { launchHere, type Machine } from './launch-here.ts';
import { readRegistry, type RegistryEntry } from './registry-format.ts';

function entry(distribution: object, more: object = {}): RegistryEntry {
  const [read] = readRegistry(JSON.stringify({ id: 'one', name: 'One', distribution, ...more })).entries;
  if (!read) throw new Error('The entry has a mistake.');
  return read;
}

const machine = (...programs: readonly string[]): Machine => ({
  platform: 'linux-x86_64',
  node: '20.19.0',
  has: (program) => programs.includes(program),
});
const npx = { package: '@one/agent@1.0.0', cmd: 'one', args: ['acp'], env: { QUIET: '1' } };

test('J9: a package is run by npx, and an installed program by its name', () => {
  expect(launchHere(entry({ npx }), machine('npx'))).toEqual({
    package: '@one/agent@1.0.0',
    isInstalled: false,
    settings: {
      name: 'One',
      command: 'npx',
      args: ['--yes', '--package=@one/agent@1.0.0', '--', 'one', 'acp'],
      env: { QUIET: '1' },
    },
  });
  expect(launchHere(entry({ npx }), machine('npx', 'one'))).toEqual({
    package: '@one/agent@1.0.0',
    isInstalled: true,
    settings: {
      name: 'One',
      command: 'one',
      args: ['acp'],
      env: { QUIET: '1' },
      install: 'npm install --global @one/agent@1.0.0',
    },
  });
  expect(launchHere(entry({ npx: { package: 'one' } }), machine('npx')).settings?.args).toEqual([
    '--yes',
    'one',
  ]);
});

test('J9: an agent that needs a newer Node can be added, and says so', () => {
  const needy = entry({ npx }, { _meta: { loggia: { node: '22.19' } } });
  expect(launchHere(needy, machine('npx'))).toMatchObject({
    settings: { node: '22.19' },
    problem:
      'One needs Node 22.19 or newer, and this host runs Node 20.19.0. Run "nvm install 22.19" on the machine of the host, or install it from nodejs.org, and start Loggia with it.',
  });
  expect(launchHere(needy, { ...machine('npx'), node: '22.19.1' }).problem).toBeUndefined();
});

test('J9: Python packages and archives are not installed, but used where they are', () => {
  const python = { uvx: { package: 'one-agent==1.0', args: ['serve'] } };
  expect(launchHere(entry(python), machine('uvx'))).toEqual({
    package: 'one-agent==1.0',
    isInstalled: false,
    problem:
      'One is a Python package, which Loggia doesn\'t install. Run "uv tool install one-agent==1.0" on the host\'s machine, then add it.',
  });
  expect(launchHere(entry(python), machine('one-agent')).settings).toEqual({
    ...{ name: 'One', command: 'one-agent', args: ['serve'] },
  });
  const binary = {
    'linux-x86_64': { archive: 'https://a.example/one.zip', cmd: './bin/one', args: ['acp'] },
  };
  expect(launchHere(entry({ binary }), machine())).toEqual({
    isInstalled: false,
    problem:
      "One comes as a program to download, which Loggia doesn't install. Install it on the host's machine, then add it.",
  });
  expect(launchHere(entry({ binary }), machine('one')).settings).toEqual({
    ...{ name: 'One', command: 'one', args: ['acp'] },
  });
  const elsewhere = { ...machine(), platform: 'linux-aarch64' };
  expect(launchHere(entry({ binary }), elsewhere).problem).toContain("isn't offered for this machine");
  expect(launchHere(entry({ snap: {} }), machine()).problem).toContain("doesn't know (snap)");
  expect(launchHere(entry({}), machine()).problem).toContain("doesn't say how One is installed");
  expect(launchHere(entry({ npx }), machine()).problem).toContain('no "npx" on the PATH');
});

test.each([
  '--eval=require("fs")',
  'https://evil.example/one.tgz',
  'git+ssh://evil.example/one',
  'file:../one',
  './one',
  'someone/repository',
  'one two',
])('L5: a package that npm would not take from its registry is refused: %s', (name) => {
  const { settings, problem } = launchHere(entry({ npx: { package: name } }), machine('npx'));
  expect([settings, problem]).toEqual([
    undefined,
    `One can't be added, because its package "${name}" isn't the name of an npm package. Add it by its command instead.`,
  ]);
});

test('L5: a program of an entry is a name, never an option or a path', () => {
  expect(
    launchHere(entry({ npx: { package: 'one', cmd: '--eval' } }), machine('npx')).settings,
  ).toBeUndefined();
  const binary = { 'linux-x86_64': { cmd: '-c', args: [] } };
  expect(launchHere(entry({ binary }), machine('-c')).settings).toBeUndefined();
});
