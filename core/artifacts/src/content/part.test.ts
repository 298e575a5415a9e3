import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContentPart, readPart } from './part.ts';

function part(bytes: Uint8Array, offset: number, limit: number): Promise<ContentPart> {
  const read = async (_hash: string, start: number, length: number): Promise<Buffer> =>
    Buffer.from(bytes).subarray(start, start + length);
  return readPart({ read }, { hash: '', size: bytes.length }, offset, limit);
}

/** Reads everything by following `nextOffset`. */
async function parts(bytes: Uint8Array, limit: number): Promise<ContentPart[]> {
  const found: ContentPart[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = found.at(-1)?.nextOffset) {
    found.push(await part(bytes, offset, limit));
    if (found.length > bytes.length + 1) throw new Error('It makes no progress.');
  }
  return found;
}

const limits = fc.integer({ min: 1, max: 9 });

test('F1: the parts of a text make up the whole, however small they are', async () => {
  const texts = fc.string({ unit: 'binary', maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(texts, limits, async (whole, limit) => {
      const found = await parts(Buffer.from(whole), limit);
      expect(found.map(({ text }) => text).join('')).toBe(whole);
      expect(found.filter(({ base64 }) => base64 !== undefined)).toEqual([]);
    }),
  );
});

test('F1: the parts of any bytes make up the whole', async () => {
  // Many of the second kind look like parts of characters.
  const bytes = fc.oneof(
    fc.array(fc.nat(255), { maxLength: 30 }),
    fc.array(fc.constantFrom(0x41, 0x80, 0xa4, 0xc3, 0xe2, 0xf0, 0xff), { maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, limits, async (whole, limit) => {
      const found = await parts(Uint8Array.from(whole), limit);
      const read = found.map(({ text, base64 }) =>
        text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text),
      );
      expect([...Buffer.concat(read)]).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test('F1: a text is text from any place on', async () => {
  const whole = 'aäߔ€😀z';
  const bytes = Buffer.from(whole);
  for (let offset = 0; offset <= bytes.length; offset++) {
    const { text = '?' } = await part(bytes, offset, 100);
    expect(whole.endsWith(text)).toBe(true);
    expect(Buffer.byteLength(text)).toBeGreaterThan(bytes.length - offset - 4);
  }
});

test('L5: an offset behind the end is refused, one at the end is not', async () => {
  const bytes = Buffer.from('abc');
  expect(await part(bytes, 3, 10)).toEqual({ text: '', size: 3 });
  await expect(part(bytes, 4, 10)).rejects.toMatchObject({
    kind: 'InvalidParams',
    message: '"offset" is beyond the end: the content has 3 bytes.',
  });
});
