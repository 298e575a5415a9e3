import { fileAttachment, type NamedFile } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { expect, test } from 'vitest';
import { sessionDocument } from './session-document.ts';
import type { WholeSession } from './whole-session.ts';

const file = (name: string, size: number): NamedFile => ({
  name,
  hash: name.repeat(64),
  size,
  contentType: 'x-test/letters',
});

const saying = (files: readonly NamedFile[]): WholeSession =>
  ({
    resource: 'ahp-session:/s',
    state: { title: 'Letters' },
    chats: [
      {
        resource: 'ahp-chat:/c',
        turns: [
          {
            id: 't',
            message: { text: 'Hi', origin: { kind: 'user' }, attachments: files.map(fileAttachment) },
            responseParts: [],
          },
        ],
      },
    ],
  }) as unknown as WholeSession;

test('J3: an exported session has each attached file once, and says which are left out and why', async () => {
  // It is loaded for the first answer, which takes longer than the network here needs to settle.
  await import('../extension-table.ts');
  const rig = await new ClientRig().connected();
  const [a, b, c, d] = [file('a', 3), file('b', 9), file('c', 3), file('d', 2)] as const;
  const link = (hash: string, path: string) =>
    rig.host.answers(
      'x-loggia/linkAttachment',
      { path, expiresAt: '2026-01-01T00:00:00.000Z' },
      { channel: 'ahp-root://', chat: 'ahp-chat:/c', hash },
    );
  link(a.hash, '/content/a');
  link(d.hash, '/content/gone');
  const whole = saying([a, b, a, c, d]);
  const read = (path: string): Promise<Uint8Array> =>
    path === '/content/a'
      ? Promise.resolve(new TextEncoder().encode('abc'))
      : Promise.reject(new Error('The host answered with 404.'));
  const made = sessionDocument(rig.client, whole, read, { file: 8, all: 5 });
  await rig.settle();
  await rig.settle();
  const { files, session, chats } = await made;
  expect(session).toMatchObject({ resource: 'ahp-session:/s', title: 'Letters' });
  expect(chats).toBe(whole.chats);
  expect(files).toEqual([
    { ...a, base64: 'YWJj' },
    { ...b, leftOut: expect.stringContaining('It is larger than') },
    { ...c, leftOut: 'The files before it have filled the export.' },
    { ...d, leftOut: "It can't be read: The host answered with 404." },
  ]);
});
