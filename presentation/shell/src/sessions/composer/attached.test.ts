import { artifactAttachment, attachedArtifactOf, fileAttachment } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { knownMedium } from '../../host/known-medium.testkit.ts';
import type { ShellHost } from '../../host/shell-host.ts';
import { resolveAttachments, withAttachments } from './attached.ts';

const board = { id: 'a1', workspace: 'w1', type: 'x-test/board', title: 'Board' };

function hostWith(artifact: object, content: Record<number, object>) {
  const asked: string[] = [];
  const ask = (method: string, { offset = 0 }: { offset?: number }) => {
    asked.push(`${method} ${offset}`);
    return Promise.resolve(method === 'x-loggia/getArtifact' ? { artifact } : content[offset]);
  };
  return { host: { ask } as unknown as Pick<ShellHost, 'ask'>, asked };
}

describe('artifacts at a message', () => {
  it('J3: are known again, and only as what they are', () => {
    expect(attachedArtifactOf(artifactAttachment(board))).toEqual({
      id: 'a1',
      workspace: 'w1',
      type: 'x-test/board',
    });
    expect(attachedArtifactOf({ _meta: { 'loggia.artifact': { id: 5 } } })).toBeUndefined();
    expect(attachedArtifactOf({})).toBeUndefined();
  });

  it('J3: what is dropped twice is there once', () => {
    const attachment = artifactAttachment(board);
    const once = withAttachments([], [attachment, attachment]);
    expect(once).toHaveLength(1);
    const other = artifactAttachment({ ...board, id: 'a2' });
    expect(withAttachments(once, [attachment, other])).toHaveLength(2);
    const file = (name: string) => fileAttachment({ name, hash: 'a'.repeat(64), size: 1 });
    const files = withAttachments([], [file('a.txt'), file('a.txt'), file('b.txt')]);
    expect(files.map(({ label }) => label)).toEqual(['a.txt', 'b.txt']);
    const link = { type: 'resource' as const, label: 'x', uri: 'x:y' };
    expect(withAttachments([link], [link])).toHaveLength(2);
  });

  it('J3: take along their text as it is when the message is sent', async () => {
    const artifact = { ...board, title: 'Board 2', context: { due: 'May' }, content: { hash: 'h', size: 5 } };
    const { host } = hostWith(artifact, { 0: { text: 'Hello', size: 5 } });
    const [sent] = await resolveAttachments(host, [artifactAttachment(board)], knownMedium);
    expect(sent).toMatchObject({ type: 'simple', label: 'Board' });
    expect(sent?.type === 'simple' && sent.modelRepresentation).toBe(
      'Artifact “Board 2” of type x-test/board, id a1.\n\nContext: {"due":"May"}\n\nHello',
    );
    expect(sent && attachedArtifactOf(sent)?.id).toBe('a1');
  });

  it('J3: take along the words that their type can tell where they are not text themselves', async () => {
    const artifact = { ...board, context: {}, content: { hash: 'h', size: 5 } };
    const head = 'Artifact “Board” of type x-test/board, id a1.';
    const sentWith = async (answer: () => Promise<object>) => {
      const ask = async (method: string) =>
        method === 'x-loggia/getArtifact'
          ? { artifact }
          : method === 'x-loggia/readContent'
            ? { base64: 'AAAA', size: 5 }
            : answer();
      const host = { ask } as unknown as Pick<ShellHost, 'ask'>;
      const [sent] = await resolveAttachments(host, [artifactAttachment(board)], knownMedium);
      return sent?.type === 'simple' ? sent.modelRepresentation : undefined;
    };
    expect(await sentWith(async () => ({ result: { structuredContent: { text: 'Words' } } }))).toBe(
      `${head}\n\nWords`,
    );
    expect(
      await sentWith(async () => ({ result: { isError: true, structuredContent: { text: 'x' } } })),
    ).toBe(head);
    expect(await sentWith(() => Promise.reject(new Error('Nobody can.')))).toBe(head);
  });

  it('J3: pictures go along as such, piece by piece', async () => {
    const artifact = { ...board, type: 'image/x-test', context: {}, content: { hash: 'h', size: 1_200_000 } };
    const { host, asked } = hostWith(artifact, {
      0: { base64: 'AAAA', size: 6, nextOffset: 3 },
      3: { base64: 'BBBB', size: 6 },
    });
    const [sent] = await resolveAttachments(host, [artifactAttachment(board)], knownMedium);
    expect(sent).toMatchObject({ type: 'embeddedResource', data: 'AAAABBBB', contentType: 'image/x-test' });
    expect(asked).toEqual(['x-loggia/getArtifact 0', 'x-loggia/readContent 0', 'x-loggia/readContent 3']);
  });

  it('J3: other attachments stay as they are', async () => {
    const { host, asked } = hostWith({}, {});
    const other = { type: 'simple' as const, label: 'x', modelRepresentation: 'y' };
    expect(await resolveAttachments(host, [other], knownMedium)).toEqual([other]);
    expect(asked).toEqual([]);
  });
});
