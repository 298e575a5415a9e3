import { localPrincipal } from '@loggia/access';
import type { Capabilities } from '@loggia/artifacts';
import { ProtocolError } from '@loggia/protocol';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readText, type TextRequest } from './read-text.ts';

let rig: ArtifactRig;
let workspace: string;

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = (await rig.artifacts.createWorkspace({ title: 'Desk' }, me)).workspace.id;
});
afterEach(() => rig.close());

/** A reader of one document that says so many words. */
function read(request: TextRequest, words?: string) {
  const run: Capabilities['run'] = async () => {
    if (words === undefined) throw new ProtocolError('NotFound', 'Nobody reads it.');
    return { content: [], structuredContent: { text: words } };
  };
  const ports = { artifacts: rig.artifacts, capabilities: { run }, awake: async () => undefined };
  return readText(ports, request, localPrincipal);
}

async function withBytes(bytes: Uint8Array): Promise<string> {
  const { hash } = await rig.artifacts.upload(bytes);
  const { artifact } = await rig.artifacts.createArtifact({ workspace, title: 'It', content: { hash } }, me);
  return artifact.id;
}

const binary = Uint8Array.from([37, 80, 0xff, 0xfe, 0, 1]);

test('K5: text is read in parts, in whole characters', async () => {
  const artifact = await withBytes(new TextEncoder().encode('añb'));
  expect(await read({ artifact })).toEqual({ text: 'añb', source: 'content' });
  expect(await read({ artifact, limit: 3 })).toEqual({ text: 'añ', source: 'content', nextOffset: 3 });
  expect(await read({ artifact, offset: 3 })).toEqual({ text: 'b', source: 'content' });
});

test('K5: the words in a document are read in parts, too', async () => {
  const artifact = await withBytes(binary);
  expect(await read({ artifact, limit: 4 }, 'one two')).toEqual({
    text: 'one ',
    source: 'extracted',
    nextOffset: 4,
  });
  expect(await read({ artifact, offset: 4 }, 'one two')).toEqual({ text: 'two', source: 'extracted' });
  await expect(read({ artifact, offset: 40 }, 'one two')).rejects.toThrow('beyond the end');
});

test('K5: an artifact without words says what to do, and one without content has its fields', async () => {
  await expect(read({ artifact: await withBytes(binary) })).rejects.toThrow(
    /^"It" is of the type .*, and no text can be read from it\. Use show_artifact to show it to the user\.$/,
  );
  const { artifact } = await rig.artifacts.createArtifact({ workspace, title: 'F', context: { a: 1 } }, me);
  expect(await read({ artifact: artifact.id })).toEqual({ text: '{\n  "a": 1\n}', source: 'context' });
  await rig.artifacts.deleteArtifacts({ artifacts: [artifact.id] }, me);
  await expect(read({ artifact: artifact.id })).rejects.toThrow('is in the trash');
});
