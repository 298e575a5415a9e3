import type { ResponsePart, Turn } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { findRows, nextMatch } from './find.ts';
import { rowsOf } from './rows.ts';

const turn = (id: string, text: string, responseParts: ResponsePart[]): Turn => ({
  id,
  message: { text, origin: { kind: 'user' } },
  responseParts,
  state: 'complete',
});

const rows = rowsOf({
  turns: [
    turn('1', 'Where is the Budget?', [{ kind: 'markdown', id: 'a', content: 'In the drawer.' }]),
    turn('2', 'Open it', [
      {
        kind: 'toolCall',
        toolCall: {
          toolCallId: 'c',
          toolName: 'open',
          displayName: 'Open budget',
          status: 'completed',
          invocationMessage: 'Opening',
          toolInput: '{"place":"drawer"}',
          confirmed: 'not-needed',
          success: true,
          pastTenseMessage: 'Opened',
          content: [{ type: 'text', text: 'Forty coins' }],
        },
      },
      { kind: 'error', error: { errorType: 'x', message: 'The drawer jammed' } },
    ]),
  ],
});

describe('searching a transcript', () => {
  it('J3: finds messages, answers, calls with their input and results, and errors', () => {
    expect(findRows(rows, 'budget')).toEqual(['1', '2/0']);
    expect(findRows(rows, 'DRAWER')).toEqual(['1/0', '2/0', '2/1']);
    expect(findRows(rows, 'forty')).toEqual(['2/0']);
    expect(findRows(rows, '  ')).toEqual([]);
    expect(findRows(rows, 'nowhere')).toEqual([]);
  });

  it('J3: goes round and round, and begins with the newest', () => {
    const found = ['a', 'b', 'c'];
    expect(nextMatch(found, undefined, 1)).toBe('c');
    expect(nextMatch(found, 'c', 1)).toBe('a');
    expect(nextMatch(found, 'a', -1)).toBe('c');
    expect(nextMatch(found, 'gone', 1)).toBe('c');
    expect(nextMatch([], 'a', 1)).toBeUndefined();
  });
});
