import type { PastPart } from '@loggia/sessions/harness';
import { expect, it } from 'vitest';
import { PastMessages } from './past-messages.ts';

const sight = { seesImages: true, showsToolImages: true };
const tool = (id: string, input: string, text: string): PastPart => ({
  kind: 'tool',
  id,
  name: 'a.b',
  input,
  outcome: { kind: 'done', text },
});

it('A6: results follow their calls, and what was said after them comes after them', () => {
  const parts: PastPart[] = [
    { kind: 'text', text: 'First. ' },
    tool('same', '{"a":1}', 'one'),
    tool('same', 'nonsense', 'two'),
    { kind: 'text', text: '  ' },
    { kind: 'text', text: 'Then.' },
    tool('other', '[1]', ''),
  ];
  const result = (toolCallId: string, value: string) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'a_b',
    output: { type: 'text', value },
  });
  const call = (toolCallId: string, input: unknown) => ({
    type: 'tool-call',
    toolCallId,
    toolName: 'a_b',
    input,
  });
  expect(new PastMessages(sight).ofAnswer(parts)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'First.' },
        call('past_1', { a: 1 }),
        call('past_2', { input: 'nonsense' }),
      ],
    },
    { role: 'tool', content: [result('past_1', 'one'), result('past_2', 'two')] },
    { role: 'assistant', content: [{ type: 'text', text: 'Then.' }, call('past_3', { input: [1] })] },
    { role: 'tool', content: [result('past_3', 'Done, without output.')] },
  ]);
});

it('A6: users and models take turns, even where one of them said nothing', () => {
  const turns = [
    { id: 't1', message: { text: '' }, reply: '', parts: [] },
    { id: 't2', message: { text: 'Hi' }, reply: 'Hello', parts: [{ kind: 'text' as const, text: 'Hello' }] },
  ];
  expect(new PastMessages(sight).ofTurns(turns)).toEqual([
    { role: 'user', content: [{ type: 'text', text: '(nothing)' }] },
    { role: 'assistant', content: '(no answer)' },
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
  ]);
});
