import type { ToolResult } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { keepWithin } from './keep-within.ts';

const large = 'x'.repeat(1024 * 1024);

async function keep(result: ToolResult) {
  const kept: { readonly bytes: Buffer; readonly contentType: string | undefined }[] = [];
  const spill = async (bytes: Uint8Array, contentType: string | undefined) => {
    kept.push({ bytes: Buffer.from(bytes), contentType });
    return `kept:/${kept.length}`;
  };
  return { result: await keepWithin(result, spill), kept };
}

const done = { success: true, pastTenseMessage: 'Done' };

test('B7: a small result of a client stays as it is', async () => {
  const given = { ...done, content: [{ type: 'text' as const, text: 'a' }], structuredContent: { n: 1 } };
  expect(await keep(given)).toEqual({ result: given, kept: [] });
  expect(await keep(done)).toEqual({ result: done, kept: [] });
});

test('B7: text, bytes and data that are too large for a chat are stored elsewhere, whole', async () => {
  const data = Buffer.alloc(1024 * 1024, 7).toString('base64');
  const { result, kept } = await keep({
    ...done,
    content: [
      { type: 'text', text: 'small' },
      { type: 'text', text: large },
      { type: 'embeddedResource', data, contentType: 'image/png' },
    ],
    structuredContent: { large },
  });
  expect(kept.map(({ bytes, contentType }) => [bytes.length, contentType])).toEqual([
    [large.length, undefined],
    [1024 * 1024, 'image/png'],
    [large.length + 12, undefined],
  ]);
  expect(kept[2]?.bytes.toString()).toBe(JSON.stringify({ large }));
  expect(result).toEqual({
    ...done,
    content: [
      { type: 'text', text: 'small' },
      expect.objectContaining({ type: 'resource', uri: 'kept:/1', sizeHint: large.length }),
      { type: 'resource', uri: 'kept:/2', sizeHint: 1024 * 1024, contentType: 'image/png' },
      expect.objectContaining({ type: 'resource', uri: 'kept:/3' }),
    ],
  });
});
