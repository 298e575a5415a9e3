import { artifactAttachment, attachedArtifactOf, fileAttachment } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { withAttachments } from './attached.ts';

const board = { id: 'a1', workspace: 'w1', type: 'x-test/board', title: 'Board' };

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
});
