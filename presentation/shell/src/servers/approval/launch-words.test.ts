import { describe, expect, it } from 'vitest';
import { changedWords, launchFacts, visibleWord } from './launch-words.ts';

describe('SE1: a command line before somebody approves it', () => {
  it.each([
    ['node', 'node'],
    ['--root=${HOME}/a', '--root=${HOME}/a'],
    ['a b', '"a b"'],
    ['', '""'],
    ['line\nline', '"line\\nline"'],
    ['\u001b[31m', '"\\u001b[31m"'],
    ['a\u202etxt.sh', '"a\\u{202e}txt.sh"'],
    ['a\u200db', '"a\\u{200d}b"'],
    ['a\u00a0b\u3000c\u3164', '"a\\u{a0}b\\u{3000}c\\u{3164}"'],
    ['a\u{e0041}', '"a\\u{e0041}"'],
    ['a\ufe0f', '"a\\u{fe0f}"'],
    ['$(id)', '"$(id)"'],
    ['größe', '"größe"'],
  ])('SE1: hides nothing of %j', (word, shown) => {
    expect(visibleWord(word)).toBe(shown);
  });

  it('SE1: is whole, however long it is', () => {
    const long = 'x'.repeat(20_000);
    expect(
      launchFacts({ kind: 'stdio', command: 'sh', args: ['-c', long], cwd: '/w', env: ['KEY'] }),
    ).toEqual([
      { name: 'Command', words: ['sh', '-c', long] },
      { name: 'Working directory', words: ['/w'] },
      { name: 'Variables', words: ['KEY'] },
    ]);
    const sandbox = ['write:/srv', 'read:/a b', 'network:none', 'devices:all'];
    expect(launchFacts({ kind: 'stdio', command: 'sh', sandbox })).toEqual([
      { name: 'Command', words: ['sh'] },
      { name: 'Can read', words: ['"/a b"'] },
      { name: 'Can change', words: ['/srv'] },
      { name: 'Network', words: ['none'] },
      { name: 'Sandbox', words: ['devices:all'] },
    ]);
    expect(launchFacts({ kind: 'http', url: 'https://a.test', headers: ['K'] })).toEqual([
      { name: 'Address', words: ['https://a.test'] },
      { name: 'Headers', words: ['K'] },
    ]);
  });
});

describe('SE7: where a command line has changed', () => {
  const marked = (now: string, before: string): string =>
    changedWords(now.split(' '), before.split(' '))
      .map(({ word, isChanged }) => (isChanged ? `[${word}]` : word))
      .join(' ');

  it.each([
    ['node a.js --new', 'node a.js', 'node a.js [--new]'],
    ['node b.js --port 1', 'node a.js --port 1', 'node [b.js] --port 1'],
    ['node a.js', 'node a.js', 'node a.js'],
    ['node a.js', 'node a.js --old', 'node a.js'],
    // The same words in another order are another command.
    ['rm -r a b', 'rm a -r b', 'rm [-r] [a] b'],
    ['x x x', 'x x', 'x x [x]'],
    ['sh', 'node', '[sh]'],
  ])('SE7: %j after %j', (now, before, shown) => {
    expect(marked(now, before)).toBe(shown);
  });
});
