import { createHash } from 'node:crypto';
import {
  attachedFileOf,
  fileAttachment,
  viewMark,
  type Attachment,
  type ChatAction,
  type Message,
} from '@loggia/protocol';
import { userMessage } from '@loggia/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Files, Harness, HarnessMessage, PastTurn } from './index.ts';
import { rig } from './rig.testkit.ts';

const contents = new Map<string, Buffer>();
const files: Files = {
  holding: (_hashes, work) => work(),
  size: async (hash) => contents.get(hash)?.length,
  read: async (hash, length) => {
    const found = contents.get(hash);
    if (!found) throw new Error('There are no such bytes.');
    return found.subarray(0, length);
  },
  wordsIn: async ({ hash, contentType }) => {
    if (contentType !== 'application/pdf') return undefined;
    if (contents.get(hash)?.includes('broken') === true) throw new Error('It is damaged.');
    return contents.get(hash)?.includes('scan') === true
      ? ' '
      : `Words of ${contents.get(hash)?.length} bytes`;
  },
  take: async (uri, folders) => {
    if (!folders.some((folder) => uri.startsWith(`${folder}/`))) throw new Error('It is outside.');
    if (uri.endsWith('/folder')) return undefined;
    const bytes = Buffer.from(`content of ${uri}`);
    const hash = createHash('sha256').update(bytes).digest('hex');
    contents.set(hash, bytes);
    return { hash, size: bytes.length };
  },
  keep: async () => {
    throw new Error('Nothing is written here.');
  },
  typeOf: async ({ fileName }) =>
    fileName.endsWith('.png') ? 'image/png' : fileName.endsWith('.pdf') ? 'application/pdf' : 'text/plain',
};

beforeEach(() => contents.clear());

function attached(name: string, content: string | Uint8Array): Attachment {
  const bytes = Buffer.from(content as Uint8Array);
  const hash = createHash('sha256').update(bytes).digest('hex');
  contents.set(hash, bytes);
  // The size is wrong on purpose: the host must not rely on the one that clients send.
  return fileAttachment({ name, hash, size: 1 });
}

interface Heard {
  readonly message: HarnessMessage;
  readonly history: readonly PastTurn[];
  readonly steering: HarnessMessage | undefined;
}

/** Says what it was told, once somebody has steered it if the message says so. */
function listener(heard: Heard[]): Harness {
  return {
    describe: {
      provider: 'listener',
      displayName: 'Listener',
      description: 'Listens',
      models: [],
      chats: { several: true, fork: true, side: true },
    },
    async *run(turn) {
      let steering: HarnessMessage | undefined;
      while (turn.message.text === 'wait' && steering === undefined && !turn.signal.aborted) {
        steering = turn.takeSteering();
        await new Promise((done) => setImmediate(done));
      }
      heard.push({ message: turn.message, history: turn.history(), steering });
      yield { kind: 'text', text: 'Heard.' };
    },
  };
}

async function scene() {
  const heard: Heard[] = [];
  const host = await rig({ files, harnesses: [listener(heard)] });
  const { session, chat } = await host.create();
  const says = (turnId: string, message: Message): ChatAction => ({
    type: 'chat/turnStarted',
    turnId,
    startedAt: '2026-01-01T00:00:00.000Z',
    message,
  });
  const say = async (turnId: string, text: string, ...attachments: Attachment[]): Promise<void> => {
    await host.dispatch(chat, says(turnId, { ...userMessage(text), attachments }));
    await host.idle(chat);
  };
  return { host, session, chat, heard, says, say };
}

