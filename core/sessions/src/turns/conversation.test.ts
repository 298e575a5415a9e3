import {
  selectionAttachment,
  viewMark,
  type Attachment,
  type ResponsePart,
  type ToolCall,
} from '@loggia/protocol';
import { knownMedium, MemoryDisk, reportOf, ScriptedEquipment, userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { Harness, HarnessTurn } from '../harness.ts';
import { callAt, rig, replyOf } from '../rig.testkit.ts';
import { harnessMessage, pastParts } from './conversation.ts';

const asker = { clientId: 'c1', by: 'local' };

const base = { toolName: 'sum', displayName: 'Sum', invocationMessage: 'Using sum', toolInput: '{"a":1}' };
const done = { ...base, status: 'completed' as const, confirmed: 'not-needed' as const };

function partOf(toolCall: ToolCall): ResponsePart {
  return { kind: 'toolCall', toolCall };
}

describe('what an agent is told of earlier turns', () => {
  test('A6: text and calls come in order, with what became of each call', () => {
    const parts: ResponsePart[] = [
      { kind: 'markdown', id: 'm1', content: 'Let me see.' },
      { kind: 'reasoning', id: 'r', content: 'Hm' },
      partOf({
        ...done,
        toolCallId: '1',
        success: true,
        pastTenseMessage: 'Ran',
        structuredContent: { n: 1 },
        content: [
          { type: 'text', text: 'one' },
          { type: 'embeddedResource', data: 'aW1n', contentType: 'image/png' },
          { type: 'embeddedResource', data: 'aW5zaWRl', contentType: 'text/plain' },
          { type: 'resource', uri: 'spilled:/1', sizeHint: 3 },
        ],
      }),
      partOf({
        ...done,
        toolCallId: '2',
        success: false,
        pastTenseMessage: 'Failed',
        error: { message: 'No such row.' },
      }),
      partOf({ ...base, status: 'cancelled', toolCallId: '3', reason: 'denied', reasonMessage: 'Not now.' }),
      partOf({ ...base, status: 'cancelled', toolCallId: '4', reason: 'skipped' }),
      { kind: 'markdown', id: 'm2', content: 'There.' },
    ];
    const call = { kind: 'tool', name: 'sum', input: '{"a":1}' };
    expect(pastParts(parts, { tokens: 1000, mediumOf: knownMedium })).toEqual([
      { kind: 'text', text: 'Let me see.' },
      {
        ...call,
        id: '1',
        outcome: {
          kind: 'done',
          text: 'one\n[image/png, shown to the user]\ninside\n[spilled:/1]',
          structured: { n: 1 },
          media: [{ data: 'aW1n', contentType: 'image/png' }],
        },
      },
      { ...call, id: '2', outcome: { kind: 'failed', message: 'No such row.' } },
      { ...call, id: '3', outcome: { kind: 'denied', message: 'Not now.' } },
      { ...call, id: '4', outcome: { kind: 'failed', message: expect.stringContaining('ended') as string } },
      { kind: 'text', text: 'There.' },
    ]);
  });

  test('B7: a result costs no more in later turns than in its own', () => {
    const content = [{ type: 'text' as const, text: 'x'.repeat(10_000) }];
    const result = { success: true, pastTenseMessage: 'Ran', content, structuredContent: content };
    const [part] = pastParts([partOf({ ...done, toolCallId: '1', ...result })], {
      tokens: 100,
      mediumOf: knownMedium,
    });
    if (part?.kind !== 'tool' || part.outcome.kind !== 'done') throw new Error('A result was expected.');
    expect(part.outcome.text).toMatch(/^x{400}\n\[Cut here/);
    expect(part.outcome.structured).toBeUndefined();
  });

  test('A6: a fork, a side chat and a resumed turn know the calls that were made', async () => {
    const equipment = new ScriptedEquipment({ tools: { sum: async (call) => reportOf(call.input) } });
    const resumed: HarnessTurn['resumes'][] = [];
    const harness: Harness = {
      describe: {
        provider: 'calls',
        displayName: 'Calls',
        description: '',
        models: [],
        chats: { several: true, fork: true, side: true },
      },
      async *run(turn) {
        if (turn.message.text === 'know') {
          yield { kind: 'text', text: JSON.stringify(turn.history().map(({ parts }) => parts)) };
          return;
        }
        resumed.push(turn.resumes);
        if (turn.resumes) return;
        yield { kind: 'text', text: 'first' };
        await turn.callTool({ name: 'sum', input: '{"a":1}', says: 'Summing', confirm: false });
        if (turn.message.text === 'break') throw new Error('Broken off on purpose');
      },
    };
    const host = await rig({ equipment: equipment.attach, harnesses: [harness] });
    const { session, chat } = await host.create();
    const turnId = await host.say(chat, 'call');
    await host.idle(chat);
    const tool = { kind: 'tool', name: 'sum', input: '{"a":1}', outcome: { kind: 'done', text: '{"a":1}' } };
    for (const kind of ['fork', 'sideChat'] as const) {
      const to = `ahp-chat:/${kind}`;
      await host.sessions.createChat({ channel: session, chat: to, source: { kind, chat, turnId } }, asker);
      await host.say(to, 'know');
      const state = await host.until(to, ({ turns }) => turns.at(-1)?.message.text === 'know');
      expect(JSON.parse(replyOf(state))).toMatchObject([[{ kind: 'text', text: 'first' }, tool]]);
    }
    const broken = await host.say(chat, 'break');
    await host.until(chat, ({ turns }) => turns.at(-1)?.state === 'error');
    await host.dispatch(chat, { type: 'chat/turnResume', turnId: broken });
    await host.until(chat, ({ turns }) => turns.length === 2 && turns[1]?.state === 'complete');
    expect(resumed.slice(0, -1)).toEqual([undefined, undefined]);
    expect(resumed.at(-1)).toMatchObject({ soFar: 'first', parts: [{ kind: 'text', text: 'first' }, tool] });
    expect(equipment.calls).toHaveLength(2);
  });

  test('A6: a call that a crash cut off is told as one that may have had an effect', async () => {
    const disk = new MemoryDisk();
    const equipment = new ScriptedEquipment({ tools: { sum: () => new Promise(() => {}) } });
    const before = await rig({ disk, equipment: equipment.attach });
    const { chat } = await before.create();
    await before.say(chat, '/tool sum');
    await callAt(before, chat, 'running');
    await before.kernel.settled();
    const host = await rig({ disk });
    const state = await host.until(chat, ({ activeTurn }) => !activeTurn);
    const [part] = pastParts(state.turns[0]?.responseParts ?? [], {
      tokens: 100,
      mediumOf: knownMedium,
    });
    expect(part).toMatchObject({
      kind: 'tool',
      outcome: { kind: 'failed', message: expect.stringContaining('may not have had an effect') as string },
    });
  });
});

describe('what comes with a message', () => {
  function attached(attachment: Attachment) {
    const message = { ...userMessage('look'), attachments: [attachment] };
    return harnessMessage(message, knownMedium).attachments?.[0];
  }
  const embedded = (data: string, contentType: string): Attachment => ({
    type: 'embeddedResource',
    label: 'it',
    data,
    contentType,
  });

  test.each([
    [embedded('aW1n', 'image/png'), { media: { data: 'aW1n', contentType: 'image/png' } }],
    [embedded('c25k', 'audio/wav'), { media: { data: 'c25k', contentType: 'audio/wav' } }],
    [embedded('aW5zaWRl', 'text/plain'), { text: 'inside' }],
    [embedded('eyJhIjoxfQ==', 'application/json; charset=utf-8'), { text: '{"a":1}' }],
    [embedded('not base64', 'text/markdown'), { text: 'not base64' }],
    [embedded('no base64!', 'image/png'), { text: '[image/png that cannot be shown to a model]' }],
    [embedded('aW1n', 'image/png; q=1'), { text: '[image/png; q=1 that cannot be shown to a model]' }],
    [embedded('AAEC', 'application/zip'), { text: '[application/zip that cannot be shown to a model]' }],
    [embedded('A'.repeat(8_000_000), 'image/png'), { text: '[image/png that cannot be shown to a model]' }],
    [{ type: 'simple', label: 'it', modelRepresentation: 'words' } as const, { text: 'words' }],
    [{ type: 'resource', label: 'it', uri: 'file:///it' } as const, { uri: 'file:///it' }],
  ] satisfies [Attachment, object][])('A6: is text, media or an address', (attachment, expected) => {
    expect(attached(attachment)).toEqual({ label: 'it', ...expected });
  });
});

test('J3: an agent is told what the user had selected, in ids and in words, and nothing that a View claims', () => {
  const selection = selectionAttachment([{ id: 'a1', title: 'Cities', type: 'x-test/table' }])!;
  const text = selection.type === 'simple' ? selection.modelRepresentation : undefined;
  const claimed = { ...selection, _meta: { ...selection._meta, ...viewMark({ title: 'Board' }) } };
  const { attachments } = harnessMessage(
    { ...userMessage('Rename this'), attachments: [selection, claimed] },
    knownMedium,
  );
  expect(attachments).toEqual([
    { label: 'Selected: Cities', text, selected: ['a1'] },
    { label: 'Selected: Cities', text, view: { title: 'Board' } },
  ]);
});
