import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

describe('words of a command line', () => {
  it('L5: are one word for the shell, whatever strangers call their things', () => {
    for (const text of ['file:///a/b', 'it is', "it's", '$(id)', '`id`', 'a;b', '-rf', 'x\ny', '"', '~', '*'])
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
    expect(shellWord('file:///home/me/a-b')).toBe('file:///home/me/a-b');
  });
});
