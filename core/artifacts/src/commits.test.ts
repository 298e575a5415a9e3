import type { Artifact } from '@loggia/protocol';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const strictType = 'application/vnd.test.strict';
let rig: ArtifactRig;
let workspace: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({
    types: {
      [strictType]: {
        validate: (context) =>
          (context as { ok?: unknown }).ok === true ? [] : [{ path: '/ok', message: 'It must be true.' }],
      },
    },
  });
  workspace = await rig.workspace();
});

afterEach(() => rig.close());

const bob = { ...me, by: 'bob' };

/** A draft of the strict type that was emptied after it was made. */
async function incomplete(title: string): Promise<Artifact> {
  const { id } = await rig.create(workspace, { title, type: strictType, context: { ok: true } });
  return (await rig.artifacts.updateArtifact({ artifact: id, context: {} }, me)).artifact;
}

describe('committing', () => {
  test('F3: one commit makes a version of each, with message and author', async () => {
    const one = await rig.create(workspace, { title: 'One', context: { n: 1 } });
    const two = await rig.committed(workspace, { title: 'Two' });
    await rig.artifacts.updateArtifact({ artifact: two.id, title: 'Two again' }, me);
    rig.clock.advance(1000);
    const { commit, artifacts } = await rig.artifacts.commitArtifacts(
      { artifacts: [{ id: one.id, ifRevision: 1 }, { id: two.id }], message: 'Both' },
      bob,
    );
    expect(commit).toEqual({
      id: commit.id,
      workspace,
      message: 'Both',
      author: 'bob',
      at: '2026-01-01T00:00:01.000Z',
      artifacts: [
        { artifact: one.id, version: 1, title: 'One' },
        { artifact: two.id, version: 2, title: 'Two again' },
      ],
    });
    expect(artifacts).toMatchObject([
      { id: one.id, state: 'committed', version: 1, revision: 2, modifiedBy: 'bob' },
      { id: two.id, state: 'committed', version: 2, revision: 4 },
    ]);
    expect((await rig.shown(workspace)).artifacts.map(({ id }) => id).sort()).toEqual(
      [one.id, two.id].sort(),
    );
    expect(await rig.artifacts.listVersions({ artifact: one.id }, me)).toEqual({
      versions: [
        {
          artifact: one.id,
          version: 1,
          type: one.type,
          title: 'One',
          context: { n: 1 },
          commit: commit.id,
          message: 'Both',
          author: 'bob',
          at: commit.at,
        },
      ],
    });
    const listed = await rig.artifacts.listCommits({ workspace }, me);
    expect(listed.commits[0]).toEqual(commit);
    expect(listed.commits).toHaveLength(2);
  });

  test('H1: each artifact of a commit has an event of its own, with the commit', async () => {
    const one = await rig.create(workspace);
    const two = await rig.create(workspace);
    rig.events.length = 0;
    await rig.commit(one.id, two.id);
    expect(rig.events).toMatchObject([
      { kind: 'commit', artifact: { id: one.id, version: 1, dirty: false }, commit: { message: 'A commit' } },
      { kind: 'commit', artifact: { id: two.id, version: 1 }, by: 'ann' },
    ]);
    expect(rig.events[0]?.commit).toEqual(rig.events[1]?.commit);
  });

  test('F3: a version never changes, whatever happens to the artifact', async () => {
    const { id } = await rig.committed(workspace, {
      title: 'One',
      context: { a: 1 },
      content: { text: 'one' },
    });
    const before = await rig.artifacts.getArtifact({ artifact: id, version: 1 }, me);
    await rig.artifacts.updateArtifact(
      { artifact: id, title: 'Two', context: {}, content: { text: 'two!' } },
      me,
    );
    await rig.commit(id);
    const after = await rig.artifacts.getArtifact({ artifact: id, version: 1 }, me);
    expect(after.version).toEqual(before.version);
    expect(after.artifact).toMatchObject({ title: 'One', context: { a: 1 }, state: 'committed', version: 1 });
    expect(await rig.artifacts.readContent({ artifact: id, version: 1 }, me)).toEqual({
      text: 'one',
      size: 3,
    });
    expect(await rig.artifacts.readContent({ artifact: id }, me)).toEqual({ text: 'two!', size: 4 });
  });

  test('F3: a selection is committed whole or not at all; the conflict names each', async () => {
    const rows = [];
    for (const title of ['One', 'Two', 'Three']) rows.push(await rig.create(workspace, { title }));
    await rig.artifacts.updateArtifact({ artifact: rows[0]!.id, title: 'One!' }, bob);
    await rig.artifacts.updateArtifact({ artifact: rows[2]!.id, title: 'Three!' }, bob);
    rig.events.length = 0;
    const artifacts = rows.map(({ id }) => ({ id, ifRevision: 1 }));
    await expect(rig.artifacts.commitArtifacts({ artifacts, message: 'All' }, me)).rejects.toMatchObject({
      kind: 'Conflict',
      message: expect.stringMatching(/"One!" has changed since.*"Three!" has changed since/),
      data: { artifacts: [{ title: 'One!' }, { title: 'Three!' }] },
    });
    expect((await rig.shown(workspace)).counts).toMatchObject({ drafts: 3, committed: 0 });
    expect(await rig.artifacts.listCommits({ workspace }, me)).toEqual({ commits: [] });
    expect(rig.events).toEqual([]);
  });

  test('F4: a context that the type does not allow stops the commit, with the path', async () => {
    const good = await rig.create(workspace, { title: 'Good' });
    const bad = await incomplete('Bad');
    await expect(rig.commit(good.id, bad.id)).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: `The context doesn't match its type. "Bad", context at /ok: It must be true.`,
    });
    expect((await rig.shown(workspace)).counts).toMatchObject({ drafts: 2, committed: 0 });
    await rig.artifacts.updateArtifact({ artifact: bad.id, context: { ok: true } }, me);
    expect(await rig.commit(good.id, bad.id)).toHaveLength(2);
  });

  test('L5: what has nothing to commit, is away or is elsewhere is said so', async () => {
    const clean = await rig.committed(workspace, { title: 'Clean' });
    const draft = await rig.create(workspace, { title: 'Draft' });
    await expect(rig.commit(draft.id, clean.id)).rejects.toMatchObject({
      message: '"Clean" is unchanged since the last commit; there is nothing to commit. Leave it out.',
    });
    const other = await rig.create(await rig.workspace('Other'), { title: 'Other' });
    await expect(rig.commit(draft.id, other.id)).rejects.toMatchObject({
      message: expect.stringContaining('one workspace'),
    });
    await expect(rig.commit(draft.id, 'ghost')).rejects.toMatchObject({ kind: 'NotFound' });
    await rig.artifacts.archiveArtifacts({ artifacts: [draft.id] }, me);
    await expect(rig.commit(draft.id)).rejects.toMatchObject({
      message: expect.stringContaining('archived'),
    });
  });

  test('F3: the same artifact twice in a selection is committed once', async () => {
    const { id } = await rig.create(workspace);
    expect(await rig.commit(id, id)).toMatchObject([{ id, version: 1 }]);
  });
});

