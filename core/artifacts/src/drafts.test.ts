import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const noteType = 'application/vnd.test.note+json';
let rig: ArtifactRig;
let workspace: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({
    types: {
      [noteType]: {
        validate: (context) =>
          typeof (context as { text?: unknown }).text === 'string'
            ? []
            : [{ path: '/text', message: 'It must be text.' }],
        preview: (context) => ({ text: String((context as { text?: unknown }).text) }),
        template: { context: { text: 'Dear' }, content: 'Dear ' },
      },
    },
    typeForFile: (_workspace, fileName, head) =>
      fileName.endsWith('.note') ? noteType : `application/x-head-${head.length}`,
  });
  workspace = await rig.workspace();
});

afterEach(() => rig.close());

const bob = { ...me, by: 'bob' };

describe('creating', () => {
  test('F1: an artifact is a draft at first, with all that was given', async () => {
    const { artifact } = await rig.artifacts.createArtifact(
      { workspace, type: noteType, title: 'Note', context: { text: 'hi' }, content: { text: 'häh' } },
      me,
    );
    expect(artifact).toEqual({
      id: artifact.id,
      workspace,
      type: noteType,
      title: 'Note',
      context: { text: 'hi' },
      content: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), size: 4 },
      state: 'draft',
      revision: 1,
      version: 0,
      collections: [],
      createdAt: '2026-01-01T00:00:00.000Z',
      createdBy: 'ann',
      modifiedAt: '2026-01-01T00:00:00.000Z',
      modifiedBy: 'ann',
    });
    const { context: _, ...facts } = artifact;
    const { artifacts, counts } = await rig.shown(workspace);
    expect(artifacts).toEqual([{ ...facts, preview: { text: 'hi' } }]);
    expect(counts).toEqual({ drafts: 1, committed: 0, archived: 0, deleted: 0 });
  });

  test('H1: a create event tells of the artifact as it is, once it is durable', async () => {
    const { id } = await rig.create(workspace);
    expect(rig.events).toEqual([
      {
        kind: 'create',
        artifact: expect.objectContaining({ id, revision: 1 }),
        at: expect.any(String),
        by: 'ann',
        powers: ['servers'],
      },
    ]);
    expect(await rig.store.events({ limit: 10 })).toMatchObject([{ artifact: id, kind: 'create' }]);
    expect(rig.changed).toEqual([[id]]);
  });

  test('F1, G1: from the template of its type comes what is not given, and only when asked for', async () => {
    const type = noteType;
    const bytes = async (id: string): Promise<string | undefined> =>
      (await rig.artifacts.readContent({ artifact: id }, me)).text;
    const plain = await rig.create(workspace, { type, context: { text: 'hi' } });
    expect([plain.context, plain.content]).toEqual([{ text: 'hi' }, undefined]);
    const fresh = await rig.create(workspace, { type, fromTemplate: true });
    expect([fresh.context, await bytes(fresh.id)]).toEqual([{ text: 'Dear' }, 'Dear ']);
    const mine = { context: { text: 'Hi' }, content: { text: 'Hi' } };
    const partly = await rig.create(workspace, { type, fromTemplate: true, ...mine });
    expect([partly.context, await bytes(partly.id)]).toEqual([{ text: 'Hi' }, 'Hi']);
    const unknown = await rig.create(workspace, { type: 'application/x-other', fromTemplate: true });
    expect([unknown.context, unknown.content]).toEqual([{}, undefined]);
  });

  test('F1: without a type the file name decides, else the first bytes', async () => {
    const context = { text: 'hi' };
    expect(await rig.create(workspace, { fileName: 'a.note', context })).toMatchObject({ type: noteType });
    expect(await rig.create(workspace, { title: 'b.note', context })).toMatchObject({ type: noteType });
    expect(await rig.create(workspace, { content: { text: 'x'.repeat(9000) } })).toMatchObject({
      type: 'application/x-head-4096',
    });
    expect(await rig.create(workspace)).toMatchObject({ type: 'application/x-head-0' });
  });

  test('F4: a context that the type does not allow is refused with its path, whoever named the type', async () => {
    const refused = {
      kind: 'InvalidParams',
      message: `The context doesn't match its type. "Note", context at /text: It must be text.`,
      data: { problems: [{ path: '/text', message: 'It must be text.' }] },
    };
    const context = { text: 3 };
    await expect(rig.create(workspace, { title: 'Note', type: noteType, context })).rejects.toMatchObject(
      refused,
    );
    await expect(rig.create(workspace, { title: 'Note', fileName: 'x.note', context })).rejects.toMatchObject(
      refused,
    );
    expect(await rig.shown(workspace)).toMatchObject({ artifacts: [], counts: { drafts: 0 } });
    expect(rig.events).toEqual([]);
  });

  test('F4: without a context, the type decides whether it may be empty', async () => {
    const strict = 'application/vnd.test.strict+json';
    const crooked = 'application/vnd.test.crooked+json';
    const problem = { path: '/text', message: '"text" is missing.' };
    const validate = (context: unknown) => (Object.hasOwn(context as object, 'text') ? [] : [problem]);
    await rig.close();
    rig = await ArtifactRig.open({
      types: {
        [noteType]: { validate, template: { context: { text: 'Dear' } } },
        [strict]: { validate },
        [crooked]: { validate, template: { context: { other: 1 } } },
      },
      typeForFile: () => strict,
    });
    workspace = await rig.workspace();
    const start = '"Note", context at /text: "text" is missing.';
    for (const [params, message] of [
      [
        { type: noteType },
        `The type ${noteType} needs a context. ${start} Send one as "context", or start from the template of the type with "fromTemplate".`,
      ],
      [{ type: strict }, `The type ${strict} needs a context. ${start} Send one as "context".`],
      [
        { type: strict, fromTemplate: true },
        `The type ${strict} needs a context. ${start} Send one as "context".`,
      ],
      [{ fileName: 'a.strict' }, `The type ${strict} needs a context. ${start} Send one as "context".`],
      [
        { type: crooked, fromTemplate: true },
        `The template of the type ${crooked} doesn't match its own schema. ${start} Send one as "context".`,
      ],
    ] as const)
      await expect(rig.create(workspace, { title: 'Note', ...params })).rejects.toMatchObject({
        kind: 'InvalidParams',
        message,
        data: { problems: [problem] },
      });
    expect(await rig.shown(workspace)).toMatchObject({ artifacts: [], counts: { drafts: 0 } });
    expect(await rig.create(workspace, { type: noteType, fromTemplate: true })).toMatchObject({
      context: { text: 'Dear' },
    });
  });

  test('F4: types that nobody defines are kept all the same, in lower case', async () => {
    expect(await rig.create(workspace, { type: 'Application/X-Nobody' })).toMatchObject({
      type: 'application/x-nobody',
    });
  });

  test.each([
    'text',
    'a/b/c',
    'a/*',
    '*/*',
    'a/b; c=d',
    '../x',
    'a/b\nc',
    'a /b',
    '/b',
    `a/${'b'.repeat(200)}`,
  ])('L5 %j is no type for an artifact', async (type) => {
    await expect(rig.create(workspace, { type })).rejects.toMatchObject({ kind: 'InvalidParams' });
  });

  test('L5: a context that is too large or too deep is refused', async () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 100_000; level++) deep = { deep };
    await expect(rig.create(workspace, { context: deep })).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: '"context" is nested deeper than 100 levels. Flatten it.',
    });
    await expect(rig.create(workspace, { context: { text: 'ä'.repeat(500_001) } })).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: expect.stringContaining('larger than 1 MB'),
    });
    expect(await rig.create(workspace, { context: { text: 'a'.repeat(999_000) } })).toBeDefined();
  });

  test('L5: a workspace that is not there is said so, and no bytes are kept for it', async () => {
    await expect(rig.create('nowhere', { content: { text: 'x' } })).rejects.toMatchObject({
      kind: 'NotFound',
    });
    expect(await rig.store.unusedContent('9999', 10)).toEqual([]);
  });
});