describe('files at a message', () => {
  test('J3: the agent gets their text and their pictures, in this turn and in later ones', async () => {
    const { chat, heard, host, say } = await scene();
    const picture = Buffer.from('89504e470d0a1a0a', 'hex');
    await say('a', 'See', attached('notes.txt', 'Lisbon'), attached('map.png', picture));
    const expected = [
      { label: 'notes.txt', text: 'Lisbon' },
      { label: 'map.png', media: { data: picture.toString('base64'), contentType: 'image/png' } },
    ];
    expect(heard[0]?.message.attachments).toEqual(expected);
    await say('b', 'And now?');
    expect(heard[1]?.history[0]?.message.attachments).toEqual(expected);
    // The chat itself names them and holds none of their bytes.
    const [turn] = (await host.chat(chat)).turns;
    expect(turn?.message.attachments?.map(attachedFileOf)).toEqual([
      expect.objectContaining({ name: 'notes.txt', size: 6, contentType: 'text/plain' }),
      expect.objectContaining({ name: 'map.png', size: 8, contentType: 'image/png' }),
    ]);
    expect(JSON.stringify(turn)).not.toContain('Lisbon');
  });

  test('J3: of a document the agent gets the words, and the file itself where there are none', async () => {
    const { heard, say } = await scene();
    const pdf = (text: string) => Buffer.from(`%PDF-\0${text}`);
    await say(
      'a',
      'See',
      attached('a.pdf', pdf('')),
      attached('b.pdf', pdf('scan')),
      attached('c.pdf', pdf('broken')),
    );
    const media = (text: string) => ({
      data: pdf(text).toString('base64'),
      contentType: 'application/pdf',
    });
    expect(heard[0]?.message.attachments).toEqual([
      { label: 'a.pdf', text: 'Words of 6 bytes' },
      { label: 'b.pdf', media: media('scan') },
      { label: 'c.pdf', media: media('broken') },
    ]);
  });

  test('B7: of a long text the beginning goes along, what is no text as it is unless it is large', async () => {
    const { heard, say } = await scene();
    await say(
      'a',
      'See',
      attached('long.txt', 'ä'.repeat(60_000)),
      attached('raw.bin', Buffer.from([0, 255])),
      attached('large.png', Buffer.alloc(5 * 1024 * 1024 + 1)),
    );
    const [long, raw, large] = heard[0]?.message.attachments ?? [];
    expect(long?.text).toBe(`${'ä'.repeat(50_000)}\n[The rest is left out here.]`);
    expect(raw).toEqual({ label: 'raw.bin', media: { data: 'AP8=', contentType: 'text/plain' } });
    expect(large?.text).toBe('[image/png of 5242881 bytes, too large to be shown to a model]');
  });

  test('J3: a message that steers brings its files', async () => {
    const { chat, heard, host, says } = await scene();
    await host.dispatch(chat, says('a', userMessage('wait')));
    const message = { ...userMessage('This way'), attachments: [attached('way.txt', 'Left')] };
    await host.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'steering', id: 's', message });
    await host.idle(chat);
    expect(heard[0]?.steering?.attachments).toEqual([{ label: 'way.txt', text: 'Left' }]);
  });

  test('J3: a side chat knows the files of the chat that it branched off from', async () => {
    const { host, session, chat, heard, say } = await scene();
    await say('a', 'See', attached('notes.txt', 'Lisbon'));
    const side = 'ahp-chat:/side';
    await host.sessions.createChat(
      {
        channel: session,
        chat: side,
        source: { kind: 'sideChat', chat, turnId: 'a' },
        initialMessage: userMessage('Where?'),
      },
      { clientId: 'c1', by: 'local' },
    );
    await host.idle(side);
    expect(heard[1]?.history[0]?.message.attachments).toEqual([{ label: 'notes.txt', text: 'Lisbon' }]);
  });

  test('L5: a message whose file is gone is refused in a sentence, a draft keeps it', async () => {
    const { chat, host, says } = await scene();
    const file = attached('gone.txt', 'x');
    contents.clear();
    const message = { ...userMessage('See'), attachments: [file] };
    await expect(host.dispatch(chat, says('a', message))).rejects.toThrow(
      'The file “gone.txt” is not on this host any more. Remove it from the message and attach it again.',
    );
    await host.dispatch(chat, { type: 'chat/draftChanged', draft: message });
    expect((await host.chat(chat)).draft?.attachments).toEqual([file]);
  });

  test('E10: a View reaches no file by naming it', async () => {
    const { heard, say } = await scene();
    const file = attached('secret.txt', 'secret');
    await say('a', 'See', { ...file, _meta: { ...file._meta, ...viewMark({ id: 'v', title: 'Board' }) } });
    expect(heard[0]?.message.attachments).toEqual([{ label: 'secret.txt', view: { title: 'Board' } }]);
  });

  test('J3: a file is found in the chats whose messages name it, and in no other', async () => {
    const { host, chat, say } = await scene();
    const other = await host.create('ahp-session:/other');
    const file = attached('notes.txt', 'Lisbon');
    const hash = attachedFileOf(file)?.hash ?? '';
    await say('a', 'See', file);
    await host.kernel.settled();
    expect(await host.sessions.fileIn(chat, hash)).toEqual({
      name: 'notes.txt',
      hash,
      size: 6,
      contentType: 'text/plain',
    });
    await expect(host.sessions.fileIn(other.chat, hash)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(host.sessions.fileIn('ahp-chat:/none', hash)).rejects.toMatchObject({
      kind: 'SessionNotFound',
    });
  });
});

describe('files of the session named by their addresses', () => {
  const named = (uri: string): Attachment => ({ type: 'resource', label: 'notes.txt', uri });

  test('J3: reach the agent as content, and the message keeps the address', async () => {
    const { host, session, chat, heard, say } = await scene();
    await host.dispatch(session, { type: 'session/workingDirectorySet', directory: 'file:///project' });
    await say('t1', 'read', named('file:///project/notes.txt'), named('file:///project/folder'));
    expect(heard[0]?.message.attachments).toEqual([
      { label: 'notes.txt', text: 'content of file:///project/notes.txt' },
      { label: 'notes.txt', uri: 'file:///project/folder' },
    ]);
    const { message } = (await host.chat(chat)).turns[0] ?? {};
    expect(message?.attachments?.[0]).toMatchObject({
      type: 'resource',
      uri: 'file:///project/notes.txt',
      contentType: 'text/plain',
    });
  });

  test('J3: reach the agent with the first message of a chat, too', async () => {
    const { host, session, heard } = await scene();
    await host.dispatch(session, { type: 'session/workingDirectorySet', directory: 'file:///project' });
    const create = (chat: string, uri: string) =>
      host.sessions.createChat(
        {
          channel: session,
          chat,
          initialMessage: { ...userMessage('read'), attachments: [named(uri)] },
        },
        { clientId: 'c1', by: 'local' },
      );
    await create('ahp-chat:/n', 'file:///project/a.txt');
    await host.idle('ahp-chat:/n');
    expect(heard[0]?.message.attachments).toMatchObject([{ text: 'content of file:///project/a.txt' }]);
    await expect(create('ahp-chat:/m', 'file:///etc/passwd')).rejects.toThrow('It is outside.');
  });

  test('L5: are refused outside of its folders, and those of a View are not read', async () => {
    const { host, chat, heard, says } = await scene();
    const outside = { ...userMessage('read'), attachments: [named('file:///etc/passwd')] };
    await expect(host.dispatch(chat, says('t1', outside))).rejects.toThrow('It is outside.');
    expect((await host.chat(chat)).turns).toEqual([]);
    const ofView = { ...outside, _meta: viewMark({ id: 'v', title: 'View' }) };
    await host.dispatch(chat, says('t2', ofView));
    await host.idle(chat);
    expect(heard[0]?.message.attachments).toMatchObject([{ label: 'notes.txt', uri: 'file:///etc/passwd' }]);
  });
});
