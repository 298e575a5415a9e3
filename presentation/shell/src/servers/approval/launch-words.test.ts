import { describe, expect, it } from 'vitest';
import { launchFacts, visibleWord } from './launch-words.ts';

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
    const sandbox = ['write:/srv', 'network:none'];
    expect(launchFacts({ kind: 'stdio', command: 'sh', sandbox })).toEqual([
      { name: 'Command', words: ['sh'] },
      { name: 'Sandbox', words: sandbox },
    ]);
    expect(launchFacts({ kind: 'http', url: 'https://a.test', headers: ['K'] })).toEqual([
      { name: 'Address', words: ['https://a.test'] },
      { name: 'Headers', words: ['K'] },
    ]);
  });
});
