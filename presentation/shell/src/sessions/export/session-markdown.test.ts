import { artifactAttachment, fileAttachment } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { sessionMarkdown } from './session-markdown.ts';

test('J3: an exported session has what was said and what tools did, with names instead of ids', () => {
  const state = {
    title: 'Plan a trip',
    defaultChat: 'a',
    chats: [{ resource: 'a', title: 'New session' }],
    activeClients: [],
    customizations: [{ id: 's1', type: 'mcpServer', name: 'weather' }],
  };
  const call = {
    toolCallId: 'c1',
    toolName: 'get_weather',
    displayName: 'Weather',
    invocationMessage: 'Reading the weather',
    pastTenseMessage: 'Read the weather',
    contributor: { kind: 'mcp', customizationId: 's1' },
    toolInput: '{"city":"Rome"}',
    status: 'completed',
  };
  const turn = {
    id: 't1',
    startedAt: '2026-01-01T00:00:00Z',
    message: {
      text: 'How is it?',
      origin: { kind: 'user' },
      attachments: [
        { type: 'simple', label: 'A note' },
        artifactAttachment({ id: 'a1', workspace: 'w', type: 'x-test/table', title: 'Cities [old]' }),
        fileAttachment({ name: 'plan.txt', hash: 'a'.repeat(64), size: 1200, contentType: 'x-test/plan' }),
      ],
    },
    responseParts: [
      {
        kind: 'toolCall',
        toolCall: { ...call, success: true, content: [{ type: 'text', text: '```sun```' }] },
      },
      { kind: 'toolCall', toolCall: { ...call, success: false, error: { message: 'Closed.' } } },
      { kind: 'markdown', content: 'See [Cities](artifact:///a1).' },
    ],
    state: 'complete',
  };
  const whole = { resource: 's', state, chats: [{ resource: 'a', title: '', turns: [turn] }] };
  expect(sessionMarkdown(whole as never)).toBe(`# Plan a trip

## You (2026-01-01T00:00:00Z)

How is it?

*With “A note”, [Cities \\[old\\]](artifact:///a1), “plan.txt” (x-test/plan, 1.2 kB)*

## Agent

**Read the weather** (\`get_weather\`, weather): Done

\`\`\`
{
  "city": "Rome"
}
\`\`\`

\`\`\`\`
\`\`\`sun\`\`\`
\`\`\`\`

**Reading the weather** (\`get_weather\`, weather): Failed

\`\`\`
{
  "city": "Rome"
}
\`\`\`

> Closed.

See [Cities](artifact:///a1).
`);
});

test('J3, K1: the files that a call of an agent works on are named as places in the folder', () => {
  const call = {
    ...{
      toolCallId: 'c',
      toolName: 'edit',
      displayName: 'Edit',
      invocationMessage: 'Edit',
      status: 'running',
    },
    ...{ confirmed: 'not-needed', _meta: { 'loggia.locations': [{ uri: 'file:///w/a.ts', line: 3 }] } },
  };
  const turn = {
    ...{ id: 't', message: { text: 'Go', origin: { kind: 'user' } } },
    responseParts: [{ kind: 'toolCall', toolCall: call }],
  };
  const state = { title: 'T', chats: [], activeClients: [], workingDirectories: ['file:///w'] };
  const whole = { resource: 's', state, chats: [{ resource: 'a', title: '', turns: [], activeTurn: turn }] };
  expect(sessionMarkdown(whole as never)).toContain('**Edit** (`edit`): Running\n\n*In `a.ts:3`*');
});
