import type { Artifact } from '@loggia/protocol';
import type { ArtifactCommands, Artifacts, Caller } from './artifacts.ts';
import type { ContentKeeper } from './content/keeper.ts';
import { contextText, sameContext, sameSubstance } from './context.ts';
import { artifactKey, contentKey, type Ledger } from './ledger.ts';
import { normalType } from './mime.ts';
import type { ArtifactPorts } from './ports.ts';
import { invalid, noVersion, noWorkspace, quoted } from './refusals.ts';
import { assertRevisions, assertWorkable, only } from './selection.ts';
import { artifactOf, substanceOf } from './shape.ts';
import type { ListedArtifact, Substance } from './store.ts';
import { assertValid } from './validity.ts';

type Commands = Pick<
  ArtifactCommands,
  'createArtifact' | 'updateArtifact' | 'discardDraft' | 'restoreVersion'
> &
  Pick<Artifacts, 'replaceContent'>;

/** How much of a content is looked at to tell its type. */
const headBytes = 4096;

interface Edit {
  readonly artifact: string;
  readonly ifRevision?: number | undefined;
  readonly caller: Caller;
  /** Bytes that the new substance names and that may be new to the artifact. */
  readonly hash?: string | undefined;
  /** What it is made of then; runs while nobody else changes the artifact. */
  next(row: ListedArtifact): Promise<Substance>;
}

export function draftCommands(ports: ArtifactPorts, ledger: Ledger, keeper: ContentKeeper): Commands {
  const { store, types } = ports;

  async function edit({ artifact, ifRevision, caller, hash, next }: Edit): Promise<{ artifact: Artifact }> {
    const wanted = {
      alone: [artifactKey(artifact)],
      shared: hash === undefined ? [] : [contentKey(hash)],
    };
    return ledger.change(wanted, async () => {
      const row = await only(store, artifact);
      assertRevisions(ledger, [row], new Map([[artifact, ifRevision]]));
      assertWorkable([row]);
      const substance = await next(row);
      // Who changes nothing has changed nothing: no revision, no news.
      if (sameSubstance(substance, row)) return { artifact: artifactOf(row, row.collections) };
      const head = row.version === 0 ? undefined : await store.version(row.id, row.version);
      const after: ListedArtifact = {
        ...row,
        ...substance,
        dirty: head === undefined || !sameSubstance(substance, head),
        revision: row.revision + 1,
        modifiedAt: ledger.now(),
        modifiedBy: caller.by,
      };
      await ledger.apply({ changes: [{ before: row, after }], caller });
      return { artifact: artifactOf(after, after.collections) };
    });
  }

  async function committed(row: ListedArtifact, version: number): Promise<Substance> {
    const found = await store.version(row.id, version);
    if (!found) throw noVersion(row.id, version, row.version);
    return substanceOf(found);
  }

  async function contentFor(hash: string | undefined): Promise<Substance['content']> {
    return hash === undefined ? undefined : keeper.named(hash);
  }

  async function typeOf(workspace: string, fileName: string, content: Substance['content']): Promise<string> {
    const head = content ? await ports.content.read(content.hash, 0, headBytes) : new Uint8Array();
    return types.typeForFile(workspace, fileName, head);
  }

  return {
    async createArtifact(params, caller) {
      const { by, powers } = caller;
      const { workspace, title } = params;
      const given = params.type === undefined ? undefined : normalType(params.type);
      const template =
        params.fromTemplate === true && given !== undefined ? types.resolve(workspace, given).template : {};
      const context = params.context ?? template?.context;
      const text = contextText(context ?? {});
      // Before bytes are stored for nothing.
      if (!(await store.workspace(workspace))) throw noWorkspace(workspace);
      if (given !== undefined && context) assertValid(types, [{ workspace, title, type: given, context }]);
      const start =
        params.content ?? (template?.content === undefined ? undefined : { text: template.content });
      const hash = start && (await keeper.take(start));
      const id = ports.newId();
      return ledger.change({ shared: hash === undefined ? [] : [contentKey(hash)] }, async () => {
        const content = await contentFor(hash);
        const type = given ?? normalType(await typeOf(workspace, params.fileName ?? title, content));
        if (given === undefined && context) assertValid(types, [{ workspace, title, type, context }]);
        const at = ledger.now();
        const row: ListedArtifact = {
          id,
          workspace,
          type,
          title,
          context: text,
          content,
          archived: false,
          dirty: true,
          revision: 1,
          version: 0,
          createdAt: at,
          createdBy: by,
          modifiedAt: at,
          modifiedBy: by,
          deletedAt: undefined,
          collections: [],
          excerpt: undefined,
          thumbnail: undefined,
        };
        await ledger.apply({
          changes: [{ after: row }],
          caller,
          events: [{ kind: 'create', artifact: row, at, by, powers }],
        });
        return { artifact: artifactOf(row, []) };
      });
    },

    async updateArtifact(params, caller) {
      const { artifact, ifRevision, title } = params;
      const type = params.type === undefined ? undefined : normalType(params.type);
      const text = params.context && contextText(params.context);
      // Before bytes are stored for nothing; what matters is looked at again below.
      const row = await only(store, artifact);
      assertRevisions(ledger, [row], new Map([[artifact, ifRevision]]));
      assertWorkable([row]);
      const hash = params.content ? await keeper.take(params.content) : undefined;
      return edit({
        artifact,
        ifRevision,
        caller,
        hash,
        next: async (now) => ({
          type: type ?? now.type,
          title: title ?? now.title,
          // The text stays as it is where it says the same.
          context: text === undefined || sameContext(text, now.context) ? now.context : text,
          content: params.content === undefined ? now.content : await contentFor(hash),
        }),
      });
    },

    async replaceContent({ artifact, ifRevision }, source, caller, options) {
      const row = await only(store, artifact);
      assertRevisions(ledger, [row], new Map([[artifact, ifRevision]]));
      assertWorkable([row]);
      const { hash } = await keeper.put(source, options);
      const next = async (now: ListedArtifact): Promise<Substance> => ({
        ...substanceOf(now),
        content: await contentFor(hash),
      });
      return edit({ artifact, ifRevision, caller, hash, next });
    },

    discardDraft({ artifact, ifRevision }, caller) {
      return edit({
        artifact,
        ifRevision,
        caller,
        next: (row) => {
          if (row.version === 0) {
            throw invalid(
              `${quoted(row.title)} was never committed, so there is nothing to go back to. Delete it if you do not want it.`,
            );
          }
          return committed(row, row.version);
        },
      });
    },

    restoreVersion({ artifact, version, ifRevision }, caller) {
      return edit({ artifact, ifRevision, caller, next: (row) => committed(row, version) });
    },
  };
}
