import { expect, test } from 'vitest';
import type { ResponsePart } from '../channels/chat/state.ts';
import type { ToolCall } from '../channels/chat/tool-calls.ts';
import { leftTasksIn, serverTaskMeta, serverTaskOf, withoutTakenOver } from './server-task.ts';

const task = { taskId: 't', generation: 'core', definition: 'd' } as const;
const server = { kind: 'mcp' as const, customizationId: 's' };
const facts = { toolName: 'job', displayName: 'Job', contributor: server, invocationMessage: 'Working' };

function part(toolCallId: string, call: Partial<Extract<ToolCall, { status: 'cancelled' }>> = {}) {
  const toolCall = {
    ...facts,
    toolCallId,
    status: 'cancelled' as const,
    reason: 'skipped' as const,
    ...call,
  };
  return { kind: 'toolCall' as const, toolCall };
}

function done(toolCallId: string): ResponsePart {
  const result = { success: true, pastTenseMessage: 'Done', confirmed: 'not-needed' as const };
  const toolCall = { ...facts, toolCallId, status: 'completed' as const, ...result };
  return { kind: 'toolCall', toolCall: { ...toolCall, _meta: serverTaskMeta(task) } };
}

test('B4: a mark is read as it was written, and nothing else is one', () => {
  expect(serverTaskOf({ _meta: serverTaskMeta(task) })).toEqual(task);
  for (const mark of [undefined, null, 't', {}, { ...task, generation: 'other' }, { ...task, taskId: '' }])
    expect(serverTaskOf({ _meta: { 'loggia.task': mark } })).toBeUndefined();
});

test('A4, B4: tasks are left by calls to servers that ended with their turn', () => {
  const _meta = serverTaskMeta(task);
  const left = part('one', { _meta });
  const others = [
    part('unmarked'),
    part('denied', { _meta: serverTaskMeta({ ...task, taskId: 'u' }), reason: 'denied' }),
    part('client', {
      _meta: serverTaskMeta({ ...task, taskId: 'v' }),
      contributor: { kind: 'client', clientId: 'c' },
    }),
  ];
  expect(leftTasksIn([left, ...others])).toEqual([left.toolCall]);
  // A second attempt that was interrupted as well counts in place of the first.
  const again = part('two', { _meta });
  expect(leftTasksIn([left, again])).toEqual([again.toolCall]);
  expect(leftTasksIn([left, done('two')])).toEqual([]);
});

test('A6: of several calls that waited for a task, an agent is told of the last', () => {
  const left = part('one', { _meta: serverTaskMeta(task) });
  const text: ResponsePart = { kind: 'markdown', id: 'm', content: 'Hello' };
  expect(withoutTakenOver([left, text, done('two')])).toEqual([text, done('two')]);
  const untouched = [left, text];
  expect(withoutTakenOver(untouched)).toBe(untouched);
});
