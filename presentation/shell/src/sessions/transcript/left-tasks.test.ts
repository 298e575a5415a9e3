import { serverTaskMeta, type ResponsePart } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { leftTasksSentence } from './left-tasks.ts';

function left(taskId: string, displayName: string): ResponsePart {
  const toolCall = {
    ...{ toolCallId: taskId, toolName: 'job', displayName, invocationMessage: '' },
    ...{ status: 'cancelled' as const, reason: 'skipped' as const },
    contributor: { kind: 'mcp' as const, customizationId: 's' },
    _meta: serverTaskMeta({ taskId, generation: 'core', definition: 'd' }),
  };
  return { kind: 'toolCall', toolCall };
}

test('A4, J7: an interrupted answer tells which tasks may still run, and how to cancel them', () => {
  const one = left('1', 'Build');
  expect(leftTasksSentence({ responseParts: [one] })).toBe(
    '“Build” may still be running on the server. Resume to wait for it. To cancel it, resume and then stop.',
  );
  expect(leftTasksSentence({ responseParts: [one, left('2', 'Test'), left('3', 'Ship')] })).toMatch(
    /^“Build” and 2 more may still be running on the server\. Resume to wait for them\./,
  );
  expect(leftTasksSentence({ responseParts: [] })).toBeUndefined();
});