describe('preview', () => {
  test('F3: it shows what would change and what stands in the way, and changes nothing', async () => {
    const one = await rig.committed(workspace, {
      title: 'One',
      context: { a: 1, b: 2 },
      content: { text: 'a\nb\n' },
    });
    await rig.artifacts.updateArtifact(
      { artifact: one.id, title: 'Uno', context: { a: 1, b: 3 }, content: { text: 'a\nc\n' } },
      me,
    );
    const bad = await incomplete('Bad');
    const clean = await rig.committed(workspace, { title: 'Clean' });
    const { seq } = rig.kernel;
    const preview = await rig.artifacts.previewCommit({ artifacts: [one.id, bad.id, clean.id] }, me);
    expect(preview.differences).toEqual([
      {
        artifact: one.id,
        from: 1,
        title: { before: 'One', after: 'Uno' },
        context: [{ path: '/b', before: 2, after: 3 }],
        content: {
          kind: 'text',
          patch: expect.stringContaining('@@ -1,2 +1,2 @@\n a\n-b\n+c\n'),
          added: 1,
          removed: 1,
        },
      },
      {
        artifact: bad.id,
        from: 0,
        type: { after: strictType },
        title: { after: 'Bad' },
        context: [],
        content: { kind: 'same' },
      },
      { artifact: clean.id, from: 1, context: [], content: { kind: 'same' } },
    ]);
    expect(preview.problems).toEqual([
      { artifact: bad.id, path: '/ok', message: 'It must be true.' },
      { artifact: clean.id, message: 'It is unchanged since the last commit; there is nothing to commit.' },
    ]);
    expect(rig.kernel.seq).toBe(seq);
  });
});

describe('history', () => {
  test('F1: versions and commits come by the page, newest first', async () => {
    const { id } = await rig.create(workspace, { title: 'v1' });
    for (let version = 1; version <= 5; version++) {
      rig.clock.advance(1000);
      await rig.artifacts.updateArtifact({ artifact: id, title: `v${version}` }, me);
      await rig.commit(id);
    }
    const titles: string[] = [];
    const messages: number[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await rig.artifacts.listVersions({ artifact: id, limit: 2, cursor }, me);
      titles.push(...page.versions.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await rig.artifacts.listCommits({ workspace, limit: 2, cursor }, me);
      messages.push(...page.commits.map(({ artifacts }) => artifacts[0]!.version));
      cursor = page.nextCursor;
    }
    expect(titles).toEqual(['v5', 'v4', 'v3', 'v2', 'v1']);
    expect(messages).toEqual([5, 4, 3, 2, 1]);
  });

  test('F3: any two versions are compared, and a version with the draft', async () => {
    const { id } = await rig.committed(workspace, { title: 'One', content: { text: 'one\n' } });
    await rig.artifacts.updateArtifact({ artifact: id, content: { text: 'two\n' } }, me);
    await rig.commit(id);
    await rig.artifacts.updateArtifact({ artifact: id, content: null }, me);
    const diff = async (from: number, to?: number) =>
      (await rig.artifacts.diffVersions({ artifact: id, from, to }, me)).difference;
    expect(await diff(1, 2)).toMatchObject({
      from: 1,
      to: 2,
      content: { kind: 'text', added: 1, removed: 1 },
    });
    expect(await diff(0, 1)).toMatchObject({ title: { after: 'One' }, content: { kind: 'text', added: 1 } });
    expect(await diff(2)).toMatchObject({ from: 2, content: { kind: 'text', added: 0, removed: 1 } });
    await expect(diff(7, 1)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(diff(1, 7)).rejects.toMatchObject({ kind: 'NotFound' });
  });

  test.each([
    '',
    'x',
    'bm8',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["a",1]').toString('base64url'),
  ])('L5 the cursor %j is none of ours', async (cursor) => {
    const { id } = await rig.create(workspace);
    await expect(rig.artifacts.listVersions({ artifact: id, cursor }, me)).rejects.toMatchObject({
      kind: 'InvalidParams',
    });
    await expect(rig.artifacts.listCommits({ workspace, cursor }, me)).rejects.toMatchObject({
      kind: 'InvalidParams',
    });
  });
});
