import { describe, expect, test } from 'vitest';
import { catalog, groups } from '../commands/catalog.ts';
import { findCommand } from './find-command.ts';

const find = (line: string) => findCommand(line.split(' ').filter(Boolean), catalog, Object.keys(groups));

test.each([
  '',
  'serve',
  'serve --help',
  '--version',
  'version',
  '--port 0 --no-open',
  '--data ./servers',
  '--data servers',
  '--log-level debug serve',
])('L2: "loggia %s" is for the host itself', (line) => {
  expect(find(line)).toEqual({ kind: 'host' });
});

test.each<[string, string, string]>([
  ['servers list', 'servers list', ''],
  ['servers list --json', 'servers list', '--json'],
  ['--json --data servers servers list', 'servers list', '--json --data servers'],
  ['doctor files', 'doctor', 'files'],
  ['servers add tools -- servers list --help', 'servers add', 'tools -- servers list --help'],
  ['help servers add', 'servers add', '--help'],
  ['help doctor', 'doctor', '--help'],
])('L2: "loggia %s" is %s', (line, path, rest) => {
  const found = find(line);
  expect(found).toMatchObject({ kind: 'command', rest: rest.split(' ').filter(Boolean) });
  expect(found.kind === 'command' && found.command.path.join(' ')).toBe(path);
});

test.each<[string, string | undefined]>([
  ['--help', undefined],
  ['-h', undefined],
  ['help', undefined],
  ['servers --help', 'servers'],
  ['help tools', 'tools'],
])('L2: "loggia %s" is help', (line, group) => {
  expect(find(line)).toEqual({ kind: 'help', group });
});

describe('L5: a command that there is not', () => {
  test.each<[string, string]>([
    ['server list', 'There is no command "loggia server". Did you mean "loggia servers"?'],
    ['serverss list', 'There is no command "loggia serverss". Did you mean "loggia servers"?'],
    ['frobnicate', 'There is no command "loggia frobnicate". "loggia --help" lists them all.'],
    ['servers lsit', 'There is no command "loggia servers lsit". Did you mean "loggia servers list"?'],
    ['servers x', 'There is no command "loggia servers x". "loggia servers --help" lists them all.'],
    ['trust', 'Choose what to do with trust: list, review, add, deny, forget.'],
    ['help toolz', 'There is no command "loggia help toolz". Did you mean "loggia help tools"?'],
  ])('%s', (line, message) => {
    expect(() => find(line)).toThrow(expect.objectContaining({ outcome: 'wrongUsage', message }));
  });
});
