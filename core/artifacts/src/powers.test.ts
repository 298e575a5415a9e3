import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from './artifacts.ts';

const powered = 'application/vnd.acme.engine+json';
const plain = 'text/plain';
const types = { [powered]: { needs: ['servers'] }, [plain]: {} } as const;

/** Can access everything, as an agent does, but holds no permissions. */
const agent: Caller = { by: 'ann via agent', powers: [], retypes: true };
/** Has a key to single artifacts. */
const handler: Caller = { by: 'ann via handler notes', powers: [], retypes: false };
const entitled: Caller = { by: 'ann via handler engines', powers: ['servers'], retypes: false };
const refused = {
  kind: 'PermissionDenied',
  message: expect.stringContaining('needs the permission "servers"'),
};

let rig: ArtifactRig;
let workspace: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({
    types,
    typeForFile: (_, name) => (name.endsWith('.engine') ? powered : plain),
  });
  workspace = await rig.workspace();
});
afterEach(() => rig.close());

async function stateOf(id: string) {
  return (await rig.artifacts.getArtifact({ artifact: id }, me)).artifact;
}

describe('a type that needs a permission', () => {
  test('H5: is not created by a caller that lacks it, by name or by the name of a file', async () => {
    const { artifacts } = rig;
    for (const given of [
      { type: powered },
      { type: ' Application/VND.acme.Engine+JSON ' },
      { fileName: 'a.engine' },
    ])
      await expect(
        artifacts.createArtifact({ workspace, title: 'x', ...given }, agent),
      ).rejects.toMatchObject(refused);
    expect((await artifacts.listArtifacts({ workspace }, me)).artifacts).toEqual([]);
    expect(rig.events).toEqual([]);
  });

  test('H5: is not what something else becomes by an update, by restoring a version, or by discarding a draft', async () => {
    const { artifacts } = rig;
    const { id } = await rig.committed(workspace, { type: plain });
    await expect(artifacts.updateArtifact({ artifact: id, type: powered }, agent)).rejects.toMatchObject(
      refused,
    );
    await artifacts.updateArtifact({ artifact: id, type: powered }, me);
    await rig.commit(id);
    await artifacts.updateArtifact({ artifact: id, type: plain }, me);
    await expect(artifacts.discardDraft({ artifact: id }, agent)).rejects.toMatchObject(refused);
    await rig.commit(id);
    await expect(artifacts.restoreVersion({ artifact: id, version: 2 }, agent)).rejects.toMatchObject(
      refused,
    );
    expect(await stateOf(id)).toMatchObject({ type: plain, version: 3, state: 'committed' });
  });

  test('H5: is neither edited, committed, archived, deleted nor brought back by a caller that lacks it', async () => {
    const { artifacts } = rig;
    const { id } = await rig.create(workspace, { type: powered, context: { a: 1 } });
    const one = { artifact: id };
    const all = { artifacts: [id] };
    const before = await stateOf(id);
    await expect(artifacts.updateArtifact({ ...one, context: { a: 2 } }, agent)).rejects.toMatchObject(
      refused,
    );
    await expect(artifacts.updateArtifact({ ...one, type: plain }, agent)).rejects.toMatchObject(refused);
    await expect(artifacts.replaceContent(one, Buffer.from('x'), agent)).rejects.toMatchObject(refused);
    await expect(
      artifacts.commitArtifacts({ artifacts: [{ id }], message: 'm' }, agent),
    ).rejects.toMatchObject(refused);
    await expect(artifacts.archiveArtifacts(all, agent)).rejects.toMatchObject(refused);
    await expect(artifacts.deleteArtifacts(all, agent)).rejects.toMatchObject(refused);
    expect(await stateOf(id)).toEqual(before);
    await artifacts.archiveArtifacts(all, me);
    await expect(artifacts.unarchiveArtifacts(all, agent)).rejects.toMatchObject(refused);
    await artifacts.deleteArtifacts(all, me);
    await expect(artifacts.undeleteArtifacts(all, agent)).rejects.toMatchObject(refused);
    expect(rig.events.map(({ kind, powers }) => [kind, powers])).toEqual([
      ['create', ['servers']],
      ['archive', ['servers']],
      ['delete', ['servers']],
    ]);
  });

  test('H5: keeps a whole selection from being committed, archived or deleted', async () => {
    const { artifacts } = rig;
    const others = await Promise.all(
      Array.from({ length: 20 }, () => rig.create(workspace, { type: plain })),
    );
    const { id } = await rig.create(workspace, { type: powered });
    const ids = [...others.map((other) => other.id), id];
    const selected = ids.map((one) => ({ id: one }));
    await expect(
      artifacts.commitArtifacts({ artifacts: selected, message: 'm' }, agent),
    ).rejects.toMatchObject(refused);
    await expect(artifacts.archiveArtifacts({ artifacts: ids }, agent)).rejects.toMatchObject(refused);
    await expect(artifacts.deleteArtifacts({ artifacts: ids }, agent)).rejects.toMatchObject(refused);
    for (const one of ids) expect(await stateOf(one)).toMatchObject({ state: 'draft', revision: 1 });
    expect((await artifacts.listCommits({ workspace }, me)).commits).toEqual([]);
  });

  test('H5: is open to every caller that holds it, and its events say so', async () => {
    const { id } = await rig.create(workspace, { type: powered });
    await rig.artifacts.updateArtifact({ artifact: id, context: { a: 1 } }, entitled);
    await rig.artifacts.commitArtifacts({ artifacts: [{ id }], message: 'm' }, entitled);
    expect(rig.events.at(-1)).toMatchObject({ kind: 'commit', by: entitled.by, powers: ['servers'] });
  });

  test('H5: is decided on what the artifact is when it changes, not on what it was when somebody asked', async () => {
    const { artifacts } = rig;
    const { id } = await rig.committed(workspace, { type: powered });
    await artifacts.updateArtifact({ artifact: id, type: plain }, me);
    const outcomes = await Promise.allSettled([
      artifacts.restoreVersion({ artifact: id, version: 1 }, me),
      artifacts.updateArtifact({ artifact: id, title: 'Mine' }, agent),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await stateOf(id)).toMatchObject({ type: powered, title: 'Untitled' });
  });

  test('H5: may still be linked and read', async () => {
    const { artifacts } = rig;
    const { id } = await rig.committed(workspace, { type: powered });
    const { collection } = await artifacts.createCollection({ title: 'c' }, agent);
    await artifacts.linkArtifacts({ collection: collection.id, artifacts: [id] }, agent);
    expect((await artifacts.getArtifact({ artifact: id }, agent)).artifact.collections).toEqual([
      collection.id,
    ]);
  });
});

describe('a key to single artifacts', () => {
  const fixed = { kind: 'PermissionDenied', message: expect.stringContaining("can't change their type") };

  test.each([handler, entitled])('H4: never changes a type, whatever else $by holds', async (caller) => {
    const { artifacts } = rig;
    const { id } = await rig.committed(workspace, { type: plain });
    for (const type of [powered, 'text/markdown'])
      await expect(artifacts.updateArtifact({ artifact: id, type }, caller)).rejects.toMatchObject(fixed);
    await artifacts.updateArtifact({ artifact: id, type: 'text/markdown' }, me);
    await expect(artifacts.discardDraft({ artifact: id }, caller)).rejects.toMatchObject(fixed);
    await rig.commit(id);
    await expect(artifacts.restoreVersion({ artifact: id, version: 1 }, caller)).rejects.toMatchObject(fixed);
    expect(await stateOf(id)).toMatchObject({ type: 'text/markdown', version: 2 });
  });

  test('H4: still writes what the artifact holds, and names its type as it is', async () => {
    const { id } = await rig.create(workspace, { type: plain });
    const change = { artifact: id, type: plain.toUpperCase(), title: 'Renamed', context: { a: 1 } };
    const { artifact } = await rig.artifacts.updateArtifact(change, handler);
    expect(artifact).toMatchObject({ type: plain, title: 'Renamed', modifiedBy: handler.by });
  });
});
