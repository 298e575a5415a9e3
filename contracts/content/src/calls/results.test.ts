import { expect, test } from 'vitest';
import { apiAccessOf } from './api-access.ts';
import { extractedTextOf, thumbnailOf } from './results.ts';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const image = (mimeType: string, data: string) => ({ content: [{ type: 'image', mimeType, data }] });

test('H3: text is taken from the structured result, else from the text blocks', () => {
  expect(extractedTextOf({ structuredContent: { text: 'a' }, content: [{ type: 'text', text: 'b' }] })).toBe(
    'a',
  );
  expect(
    extractedTextOf({
      content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }],
    }),
  ).toBe('a\nb');
  expect(extractedTextOf({ structuredContent: { text: '' } })).toBe('');
  expect(extractedTextOf({ structuredContent: { text: 5 }, content: [{ type: 'text', text: 'b' }] })).toBe(
    'b',
  );
});

test('L5: text that is none is none, and too much of it is cut', () => {
  for (const result of [
    undefined,
    null,
    'text',
    {},
    { content: [] },
    { content: 'x' },
    { isError: true, content: [{ type: 'text', text: 'b' }] },
  ])
    expect(extractedTextOf(result)).toBeUndefined();
  expect(extractedTextOf({ structuredContent: { text: 'x'.repeat(5_000_000) } })).toHaveLength(
    4 * 1024 * 1024,
  );
  expect(extractedTextOf({ structuredContent: { text: 'a\uD800b' } })).toBe('a\uFFFDb');
});

test('H3: a thumbnail is the first picture', () => {
  expect(
    thumbnailOf({ content: [{ type: 'text', text: 'here' }, ...image('Image/PNG', png).content] }),
  ).toEqual({
    mimeType: 'image/png',
    data: png,
  });
});

test('L5: a thumbnail that is too large, or not what it says, is none', () => {
  for (const result of [
    undefined,
    { content: [] },
    { ...image('image/png', png), isError: true },
    image('image/svg+xml', 'PHN2Zz4='),
    image('image/png', 'PHN2Zz4='),
    image('text/html', png),
    image('constructor', png),
    image('image/png', `${png}"><script>`),
    image('image/png', `iVBORw0KGgo${'A'.repeat(400_000)}`),
  ])
    expect(thumbnailOf(result)).toBeUndefined();
});

test('H4: the way back is found in the call’s _meta, and nowhere else', () => {
  const access = { url: 'http://127.0.0.1:1/api', token: 't', expiresAt: '2026-01-01T00:00:00Z' };
  expect(apiAccessOf({ 'loggia/api': access })).toEqual(access);
  for (const meta of [undefined, null, {}, { 'loggia/api': 'x' }, { 'loggia/api': { ...access, token: 5 } }])
    expect(apiAccessOf(meta)).toBeUndefined();
});
