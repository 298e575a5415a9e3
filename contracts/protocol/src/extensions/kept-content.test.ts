import { expect, test } from 'vitest';
import type { ResponsePart } from '../channels/chat/state.ts';
import { keptContentUri, keptResultsOf } from './kept-content.ts';

const hash = (digit: string): string => digit.repeat(64);
const side = (uri: string, digit: string) => ({
  uri,
  content: { uri: keptContentUri(hash(digit)), sizeHint: 3 },
});

test('B7: what is kept of results are long parts, and both sides of changes', () => {
  const part: ResponsePart = {
    kind: 'toolCall',
    toolCall: {
      ...{
        status: 'completed',
        toolCallId: 'c',
        toolName: 'edit',
        displayName: 'Edit',
        confirmed: 'not-needed',
      },
      ...{ invocationMessage: 'Edit', success: true, pastTenseMessage: 'Edited' },
      content: [
        { type: 'resource', uri: keptContentUri(hash('a')), sizeHint: 9, contentType: 'text/plain' },
        { type: 'resource', uri: 'https://example.com/' },
        { type: 'fileEdit', before: side('file:///w/a.txt', 'b'), after: side('file:///w/a.txt', 'c') },
        { type: 'fileEdit', after: { uri: 'file:///w/b.txt', content: { uri: 'file:///w/b.txt' } } },
      ],
    },
  };
  expect(keptResultsOf([part, { kind: 'markdown', id: 'm', content: 'Done.' }])).toEqual([
    { name: 'Edit', hash: hash('a'), size: 9, contentType: 'text/plain' },
    { name: 'a.txt', hash: hash('b'), size: 3 },
    { name: 'a.txt', hash: hash('c'), size: 3 },
  ]);
});
