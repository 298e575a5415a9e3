import { buffer, text } from 'node:stream/consumers';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: ArtifactRig;
let workspace: string;

beforeAll(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
});

afterAll(() => rig.close());

async function holding(bytes: Uint8Array): Promise<string> {
  const { hash } = await rig.artifacts.upload(bytes);
  return (await rig.create(workspace, { content: { hash } })).id;
}

describe('lists', () => {
  test('F5: pages hold everything once, in each order, whatever the page', async () => {
    const home = await rig.workspace();
    const titles = ['delta', 'Alpha', 'charlie', 'Bravo', 'alpha', 'echo', 'Äpfel'];
    for (const title of titles) {
      rig.clock.advance(titles.indexOf(title) % 2 === 0 ? 1000 : 0);
      await rig.create(home, { title });
    }
    for (const order of ['modified', 'created', 'title'] as const) {
      const whole = (await rig.artifacts.listArtifacts({ workspace: home, order }, me)).artifacts;
      expect(whole).toHaveLength(titles.length);
      for (const limit of [1, 2, 3, 7]) {
        const paged = [];
        for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
          const page = await rig.artifacts.listArtifacts({ workspace: home, order, limit, cursor }, me);
          expect(page.artifacts.length).toBeGreaterThan(0);
          paged.push(...page.artifacts);
          cursor = page.nextCursor;
        }
        expect(paged).toEqual(whole);
      }
    }
    const byTitle = await rig.artifacts.listArtifacts({ workspace: home, order: 'title', limit: 3 }, me);
    expect(byTitle.artifacts.map(({ title }) => title.toLowerCase())).toEqual(['alpha', 'alpha', 'bravo']);
  });

  test('F5: filters by state and type, in any case', async () => {
    const home = await rig.workspace();
    const a = await rig.create(home, { type: 'application/vnd.test.a' });
    const b = await rig.committed(home, { type: 'application/vnd.test.b' });
    const ids = async (given: object): Promise<string[]> =>
      (await rig.artifacts.listArtifacts({ workspace: home, ...given }, me)).artifacts.map(({ id }) => id);
    expect(await ids({ states: ['draft'] })).toEqual([a.id]);
    expect(await ids({ states: ['committed'] })).toEqual([b.id]);
    expect(await ids({ types: ['Application/vnd.Test.B'] })).toEqual([b.id]);
    expect(await ids({ types: ['application/*'] })).toHaveLength(2);
    expect(await ids({ types: ['nothing/*'] })).toEqual([]);
  });

  test('L5: a cursor of another list is refused, and so is one that was tampered with', async () => {
    const home = await rig.workspace();
    for (let count = 0; count < 3; count++) await rig.create(home);
    const { nextCursor: cursor = '' } = await rig.artifacts.listArtifacts({ workspace: home, limit: 1 }, me);
    const tries = [
      { workspace, cursor },
      { workspace: home, order: 'title' as const, cursor },
      { workspace: home, states: ['draft' as const], cursor },
      { workspace: home, cursor: `x${cursor}` },
      { workspace: home, cursor: Buffer.from('{"a":1}').toString('base64url') },
    ];
    for (const one of tries) {
      await expect(rig.artifacts.listArtifacts(one, me)).rejects.toMatchObject({
        kind: 'InvalidParams',
        message: '"cursor" does not belong to this list. Start over without it, with the same filters.',
      });
    }
    await fc.assert(
      fc.asyncProperty(fc.string(), async (junk) => {
        const reading = rig.artifacts.listArtifacts({ workspace: home, cursor: junk }, me);
        await expect(reading).rejects.toMatchObject({ kind: 'InvalidParams' });
      }),
      { numRuns: 30 },
    );
  });

  test('L5: a workspace that is not there is said so', async () => {
    await expect(rig.artifacts.listArtifacts({ workspace: 'nowhere' }, me)).rejects.toMatchObject({
      kind: 'NotFound',
    });
  });
});

describe('content', () => {
  test('F1: binary content comes as base64, nothing as an empty text', async () => {
    const artifact = await holding(Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    expect(await rig.artifacts.readContent({ artifact }, me)).toEqual({ base64: '//4AgA==', size: 4 });
    const { id } = await rig.create(workspace);
    expect(await rig.artifacts.readContent({ artifact: id }, me)).toEqual({ text: '', size: 0 });
  });

  test('F1: a long text comes in parts', async () => {
    const artifact = await holding(Buffer.from('äöü'));
    const first = await rig.artifacts.readContent({ artifact, limit: 3 }, me);
    expect(first).toEqual({ text: 'äö', size: 6, nextOffset: 4 });
    expect(await rig.artifacts.readContent({ artifact, offset: 4 }, me)).toEqual({ text: 'ü', size: 6 });
  });

  test('F1: bytes are streamed, whole or in part, as they stand or as a version has them', async () => {
    const { id } = await rig.committed(workspace, { title: 'File', content: { text: 'version one' } });
    await rig.artifacts.updateArtifact({ artifact: id, title: 'Draft', content: { text: 'draft' } }, me);
    const draft = await rig.artifacts.content(id);
    expect(draft).toMatchObject({ artifact: id, title: 'Draft', size: 5 });
    expect(await text(await draft.open())).toBe('draft');
    const version = await rig.artifacts.content(id, 1);
    expect(version).toMatchObject({ title: 'File', size: 11 });
    expect((await buffer(await version.open({ start: 8 }))).toString()).toBe('one');
    await expect(rig.artifacts.content(id, 9)).rejects.toMatchObject({ kind: 'NotFound' });
    const empty = await rig.create(workspace);
    await expect(rig.artifacts.content(empty.id)).rejects.toMatchObject({ kind: 'NotFound' });
  });
});
