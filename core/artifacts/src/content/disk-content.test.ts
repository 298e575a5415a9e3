import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ContentStore } from './content-store.ts';
import { createContentStore } from './disk-content.ts';

let directory: string;
let store: ContentStore;
let reported: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loggia-content-'));
  reported = [];
  store = await createContentStore(directory, (hash) => reported.push(hash));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true, force: true });
});

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Every file below the directory. */
async function files(): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function* inChunks(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Sends a little, then nothing more. */
async function* stuck(): AsyncGenerator<Buffer> {
  yield Buffer.from('the beginning');
  await new Promise(() => undefined);
}

describe('put', () => {
  test('F1: bytes come back as they were, whatever pieces they came in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        async (raw, length) => {
          const bytes = Buffer.from(raw);
          const stored = await store.put(inChunks(bytes, length));
          expect(stored).toEqual({ hash: hashOf(bytes), size: bytes.length });
          expect(await buffer(await store.open(stored.hash))).toEqual(bytes);
          expect(await store.put(bytes)).toEqual(stored);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('F1: the same bytes are kept once, by a path that is made of their hash alone', async () => {
    const bytes = Buffer.from('twice');
    const [one, two] = await Promise.all([store.put(bytes), store.put(Readable.from([bytes]))]);
    expect(one).toEqual(two);
    expect(await files()).toEqual([join(directory, one.hash.slice(0, 2), one.hash.slice(2))]);
  });

  test('L5: more than allowed is refused and leaves nothing behind', async () => {
    const bytes = randomBytes(100);
    await expect(store.put(inChunks(bytes, 10), { maxBytes: 99 })).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: expect.stringContaining('99 bytes'),
    });
    expect(await files()).toEqual([]);
    expect(await store.put(bytes, { maxBytes: 100 })).toMatchObject({ size: 100 });
  });

  test('L5: an upload that is cut off leaves nothing behind, even when its source is stuck', async () => {
    const stop = new AbortController();
    const putting = store.put(stuck(), { signal: stop.signal });
    await vi.waitFor(async () => expect(await files()).toHaveLength(1));
    stop.abort();
    await expect(putting).rejects.toMatchObject({ kind: 'Unavailable' });
    expect(await files()).toEqual([]);
    await expect(store.put(Buffer.from('x'), { signal: stop.signal })).rejects.toMatchObject({
      kind: 'Unavailable',
    });
    expect(await files()).toEqual([]);
  });

  test('L5: a source that breaks leaves nothing behind, and its error arrives', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new Error('The line is dead.');
    }
    await expect(store.put(broken())).rejects.toThrow('The line is dead.');
    expect(await files()).toEqual([]);
  });

  test('L5: what an upload left that died with the host goes at the next start, and nothing else', async () => {
    const { hash } = await store.put(Buffer.from('kept'));
    await writeFile(join(directory, 'incoming', 'half'), 'half');
    await mkdir(join(directory, 'incoming', 'folder'));
    const again = await createContentStore(directory);
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    expect(await again.read(hash, 0, 10)).toEqual(Buffer.from('kept'));
  });

  test('L5: a full disk is said in a sentence, and nothing is left of the attempt', async () => {
    const probe = await import('node:fs/promises').then(({ open }) => open(join(directory, 'probe'), 'w'));
    const prototype = Object.getPrototypeOf(probe) as { write: () => Promise<never> };
    await probe.close();
    await rm(join(directory, 'probe'));
    vi.spyOn(prototype, 'write').mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await expect(store.put(Buffer.from('x'))).rejects.toMatchObject({
      kind: 'Unavailable',
      message:
        'The content was not stored: the disk is full. Make room or repair the disk, then send it again.',
    });
    expect(await files()).toEqual([]);
  });

  test('F1: nobody finds the bytes before they are said to be known, and a refusal then takes them back', async () => {
    const bytes = Buffer.from('secret');
    const seen: (number | undefined)[] = [];
    await expect(
      store.put(bytes, {
        beforePlaced: async ({ hash }) => {
          seen.push(await store.size(hash));
          throw new Error('No.');
        },
      }),
    ).rejects.toThrow('No.');
    expect(seen).toEqual([undefined]);
    expect(await files()).toEqual([]);
  });
});

