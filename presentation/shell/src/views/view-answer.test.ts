import { viewToolLimits } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { resultOfAnswer } from './view-answer.ts';

test('E4: an answer becomes a result with its text, media, links and data', () => {
  const link = { type: 'resource_link', uri: 'x-loggia-content:/abc' };
  const answer = {
    content: [
      { type: 'text', text: 'done' },
      { type: 'image', data: 'aW1n', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'a:', text: 'inside' } },
      { type: 'resource', resource: { uri: 'a:', blob: 'aW1n', mimeType: 'a/b' } },
      { type: 'resource_link', uri: 'https://example.com/', mimeType: 'a/b' },
      link,
      7,
    ],
    structuredContent: { n: 1 },
  };
  expect(resultOfAnswer(answer, 'Set')).toEqual({
    success: true,
    pastTenseMessage: 'Ran Set',
    content: [
      { type: 'text', text: 'done' },
      { type: 'embeddedResource', data: 'aW1n', contentType: 'image/png' },
      { type: 'text', text: 'inside' },
      { type: 'embeddedResource', data: 'aW1n', contentType: 'a/b' },
      { type: 'resource', uri: 'https://example.com/', contentType: 'a/b' },
      // Bytes that the host keeps can't be named.
      { type: 'text', text: JSON.stringify(link) },
      { type: 'text', text: '7' },
    ],
    structuredContent: { n: 1 },
  });
});

test('E4: a failure says what the View says', () => {
  expect(resultOfAnswer({ content: [{ type: 'text', text: 'no' }], isError: true }, 'Set')).toEqual({
    success: false,
    pastTenseMessage: 'no',
    error: { message: 'no' },
    content: [{ type: 'text', text: 'no' }],
  });
  expect(resultOfAnswer({ isError: true }, 'Set').error?.message).toBe('Set failed without saying why.');
  expect(resultOfAnswer([], 'Set')).toMatchObject({ success: false });
});

test('E11: an answer that is too large fails with its size', () => {
  const text = 'x'.repeat(viewToolLimits.answer);
  const result = resultOfAnswer({ content: [{ type: 'text', text }] }, 'Set');
  expect(result).toMatchObject({ success: false, error: { code: 'tooLarge' } });
  expect(JSON.stringify(result).length).toBeLessThan(1000);
});
