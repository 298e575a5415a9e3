import { describe, expect, test } from 'vitest';
import { catalog, groups } from '../commands/catalog.ts';
import { helpOf, helpOfAll, helpOfGroup } from './help.ts';
import { parseGiven } from './parse.ts';

function command(path: string) {
  const found = catalog.find((one) => one.path.join(' ') === path);
  if (found === undefined) throw new Error(path);
  return found;
}

const nothing = { data: undefined, url: undefined, token: undefined };

test('L2: options, words and what follows the dashes are told apart', () => {
  const line = ['files', '--env', 'A=1', '--env=B', '--no-start', '--', 'npx', '--json', '--', 'x'];
  expect(parseGiven(command('servers add'), line)).toMatchObject({
    words: ['files'],
    afterDashes: ['npx', '--json', '--', 'x'],
    options: { env: ['A=1', 'B'], header: [], 'no-start': true, sse: false, url: undefined },
    json: false,
    target: nothing,
  });
});

test('L2: where a command has an option of its own, the common one of that name does not count', () => {
  const url = ['--url', 'http://127.0.0.1:1/', '--token', 't'];
  expect(parseGiven(command('servers add'), ['a', ...url])).toMatchObject({
    target: { ...nothing, token: 't' },
    options: { url: 'http://127.0.0.1:1/' },
  });
  expect(parseGiven(command('servers list'), url)).toMatchObject({
    target: { ...nothing, url: 'http://127.0.0.1:1/', token: 't' },
  });
});

test('L2: words after the dashes are words where a command takes nothing apart', () => {
  expect(parseGiven(command('tools call'), ['files', 'read', '--', '--odd=1'])).toMatchObject({
    words: ['files', 'read', '--odd=1'],
    afterDashes: [],
  });
});

describe('L5: a mistake gets one sentence that says what to write', () => {
  test.each<[string, string[], string]>([
    ['servers list', ['--jsn'], 'There is no option "--jsn". Did you mean "--json"?'],
    [
      'servers list',
      ['--frobnicate'],
      'There is no option "--frobnicate". "loggia servers list --help" lists them all.',
    ],
    [
      'servers list',
      ['--__proto__', '1'],
      'There is no option "--__proto__". "loggia servers list --help" lists them all.',
    ],
    [
      'servers start',
      ['-x1'],
      'There is no option "-x". "loggia servers start --help" lists them all. Write a name or id that begins with "-" after "--", such as -- -abc.',
    ],
    ['servers list', ['--data'], '--data needs a value. Write, for example, --data ./data.'],
    ['servers list', ['--data', '--json'], '--data needs a value. Write, for example, --data ./data.'],
    ['servers list', ['--json=yes'], '--json takes no value. Write just --json.'],
    ['servers list', ['files'], 'Unexpected argument "files". Write loggia servers list.'],
    ['servers logs', [], 'NAME is missing. Write loggia servers logs NAME.'],
    ['servers logs', ['x', '--limit', '-1'], '--limit cannot be "-1". Give a whole number, 1 or more.'],
    ['servers logs', ['x', '--limit', '0'], '--limit cannot be "0". Give a whole number, 1 or more.'],
    ['servers logs', ['x', '--limit', '1e3'], '--limit cannot be "1e3". Give a whole number, 1 or more.'],
    ['tools call', ['files'], 'TOOL is missing. Write loggia tools call SERVER TOOL KEY=VALUE….'],
  ])('%s %j', (path, line, message) => {
    expect(() => parseGiven(command(path), line)).toThrow(
      expect.objectContaining({ outcome: 'wrongUsage', message }),
    );
  });
});

test('L2: help has every command and option with examples, and fits a terminal', () => {
  const all = helpOfAll(groups);
  for (const group of Object.keys(groups)) expect(all).toContain(`  ${group} `);
  const texts = [all];
  for (const one of catalog) {
    const text = helpOf(one);
    texts.push(text);
    for (const option of [...Object.keys(one.options), 'json', 'help', 'data'])
      expect(text).toContain(`--${option}`);
    expect(one.examples.length).toBeGreaterThan(0);
    for (const [line] of one.examples) expect(line.startsWith(`loggia ${one.path.join(' ')}`)).toBe(true);
  }
  for (const group of new Set(catalog.flatMap(({ path }) => (path.length > 1 ? path[0] : [])))) {
    const inGroup = catalog.filter(({ path }) => path[0] === group);
    const text = helpOfGroup(group, groups[group] ?? '', inGroup);
    texts.push(text);
    for (const { path } of inGroup) expect(text).toContain(`loggia ${path.join(' ')}`);
  }
  const tooWide = texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 92);
  expect(tooWide).toEqual([]);
});
