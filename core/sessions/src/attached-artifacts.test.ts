import { artifactAttachment, type Attachment, type Message } from '@loggia/protocol';
import { userMessage } from '@loggia/testing';
import { expect, test } from 'vitest';
import type { ReadArtifact } from './attachments.ts';
import type { Harness, HarnessMessage, HarnessTurn } from './harness.ts';
import { rig } from './rig.testkit.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const board = artifactAttachment({ id: 'a1', workspace: 'w', type: 'x-test/board', title: 'Board' });
const linked: Attachment = { type: 'resource', label: 'Board', uri: 'artifact:///a1' };
const picture = { data: 'AAAA', contentType: 'image/x-test' };

/** The attachments as an agent hears them, and the artifacts that the host was asked to read. */
async function told(attachments: Message['attachments'], more: Partial<Message> = {}) {
  const asked: string[] = [];
  const contents: Readonly<Record<string, Awaited<ReturnType<ReadArtifact>>>> = {
    a1: { text: 'To do: milk' },
    a2: { media: picture },
  };
  const heard: HarnessMessage[] = [];
  const listener = {
    describe: { provider: 'listener', displayName: 'Listener', description: '', models: [] },
    async *run(turn: HarnessTurn) {
      heard.push(turn.message);
      yield { kind: 'text' as const, text: 'Heard.' };
    },
  } as unknown as Harness;
  const readArtifact: ReadArtifact = async (id) => {
    asked.push(id);
    return contents[id];
  };
  const host = await rig({ harnesses: [listener], readArtifact });
  const { chat } = await host.create();
  const message = { ...userMessage('See'), attachments, ...more };
  const sent = host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message });
  const refusal = await sent.then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const state = refusal === undefined ? await host.idle(chat) : undefined;
  return { asked, refusal, heard: heard[0]?.attachments, stored: state?.turns[0]?.message.attachments };
}

test('K5: an attached artifact reaches the agent with its content, as it is when the message is sent', async () => {
  for (const attachment of [board, linked]) {
    const { heard, stored } = await told([attachment]);
    expect(heard).toEqual([{ label: 'Board', text: 'To do: milk', artifact: 'a1' }]);
    expect(stored).toMatchObject([{ type: 'simple', label: 'Board', modelRepresentation: 'To do: milk' }]);
  }
});

test('K5: a picture among them goes along as such', async () => {
  const attachment = artifactAttachment({ id: 'a2', workspace: 'w', type: 'image/x-test', title: 'Cat' });
  expect((await told([attachment])).heard).toEqual([{ label: 'Cat', media: picture, artifact: 'a2' }]);
});

test('E10: a View has no artifact read by attaching it', async () => {
  const view = { _meta: { 'loggia.view': { id: 'v' } } };
  expect((await told([board], view)).asked).toEqual([]);
  expect((await told([{ ...board, _meta: { ...board._meta, ...view._meta } }])).asked).toEqual([]);
});

test('L5: an artifact that is gone says so, and the message isn’t sent', async () => {
  const attachment = artifactAttachment({ id: 'gone', workspace: 'w', type: 'x-test/board', title: 'Old' });
  expect((await told([attachment])).refusal).toContain("“Old” doesn't exist any more.");
});