describe('reading', () => {
  test('F1: any range of bytes, also one that reaches beyond the end', async () => {
    const bytes = randomBytes(300);
    const { hash } = await store.put(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(400), fc.nat(400), async (start, end) => {
        expect(await buffer(await store.open(hash, { start, end }))).toEqual(bytes.subarray(start, end));
        expect(await store.read(hash, start, end)).toEqual(bytes.subarray(start, start + end));
      }),
      { numRuns: 40 },
    );
    expect(await store.size(hash)).toBe(300);
  });

  test('L5: bytes that are not there are not found; removing them is no error', async () => {
    const { hash } = await store.put(Buffer.from('gone'));
    await store.remove(hash);
    await store.remove(hash);
    expect(await store.size(hash)).toBeUndefined();
    await expect(store.open(hash)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(store.read(hash, 0, 1)).rejects.toMatchObject({ kind: 'NotFound' });
  });

  test.each([
    '',
    '..',
    '../../etc/passwd',
    `${'a'.repeat(63)}G`,
    'A'.repeat(64),
    `${'a'.repeat(64)}\n`,
    `../${'a'.repeat(61)}`,
  ])('L5 %j is no hash and leads to no file', async (hash) => {
    await expect(store.open(hash)).rejects.toMatchObject({ kind: 'InvalidParams' });
    await expect(store.read(hash, 0, 1)).rejects.toMatchObject({ kind: 'InvalidParams' });
    await expect(store.size(hash)).rejects.toMatchObject({ kind: 'InvalidParams' });
    await expect(store.remove(hash)).rejects.toMatchObject({ kind: 'InvalidParams' });
  });

  test('F1: a file is for its owner alone', async () => {
    const { hash } = await store.put(Buffer.from('mine'));
    const path = join(directory, hash.slice(0, 2), hash.slice(2));
    const { stat } = await import('node:fs/promises');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe('mine');
  });
});

describe('damage', () => {
  const bytes = randomBytes(300_000);

  async function damaged(change: (file: Buffer) => Buffer): Promise<{ hash: string; file: string }> {
    const { hash } = await store.put(bytes);
    const [file = ''] = await files();
    await writeFile(file, change(Buffer.from(bytes)));
    return { hash, file };
  }

  const flipped = (file: Buffer): Buffer => {
    file[250_000] = (file[250_000] ?? 0) ^ 1;
    return file;
  };

  test.each([
    ['a flipped bit', flipped],
    ['a missing end', (file: Buffer) => file.subarray(0, 200_000)],
    ['zeros', (file: Buffer) => file.fill(0, 4096, 8192)],
  ])(
    'SE11: %s breaks a full read off before its end, and the next is refused with advice',
    async (_, change) => {
      const { hash } = await damaged(change);
      const sentence = { kind: 'Unavailable', message: expect.stringMatching(/damaged.*Restore a backup/) };
      let received = 0;
      const reading = (async () => {
        for await (const chunk of await store.open(hash)) received += (chunk as Buffer).length;
      })();
      await expect(reading).rejects.toMatchObject(sentence);
      expect(received).toBeLessThan(bytes.length);
      await expect(store.open(hash)).rejects.toMatchObject(sentence);
      await expect(store.open(hash, { start: 10, end: 20 })).rejects.toMatchObject(sentence);
      await expect(store.read(hash, 0, 10)).rejects.toMatchObject(sentence);
      expect(reported).toEqual([hash]);
    },
  );

  test('SE11: a part of a damaged file is refused although the part itself may be whole', async () => {
    const { hash } = await damaged(flipped);
    await expect(store.open(hash, { start: 0, end: 10 })).rejects.toMatchObject({ kind: 'Unavailable' });
    await expect(store.read(hash, 5, 10)).rejects.toMatchObject({ kind: 'Unavailable' });
    expect(await store.verify(hash)).toBe(false);
    expect(reported).toEqual([hash]);
  });

  test('SE11: all of it in memory is checked as well', async () => {
    const { hash } = await damaged(flipped);
    await expect(store.read(hash, 0, bytes.length)).rejects.toMatchObject({ kind: 'Unavailable' });
  });

  test('SE11: saving the same content again mends it', async () => {
    const { hash } = await damaged(flipped);
    expect(await store.verify(hash)).toBe(false);
    await store.put(bytes);
    expect(bytes.equals(await buffer(await store.open(hash)))).toBe(true);
    expect(await store.verify(hash)).toBe(true);
  });

  test('SE11: what has been looked at once is not read a second time for each part', async () => {
    const { hash } = await store.put(bytes);
    const [file = ''] = await files();
    await utimes(file, 1_000_000, 1_000_000);
    expect(bytes.equals(await buffer(await store.open(hash)))).toBe(true);
    // Only reading it again can show this.
    await writeFile(file, flipped(Buffer.from(bytes)));
    await utimes(file, 1_000_000, 1_000_000);
    expect(await buffer(await store.open(hash, { start: 0, end: 3 }))).toEqual(bytes.subarray(0, 3));
  });
});
