import { createHash } from 'node:crypto';
import { keptContentOf, ProtocolError, type FileEdit } from '@loggia/protocol';
import { reportOf, ScriptedEquipment } from '@loggia/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { noFiles, type Files } from '../files.ts';
import { callAt, callsIn, rig } from '../rig.testkit.ts';
import { proposedEdits } from './proposed-edits.ts';

const folder = 'file:///project';
const onDisk = new Map<string, string | Buffer>();
const contents = new Map<string, Buffer>();

const files: Files = {
  ...noFiles,
  read: async (hash, length) => contents.get(hash)?.subarray(0, length) ?? Buffer.alloc(0),
  take: async (uri, folders) => {
    expect(folders).toEqual([folder]);
    if (uri.endsWith('/secret.txt')) throw new ProtocolError('PermissionDenied', 'Not yours.');
    const found = onDisk.get(uri);
    if (found === undefined) throw new ProtocolError('NotFound', 'There is nothing.');
    return files.keep(Buffer.from(found as string));
  },
  keep: async (bytes) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    contents.set(hash, Buffer.from(bytes));
    return { hash, size: bytes.length };
  },
};

beforeEach(() => {
  onDisk.clear();
  contents.clear();
  onDisk.set(`${folder}/notes.md`, 'One\nTwo\nTwo\n');
});

function proposed(tool: string, input: unknown, folders = [folder]): Promise<readonly FileEdit[]> {
  const call = { tool, input: typeof input === 'string' ? input : JSON.stringify(input) };
  return proposedEdits(call, { files, session: { workingDirectories: folders } });
}

function textOf(side: FileEdit['after']): string | undefined {
  return side && contents.get(keptContentOf(side.content.uri) ?? '')?.toString();
}

describe('A7: the changes that a call would make to a file', () => {
  test.each([
    ['write_file', { path: '/project/notes.md', content: 'One\nThree\n' }, 'One\nThree\n', [1, 2]],
    ['writeFile', { file_path: 'notes.md', contents: 'New' }, 'New', [1, 3]],
    ['fs_write', { path: 'file:///project/notes.md', file_text: '' }, '', [0, 3]],
    ['edit_file', { path: 'notes.md', edits: [{ oldText: 'One', newText: '1' }] }, '1\nTwo\nTwo\n', [1, 1]],
    ['Edit', { file_path: 'notes.md', old_string: 'One\n', new_string: '' }, 'Two\nTwo\n', [0, 1]],
    ['Edit', { path: 'notes.md', old_str: 'Two', new_str: '2', replace_all: true }, 'One\n2\n2\n', [2, 2]],
  ])('%s %j', async (tool, input, after, [added, removed]) => {
    const [edit, ...others] = await proposed(tool, input);
    expect(others).toEqual([]);
    expect([textOf(edit?.before), textOf(edit?.after)]).toEqual(['One\nTwo\nTwo\n', after]);
    expect(edit).toMatchObject({
      before: { uri: 'file:///project/notes.md' },
      after: { uri: 'file:///project/notes.md' },
      diff: { added, removed },
    });
  });

  test('a file that does not exist yet has no side before', async () => {
    const [edit] = await proposed('create_file', { path: 'new/a.md', content: 'Hi\n' });
    expect(edit).toMatchObject({
      after: { uri: 'file:///project/new/a.md' },
      diff: { added: 1, removed: 0 },
    });
    expect(edit).not.toHaveProperty('before');
  });

  test.each([
    ['of what isn’t JSON', 'write_file', '{'],
    ['of a list', 'write_file', []],
    ['that appends', 'append_file', { path: 'notes.md', content: 'x' }],
    ['that searches', 'search_files', { path: 'notes.md', content: 'x' }],
    ['of something else than a file', 'create_issue', { path: 'notes.md', content: 'x' }],
    ['without a text', 'write_file', { path: 'notes.md' }],
    ['without a path', 'write_file', { content: 'x' }],
    ['outside of the folders', 'write_file', { path: '/elsewhere/a', content: 'x' }],
    ['that leaves them', 'write_file', { path: '../work2/a', content: 'x' }],
    ['of a file that can’t be read', 'write_file', { path: 'secret.txt', content: 'x' }],
    ['that changes nothing', 'write_file', { path: 'notes.md', content: 'One\nTwo\nTwo\n' }],
    [
      'that is only tried',
      'edit_file',
      { path: 'notes.md', dryRun: true, edits: [{ oldText: 'One', newText: '1' }] },
    ],
    ['for a part that is there twice', 'Edit', { path: 'notes.md', old_string: 'Two', new_string: '2' }],
    ['for a part that isn’t there', 'Edit', { path: 'notes.md', old_string: 'Ten', new_string: '2' }],
    [
      'with a part that isn’t one',
      'edit_file',
      { path: 'notes.md', edits: [{ oldText: 'One', newText: '1' }, 1] },
    ],
  ])('none for a call %s', async (_, tool, input) => {
    expect(await proposed(tool, input)).toEqual([]);
  });

  test('none for what isn’t text, or too long, or without a folder', async () => {
    onDisk.set(`${folder}/a.bin`, Buffer.from([0, 1]));
    onDisk.set(`${folder}/long`, 'x'.repeat(1024 * 1024 + 1));
    expect(await proposed('write_file', { path: 'a.bin', content: 'x' })).toEqual([]);
    expect(await proposed('write_file', { path: 'long', content: 'x' })).toEqual([]);
    expect(await proposed('write_file', { path: 'b', content: 'x'.repeat(1024 * 1024 + 1) })).toEqual([]);
    expect(await proposed('write_file', { path: '/project/notes.md', content: 'x' }, [])).toEqual([]);
  });
});

test('A7: a call that waits for the user shows the change, and not once it runs', async () => {
  const equipment = new ScriptedEquipment({ tools: { write_file: async () => reportOf('written') } });
  const host = await rig({ equipment: equipment.attach, files });
  const { session, chat } = await host.create();
  await host.dispatch(session, { type: 'session/workingDirectorySet', directory: folder });
  await host.say(chat, '/confirm write_file {"path":"notes.md","content":"One\\n"}');
  const ref = await callAt(host, chat, 'pending-confirmation');
  const [waiting] = callsIn(await host.chat(chat));
  const { edits } = waiting as { readonly edits?: { readonly items: readonly FileEdit[] } };
  expect(edits?.items.map(({ diff }) => diff)).toEqual([{ added: 0, removed: 2 }]);
  expect(textOf(edits?.items[0]?.after)).toBe('One\n');
  await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved: true });
  expect(callsIn(await host.idle(chat))[0]).not.toHaveProperty('edits');
});
