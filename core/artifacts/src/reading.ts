import { artifactLink, ProtocolError, type ArtifactSummary } from '@loggia/protocol';
import type { ArtifactCommands, Artifacts, ParamsOf } from './artifacts.ts';
import { readPart } from './content/part.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { fileNameFor } from './file-name.ts';
import type { Ledger } from './ledger.ts';
import { defaultPage } from './limits.ts';
import type { ArtifactPorts } from './ports.ts';
import { asPublished, statesIn } from './published.ts';
import { invalid, noCollection, noVersion, noWorkspace, quoted } from './refusals.ts';
import { only } from './selection.ts';
import { artifactOf, asCommitted, versionOf } from './shape.ts';
import type { ArtifactOrder, ArtifactPosition, ListedArtifact, Substance, VersionRow } from './store.ts';

type Commands = Pick<ArtifactCommands, 'listArtifacts' | 'getArtifact' | 'presentArtifact' | 'readContent'> &
  Pick<Artifacts, 'row' | 'summaries' | 'content'>;

const defaultPartBytes = 100_000;

export function readingCommands(ports: ArtifactPorts, ledger: Ledger): Commands {
  const { store, content } = ports;

  async function versionAt(row: ListedArtifact, version: number): Promise<VersionRow> {
    const found = await store.version(row.id, version);
    if (!found) throw noVersion(row.id, version, row.version);
    return found;
  }

  async function substanceAt(
    artifact: string,
    version: number | undefined,
  ): Promise<{ row: ListedArtifact; substance: Substance }> {
    const row = await only(store, artifact);
    return { row, substance: version === undefined ? row : await versionAt(row, version) };
  }

  async function assertThere({ workspace, collection }: ParamsOf<'listArtifacts'>): Promise<void> {
    if (workspace !== undefined && !(await store.workspace(workspace))) throw noWorkspace(workspace);
    if (collection !== undefined && !(await store.collection(collection))) throw noCollection(collection);
  }

  return {
    async listArtifacts(params) {
      const { limit = defaultPage, order = 'modified', cursor } = params;
      await assertThere(params);
      const { workspace, collection, states, deleted } = params;
      const types = params.types?.map((type) => type.trim().toLowerCase());
      const list = ['artifacts', workspace, collection, states, types, deleted, order];
      const [value, id] = cursor === undefined ? [] : readCursor(list, cursor, ['string', 'string']);
      const after = id === undefined ? undefined : { value: String(value), id: String(id) };
      const within = statesIn(collection, states);
      if (!within) return { artifacts: [] };
      const found = await store.list({
        ...{ workspace, collection, types, deleted, order, after, ...within },
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const artifacts: ArtifactSummary[] = [];
      for (const row of page) {
        const shown = collection === undefined ? row : await asPublished(store, row);
        if (shown) artifacts.push(ledger.summary(shown));
      }
      const end = last && positionOf(last, order);
      return { artifacts, ...(end && { nextCursor: writeCursor(list, [end.value, end.id]) }) };
    },

    async getArtifact({ artifact, version }) {
      const row = await only(store, artifact);
      if (version === undefined) return { artifact: artifactOf(row, row.collections) };
      const found = await versionAt(row, version);
      return {
        artifact: artifactOf(asCommitted(row, found), row.collections),
        version: versionOf(found),
      };
    },

    async presentArtifact({ artifact }) {
      const row = await only(store, artifact);
      if (row.deletedAt !== undefined)
        throw invalid(`${quoted(row.title)} is in the trash. Restore it before you show it.`);
      return { artifact: ledger.summary(row), link: artifactLink(row.id) };
    },

    async readContent({ artifact, version, offset = 0, limit = defaultPartBytes }) {
      const { substance } = await substanceAt(artifact, version);
      if (!substance.content) return { text: '', size: 0 };
      return readPart(content, substance.content, offset, limit);
    },

    row: (id) => store.artifact(id),

    async summaries(ids) {
      return (await store.listed(ids)).map((row) => ledger.summary(row));
    },

    async content(artifact, version) {
      const { row, substance } = await substanceAt(artifact, version);
      if (!substance.content) {
        throw new ProtocolError('NotFound', `${quoted(row.title)} has no content, only a context.`);
      }
      const { hash, size } = substance.content;
      const { type, title } = substance;
      const fileName = fileNameFor({ workspace: row.workspace, type, title }, ports.types);
      return { artifact, type, title, fileName, hash, size, open: (range) => content.open(hash, range) };
    },
  };
}

function positionOf(row: ListedArtifact, order: ArtifactOrder): ArtifactPosition {
  const values = { modified: row.modifiedAt, created: row.createdAt, title: row.title };
  return { value: values[order], id: row.id };
}