describe('updating', () => {
  test('F3: only what is given changes, and the revision grows', async () => {
    const { id } = await rig.create(workspace, { title: 'Old', context: { a: 1 }, content: { text: 'one' } });
    rig.clock.advance(1000);
    const { artifact } = await rig.artifacts.updateArtifact({ artifact: id, title: 'New' }, bob);
    expect(artifact).toMatchObject({
      title: 'New',
      context: { a: 1 },
      content: { size: 3 },
      revision: 2,
      modifiedBy: 'bob',
      modifiedAt: '2026-01-01T00:00:01.000Z',
      createdBy: 'ann',
    });
    expect(await rig.artifacts.getArtifact({ artifact: id }, me)).toEqual({ artifact });
    expect((await rig.shown(workspace)).artifacts).toMatchObject([{ id, title: 'New', revision: 2 }]);
    const cleared = await rig.artifacts.updateArtifact({ artifact: id, content: null }, me);
    expect(cleared.artifact.content).toBeUndefined();
  });

  test('F3: a change of what somebody else has changed is a conflict that shows what is there', async () => {
    const { id } = await rig.create(workspace, { title: 'Plan' });
    rig.clock.advance(5000);
    await rig.artifacts.updateArtifact({ artifact: id, ifRevision: 1, title: 'His plan' }, bob);
    await expect(
      rig.artifacts.updateArtifact({ artifact: id, ifRevision: 1, title: 'My plan' }, me),
    ).rejects.toMatchObject({
      kind: 'Conflict',
      message:
        '"His plan" has changed since; it is at revision 2 now. Review the newest version, then repeat your change.',
      data: { artifact: { id, title: 'His plan', revision: 2 } },
    });
    expect((await rig.artifacts.getArtifact({ artifact: id }, me)).artifact.title).toBe('His plan');
  });

  test('F3: of many who change the same revision at once one wins, and the others are told', async () => {
    const { id } = await rig.create(workspace);
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        rig.artifacts.updateArtifact({ artifact: id, ifRevision: 1, title: `Title ${index}` }, me),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await rig.artifacts.getArtifact({ artifact: id }, me)).artifact.revision).toBe(2);
  });

  test('F3: changes of different fields at once are both kept', async () => {
    const { id } = await rig.create(workspace);
    await Promise.all([
      rig.artifacts.updateArtifact({ artifact: id, title: 'Both' }, me),
      rig.artifacts.updateArtifact({ artifact: id, context: { a: 1 } }, me),
      rig.artifacts.updateArtifact({ artifact: id, content: { text: 'c' } }, me),
    ]);
    expect((await rig.artifacts.getArtifact({ artifact: id }, me)).artifact).toMatchObject({
      title: 'Both',
      context: { a: 1 },
      content: { size: 1 },
      revision: 4,
    });
  });

  test('F3: a change that changes nothing is none: no revision, no news', async () => {
    const { id } = await rig.create(workspace, { context: { a: 1, b: [2] }, content: { text: 'same' } });
    const { seq } = rig.kernel;
    const { artifact } = await rig.artifacts.updateArtifact(
      { artifact: id, title: 'Untitled', context: { b: [2], a: 1 } },
      bob,
    );
    expect(artifact).toMatchObject({ revision: 1, modifiedBy: 'ann' });
    expect(rig.kernel.seq).toBe(seq);
  });

  test('F3: an update that leads back to the committed version leaves nothing to commit', async () => {
    const { id } = await rig.committed(workspace, { title: 'One', context: { a: 1 } });
    const there = await rig.artifacts.updateArtifact({ artifact: id, title: 'Two' }, me);
    expect(there.artifact.state).toBe('draft');
    const back = await rig.artifacts.updateArtifact({ artifact: id, title: 'One' }, me);
    expect(back.artifact).toMatchObject({ state: 'committed', version: 1, revision: 4 });
    expect((await rig.shown(workspace)).counts).toMatchObject({ drafts: 0, committed: 1 });
  });

  test('F4: a draft may be incomplete while it is edited', async () => {
    const { id } = await rig.create(workspace, { type: noteType, context: { text: 'x' } });
    const { artifact } = await rig.artifacts.updateArtifact({ artifact: id, context: { text: 1 } }, me);
    expect(artifact.context).toEqual({ text: 1 });
  });

  test('L5: what is archived or in the trash is not edited', async () => {
    const { id } = await rig.create(workspace, { title: 'Away' });
    await rig.artifacts.archiveArtifacts({ artifacts: [id] }, me);
    await expect(rig.artifacts.updateArtifact({ artifact: id, title: 'x' }, me)).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: '"Away" is archived. Unarchive it first.',
    });
    await rig.artifacts.deleteArtifacts({ artifacts: [id] }, me);
    await expect(rig.artifacts.replaceContent({ artifact: id }, Buffer.from('x'), me)).rejects.toMatchObject({
      message: '"Away" is in the trash. Restore it first.',
    });
  });

  test('F1: content that is streamed becomes that of the draft', async () => {
    const { id } = await rig.committed(workspace);
    async function* parts(): AsyncGenerator<Buffer> {
      yield Buffer.from('in ');
      yield Buffer.from('parts');
    }
    const { artifact } = await rig.artifacts.replaceContent({ artifact: id, ifRevision: 2 }, parts(), me);
    expect(artifact).toMatchObject({ state: 'draft', content: { size: 8 } });
    expect(await rig.artifacts.readContent({ artifact: id }, me)).toEqual({ text: 'in parts', size: 8 });
    await expect(
      rig.artifacts.replaceContent({ artifact: id, ifRevision: 2 }, Buffer.from('late'), me),
    ).rejects.toMatchObject({ kind: 'Conflict' });
  });
});

