import { ArtifactRig, me } from '@loggia/testing/artifacts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artifactsPart, type ArtifactWrite } from '../store.ts';

let rig: ArtifactRig;
let workspace: string;

beforeAll(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
});

afterAll(() => rig.close());

async function write(one: ArtifactWrite): Promise<void> {
  rig.kernel.enlist(artifactsPart, one);
  await rig.kernel.settled();
}

async function titlesFound(query: string, filters: object = {}): Promise<string[]> {
  const { hits } = await rig.artifacts.search({ query, ...filters }, me);
  return hits.flatMap((hit) => (hit.kind === 'artifact' ? [hit.artifact.title] : [])).sort();
}

describe('search', () => {
  test('F6: words, phrases, beginnings and exclusions find what they say, with the matches marked', async () => {
    for (const title of ['Blue whale', 'Whale blue', 'Blueprint']) await rig.create(workspace, { title });
    expect(await titlesFound('blue whale')).toEqual(['Blue whale', 'Whale blue']);
    expect(await titlesFound('"blue whale"')).toEqual(['Blue whale']);
    expect(await titlesFound('blue*')).toEqual(['Blue whale', 'Blueprint', 'Whale blue']);
    expect(await titlesFound('blue* -whale')).toEqual(['Blueprint']);
    const { hits } = await rig.artifacts.search({ query: '"blue whale"' }, me);
    expect(hits[0]).toMatchObject({ kind: 'artifact', artifact: { title: 'Blue whale', state: 'draft' } });
    const marked = hits[0]?.title.filter(({ match }) => match).map(({ text }) => text);
    expect(marked?.join(' ')).toBe('Blue whale');
  });

  test('F6: the text that was extracted is found, with a snippet', async () => {
    const { id } = await rig.create(workspace, { title: 'Scan' });
    const row = { artifact: id, key: 'key', excerpt: 'The quick', thumbnail: undefined };
    await write({ kind: 'derived', row, text: 'The quick brown armadillo jumps' });
    const { hits } = await rig.artifacts.search({ query: 'armadillo' }, me);
    expect(hits).toMatchObject([{ artifact: { id, excerpt: 'The quick' } }]);
    expect(hits[0]?.snippet).toContainEqual({ text: 'armadillo', match: true });
  });

  test('F6: messages are found where they stand; what is stored wrongly is left out', async () => {
    const row = {
      kind: 'message' as const,
      parent: 'chat',
      workspace,
      at: '2026-01-01T00:00:00.000Z',
      title: 'Chat',
    };
    const data = { session: 's', chat: 'c', turn: 't' };
    await write({
      kind: 'document',
      row: { ...row, ref: '1', text: 'platypus one', data: JSON.stringify(data) },
    });
    await write({ kind: 'document', row: { ...row, ref: '2', text: 'platypus two', data: '{}' } });
    const { hits } = await rig.artifacts.search({ query: 'platypus', kinds: ['message'] }, me);
    expect(hits).toMatchObject([{ kind: 'message', ...data, at: row.at, score: expect.any(Number) }]);
    expect((await rig.artifacts.search({ query: 'platypus', kinds: ['artifact'] }, me)).hits).toEqual([]);
  });

  test('F6: filters by workspace, type, state, collection and time', async () => {
    const other = await rig.workspace();
    const early = await rig.create(workspace, { title: 'Zebra early', type: 'application/vnd.test.z' });
    rig.clock.advance(86_400_000);
    const late = await rig.committed(other, { title: 'Zebra late' });
    const { collection } = await rig.artifacts.createCollection({ title: 'Stripes' }, me);
    await rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: [late.id] }, me);
    const found = (filters: object): Promise<string[]> => titlesFound('zebra', filters);
    expect(await found({ workspace })).toEqual([early.title]);
    expect(await found({ types: ['application/vnd.TEST.z'] })).toEqual([early.title]);
    expect(await found({ states: ['committed'] })).toEqual([late.title]);
    expect(await found({ collection: collection.id })).toEqual([late.title]);
    expect(await found({ collection: collection.id, states: ['draft'] })).toEqual([]);
    expect(await found({ since: '2026-01-02T00:00:00+00:00' })).toEqual([late.title]);
    expect(await found({ until: '2026-01-01T12:00:00+01:00' })).toEqual([early.title]);
    await rig.artifacts.updateArtifact({ artifact: late.id, title: 'Secret zebra' }, me);
    const { hits } = await rig.artifacts.search({ query: 'zebra', collection: collection.id }, me);
    expect(hits).toMatchObject([
      {
        artifact: { state: 'committed', version: 1, title: late.title },
        title: [{ text: late.title }],
        snippet: [],
      },
    ]);
    await expect(found({ since: 'yesterday' })).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: '"since" isn\'t a time. Write it like 2026-01-31T12:00:00Z.',
    });
  });

  test('F6: pages hold every hit once', async () => {
    const home = await rig.workspace();
    for (let index = 0; index < 7; index++) await rig.create(home, { title: `Gecko ${index}` });
    const seen: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await rig.artifacts.search({ query: 'gecko', workspace: home, limit: 3, cursor }, me);
      seen.push(...page.hits.flatMap((hit) => (hit.kind === 'artifact' ? [hit.artifact.title] : [])));
      cursor = page.nextCursor;
    }
    expect(seen.sort()).toEqual(Array.from({ length: 7 }, (_, index) => `Gecko ${index}`));
    const { nextCursor } = await rig.artifacts.search({ query: 'gecko', workspace: home, limit: 3 }, me);
    const elsewhere = { query: 'lizard', workspace: home, cursor: nextCursor };
    await expect(rig.artifacts.search(elsewhere, me)).rejects.toMatchObject({ kind: 'InvalidParams' });
  });

  test('L5: no text of a user breaks the index', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), async (text) => {
        const said = await rig.artifacts.search({ query: `Gecko* ${text}` }, me).then(
          ({ hits }) => ({ kind: 'found', hits }),
          (error: unknown) => ({ kind: 'refused', error }),
        );
        // Found or not; if refused, with our own error.
        const expected = {
          found: { hits: expect.any(Array) },
          refused: { error: expect.objectContaining({ kind: 'InvalidParams' }) },
        };
        expect(said).toMatchObject(expected[said.kind as keyof typeof expected]);
      }),
      { numRuns: 100 },
    );
    expect(await titlesFound('gecko NOT AND OR ( ) NEAR/2 ^x {title}: \u0000 "a""b')).toEqual([]);
  });
});
