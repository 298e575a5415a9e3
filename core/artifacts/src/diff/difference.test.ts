import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentStore } from '../content/content-store.ts';
import { createContentStore } from '../content/disk-content.ts';
import type { Substance } from '../store.ts';
import { DifferenceMaker } from './difference.ts';

let directory: string;
let content: ContentStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loggia-diff-'));
  content = await createContentStore(directory);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function holding(bytes: string | Uint8Array, context = '{}'): Promise<Substance> {
  return { type: 'a/b', title: 'T', context, content: await content.put(Buffer.from(bytes)) };
}

async function between(before: string | Uint8Array, after: string | Uint8Array) {
  const maker = new DifferenceMaker(content);
  const [from, to] = [await holding(before), await holding(after)];
  const { content: change } = await maker.between({ artifact: 'x', from: 1, before: from, after: to });
  return { change, from: from.content, to: to.content };
}

describe('content', () => {
  test('F3: texts differ as a patch that leads from one to the other', async () => {
    const before = Array.from({ length: 50 }, (_, line) => `line ${line}\n`).join('');
    const after = before.replace('line 7\n', '').replace('line 30', 'LINE 30').concat('no end of line');
    const { change } = await between(before, after);
    expect(change).toMatchObject({ kind: 'text', added: 2, removed: 2 });
    expect(change.kind === 'text' && applyPatch(before, change.patch)).toBe(after);
  });

  test('F3: what is no text differs as bytes', async () => {
    for (const bytes of [Buffer.from([0xff]), Buffer.from('with \0 in it')]) {
      const { change, from, to } = await between('text', bytes);
      expect(change).toEqual({ kind: 'bytes', before: from, after: to });
      expect((await between(bytes, 'text')).change.kind).toBe('bytes');
    }
  });

  test('L5: texts that are too long, or differ in too many places, differ as bytes', async () => {
    const lines = (count: number, salt: string): string =>
      Array.from({ length: count }, (_, line) => `${salt}${line}\n`).join('');
    expect((await between('a', 'b'.repeat(1_000_001))).change.kind).toBe('bytes');
    expect((await between('a\n', 'b'.repeat(900_000))).change.kind).toBe('text');
    expect((await between(lines(5_000, 'a'), lines(5_000, 'b'))).change.kind).toBe('bytes');
    expect((await between(lines(100, 'a'), lines(100, 'b'))).change.kind).toBe('text');
  });

  test('L5: one request compares so much and no more; what is beyond is said to differ', async () => {
    const maker = new DifferenceMaker(content);
    const kinds: string[] = [];
    for (let index = 0; index < 20; index++) {
      const before = await holding(`${'x'.repeat(900_000)}\n${index}`);
      const after = await holding(`${'x'.repeat(900_000)}\n${index}!`);
      const { content: change } = await maker.between({ artifact: 'x', from: 1, before, after });
      kinds.push(change.kind);
    }
    expect(kinds.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'text'));
    expect(kinds.slice(8)).toEqual(Array.from({ length: 12 }, () => 'bytes'));
  });

  test('L5: the same goes for contexts, and it is said that there is more', async () => {
    const maker = new DifferenceMaker(content);
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 1_500 }, (_, key) => [`k${key}`, key])),
    );
    const before = await holding('same');
    const after = await holding('same', many);
    const lengths: number[] = [];
    for (let index = 0; index < 22; index++) {
      const difference = await maker.between({ artifact: 'x', from: 1, before, after });
      expect(difference.contextCut).toBe(true);
      lengths.push(difference.context.length);
    }
    expect(lengths).toEqual([...Array.from({ length: 20 }, () => 1_000), 0, 0]);
  });
});