describe('going back', () => {
  test('F3: discarding takes the draft back to what was committed', async () => {
    const { id } = await rig.committed(workspace, {
      title: 'Good',
      context: { a: 1 },
      content: { text: 'good' },
    });
    await rig.artifacts.updateArtifact({ artifact: id, title: 'Bad', context: {}, content: null }, me);
    const { artifact } = await rig.artifacts.discardDraft({ artifact: id }, me);
    expect(artifact).toMatchObject({
      title: 'Good',
      context: { a: 1 },
      content: { size: 4 },
      state: 'committed',
    });
    expect((await rig.artifacts.discardDraft({ artifact: id }, me)).artifact).toEqual(artifact);
  });

  test('L5: what was never committed cannot be discarded', async () => {
    const { id } = await rig.create(workspace, { title: 'New' });
    await expect(rig.artifacts.discardDraft({ artifact: id }, me)).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: expect.stringContaining('"New" was never committed'),
    });
  });

  test('F3: an old version is restored as a draft, and the versions stay as they are', async () => {
    const { id } = await rig.committed(workspace, { title: 'First', content: { text: 'one' } });
    await rig.artifacts.updateArtifact({ artifact: id, title: 'Second', content: { text: 'two!' } }, me);
    await rig.commit(id);
    const versions = await rig.artifacts.listVersions({ artifact: id }, me);
    const { artifact } = await rig.artifacts.restoreVersion({ artifact: id, version: 1 }, me);
    expect(artifact).toMatchObject({ title: 'First', content: { size: 3 }, state: 'draft', version: 2 });
    expect(await rig.artifacts.listVersions({ artifact: id }, me)).toEqual(versions);
    const newest = await rig.artifacts.restoreVersion({ artifact: id, version: 2 }, me);
    expect(newest.artifact).toMatchObject({ title: 'Second', state: 'committed' });
    await expect(rig.artifacts.restoreVersion({ artifact: id, version: 3 }, me)).rejects.toMatchObject({
      kind: 'NotFound',
      message: `Artifact "${id}" has no version 3. Its newest is version 2.`,
    });
  });
});

test('L5: an artifact that is not there is said so', async () => {
  await expect(rig.artifacts.updateArtifact({ artifact: 'ghost', title: 'x' }, me)).rejects.toMatchObject({
    kind: 'NotFound',
  });
  await expect(rig.artifacts.getArtifact({ artifact: 'ghost' }, me)).rejects.toMatchObject({
    kind: 'NotFound',
  });
});
