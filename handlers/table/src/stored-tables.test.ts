import { createHash } from 'node:crypto';
import { ConflictError, type Api, type Artifact } from '@loggia/kit';
import { expect, it } from 'vitest';
import { createStoredTables } from './stored-tables.ts';
import { readTable } from './table.ts';

/** Too long for a message. */
const long = `a,b\n${`${'x'.repeat(400)},1\n`.repeat(9000)}`;

/** One artifact that obeys revisions; `after` runs right after bytes were stored, as somebody who is fast. */
function storeOf(after: (change: (content: string) => void) => void = () => undefined) {
  const state = { revision: 3, content: 'a,b\n' };
  const hash = () => createHash('sha256').update(state.content).digest('hex');
  const shown = () =>
    ({ id: 't', revision: state.revision, state: 'draft', content: { hash: hash() } }) as Artifact;
  const change = (content: string): void => {
    state.content = content;
    state.revision += 1;
  };
  const written: unknown[] = [];
  const api: Pick<Api, 'getArtifact' | 'writeContent'> = {
    getArtifact: async () => shown(),
    async writeContent(_, content, options) {
      written.push(options);
      change(String(content));
      after(change);
    },
  };
  return { api: api as Api, shown, written };
}

const whole = { table: readTable(long).table, like: readTable(long) };

it('F3: bytes are written on the revision that they were made from', async () => {
  const { api, shown, written } = storeOf();
  const saved = await createStoredTables().write(shown(), whole, api);
  expect(written).toEqual([{ ifRevision: 3 }]);
  expect(saved).toEqual({ revision: 4, state: 'draft', hash: shown().content?.hash });
});

it('F3: somebody who writes right after is not taken for us', async () => {
  const { api, shown } = storeOf((change) => change('theirs\n'));
  await expect(createStoredTables().write(shown(), whole, api)).rejects.toThrow(ConflictError);
});
