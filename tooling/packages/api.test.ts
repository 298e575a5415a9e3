import { expect, test } from 'vitest';
import { temporaryTree } from '../temporary-tree.ts';
import { apiReport } from './api.mjs';

const manifest = JSON.stringify({
  name: '@loggia/kit',
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './tokens.css': './tokens.css',
  },
});

const library = {
  'package.json': manifest,
  'dist/index.d.ts': `
export type { Note } from './note.js';
export { open as openNote, limits } from './open.js';
export { z } from 'zod';`,
  'dist/note.d.ts': `
import type { Kind } from './kind.js';
/** A note. */
export interface Note {
    readonly kind: Kind; // its kind
    readonly other: Unnamed;
}
interface Unnamed {
    readonly deep: import('./kind.js').Deep;
}
export interface Unused {}`,
  'dist/kind.d.ts': `
export type Kind = 'short' | 'long';
export type Deep = 1;`,
  'dist/open.d.ts': `
import { type Note } from './note.js';
export declare function open(note: Note): void;
export declare function open(id: string): void;
export declare const limits: {
    readonly most: number;
};`,
};

const report = (changes: Readonly<Record<string, string>> = {}): string =>
  apiReport(temporaryTree({ ...library, ...changes }));

test('a report has every exported name with its signature, and the types behind them', () => {
  expect(report()).toBe(`# What can be imported from @loggia/kit

## @loggia/kit

export interface Note {
    readonly kind: Kind;
    readonly other: Unnamed;
}

export declare const limits: {
    readonly most: number;
};

// as openNote
export declare function open(note: Note): void;
export declare function open(id: string): void;

export { z } from 'zod';

## @loggia/kit/tokens.css

A file: ./tokens.css

## Types behind them

// dist/kind.d.ts
export type Deep = 1;

// dist/kind.d.ts
export type Kind = 'long' | 'short';

// dist/note.d.ts
interface Unnamed {
    readonly deep: import('./kind.js').Deep;
}
`);
});

test('neither comments, nor the order of a union, nor unused declarations count', () => {
  const same = {
    'dist/note.d.ts': library['dist/note.d.ts']
      .replace('A note.', 'Something else.')
      .replace('Unused', 'Other'),
    'dist/kind.d.ts': library['dist/kind.d.ts'].replace(`'short' | 'long'`, `'long' | /* or */ 'short'`),
  };
  expect(report(same)).toBe(report());
});

test.each([
  ['a parameter', 'dist/open.d.ts', 'id: string', 'id: number'],
  ['a type behind a name', 'dist/kind.d.ts', 'Deep = 1', 'Deep = 2'],
  ['a name', 'dist/index.d.ts', 'openNote', 'openOne'],
])('a change of %s counts', (_, file, before, now) => {
  const changed = { [file]: library[file as keyof typeof library].replace(before, now) };
  expect(report(changed)).not.toBe(report());
});

test('a long declaration is a line that changes with it, and with nothing else', () => {
  const schema = (last: string) =>
    `export declare const limits: {\n${'    readonly most: number;\n'.repeat(100)}${last}};`;
  const long = (last: string) =>
    report({ 'dist/open.d.ts': `${schema(last)}\nexport declare function open(): void;` });
  const line = /^export declare const limits: \{ … \d+ characters, SHA-256 [0-9a-f]{16}$/m;
  expect(long('')).toMatch(line);
  expect(line.exec(long('/** Why. */\n'))?.[0]).toBe(line.exec(long(''))?.[0]);
  expect(line.exec(long('    readonly least: 1;\n'))?.[0]).not.toBe(line.exec(long(''))?.[0]);
});

test.each([
  [
    'exports everything of a module',
    { 'dist/index.d.ts': `export * from './note.js';` },
    'exports without a name',
  ],
  [
    'exports what is not there',
    { 'dist/index.d.ts': `export { gone } from './note.js';` },
    "doesn't export gone",
  ],
])('a library that %s is refused', (_, changes, why) => {
  expect(() => report(changes)).toThrow(why);
});
