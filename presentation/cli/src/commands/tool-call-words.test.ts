import { serverTaskMeta, type ToolCall } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { statusWord } from './tool-call-words.ts';

test('A4, L2: a call that its server may still work on as a task was interrupted, not skipped', () => {
  const facts = { toolCallId: 'c', toolName: 'job', displayName: 'Job', invocationMessage: '' };
  const call: ToolCall = { ...facts, status: 'cancelled', reason: 'skipped' };
  const _meta = serverTaskMeta({ taskId: 't', generation: 'core', definition: 'd' });
  expect(statusWord(call)).toBe('skipped');
  expect(statusWord({ ...call, _meta })).toBe('interrupted');
  expect(statusWord({ ...call, _meta, reason: 'denied' })).toBe('denied');
});
