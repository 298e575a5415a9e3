import { describe, expect, it } from 'vitest';
import { matchesGlobs, nameWithin } from './globs.ts';

describe('globs of rules', () => {
  it.each([
    ['*.css', 'a.css', true],
    ['*.css', 'deep/down/a.css', true],
    ['*.css', 'a.scss', false],
    ['/*.md', 'docs/a.md', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y/a.ts', true],
    ['src/**/*.ts', 'lib/src/a.ts', false],
    ['**/*.{ts,tsx}', 'x/a.tsx', true],
    ['**/*.{ts,tsx}', 'x/a.js', false],
    ['{src,lib}/**/*.{js,ts}', 'lib/a/b.js', true],
    ['src/', 'src/deep/a', true],
    ['./src/*.ts', 'src/a.ts', true],
    ['a?[0-9].txt', 'ab7.txt', true],
    ['a?[!0-9].txt', 'ab7.txt', false],
    ['**', 'anything/at/all', true],
    ['src/*', 'src/a/b', false],
  ])('D3: %s and %s', (glob, name, isMatch) => {
    expect(matchesGlobs([glob], name)).toBe(isMatch);
  });

  it('D3: one with an exclamation mark excludes', () => {
    expect(matchesGlobs(['**/*.ts', '!**/*.test.ts'], 'a/b.ts')).toBe(true);
    expect(matchesGlobs(['**/*.ts', '!**/*.test.ts'], 'a/b.test.ts')).toBe(false);
  });

  it('D3: one that is made to take forever does not', () => {
    expect(matchesGlobs([`${'*a'.repeat(90)}b`], 'a'.repeat(900))).toBe(false);
    expect(matchesGlobs([`${'**/a/'.repeat(40)}b`], 'a/'.repeat(400))).toBe(false);
    expect(matchesGlobs(['{a,b}'.repeat(40)], 'b'.repeat(40))).toBe(false);
  });

  it('D3: files are named from the folder of the session', () => {
    const folders = ['file:///srv/site'];
    expect(nameWithin('file:///srv/site/src/a%20b.css', folders)).toBe('src/a b.css');
    expect(nameWithin('/srv/site/./src//a.css', folders)).toBe('src/a.css');
    expect(nameWithin('/elsewhere/a.css', folders)).toBe('elsewhere/a.css');
    expect(nameWithin('./src\\a.css', folders)).toBe('src/a.css');
    expect(nameWithin('../a.css', folders)).toBeUndefined();
    expect(nameWithin('https://example.org/a.css', folders)).toBeUndefined();
  });
});
