import { readAuthor, type Artifact, type ProtocolError } from '@loggia/protocol';
import type { ArtifactCommands, Artifacts, Caller } from './artifacts.ts';
import { typeOfFile } from './content/file-type.ts';
import type { TrackedContent } from './content/tracked-content.ts';
import { contextText, sameContext, sameSubstance } from './context.ts';
import { artifactKey, contentKey, type Ledger } from './ledger.ts';
import { normalType } from './mime.ts';
import type { ArtifactPorts } from './ports.ts';
import { invalid, noVersion, noWorkspace, quoted } from './refusals.ts';
import { assertRevisions, assertWorkable, only } from './selection.ts';
import { artifactOf, substanceOf } from './shape.ts';
import type { ListedArtifact, Substance } from './store.ts';
import { assertStartable, assertValid } from './validity.ts';

type Commands = Pick<
  ArtifactCommands,
  'createArtifact' | 'updateArtifact' | 'discardDraft' | 'restoreVersion'
> &
  Pick<Artifacts, 'replaceContent'>;

interface Edit {
  readonly artifact: string;
  readonly ifRevision?: number | undefined;
  readonly caller: Caller;
  /** Bytes that the new substance refers to and that may be new to the artifact. */
  readonly hash?: string | undefined;
  /** Computes the new substance; runs while nobody else changes the artifact. */
  next(row: ListedArtifact): Promise<Substance>;
}

export function draftCommands(ports: ArtifactPorts, ledger: Ledger, tracked: TrackedContent): Commands {
  const { store, types, untouched } = ports;

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
      // A change to the same substance makes no revision and no event.
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
    return hash === undefined ? undefined : tracked.named(hash);
  }

  return {
    async createArtifact(params, caller) {
      const { by, powers } = caller;
      const { workspace } = params;
      const given = params.type === undefined ? undefined : normalType(params.type);
      const template =
        params.fromTemplate === true && given !== undefined ? types.resolve(workspace, given).template : {};
      const title = params.title ?? template?.title;
      if (title === undefined) throw untitled(given);
      const isTemplateOnly = [params.title, params.context, params.content].every((own) => own === undefined);
      const context = params.context ?? template?.context ?? {};
      const text = contextText(context);
      const assertContext = (type: string): void =>
        params.context === undefined
          ? assertStartable(types, { workspace, title, type, context })
          : assertValid(types, [{ workspace, title, type, context }]);
      // Checked before bytes are stored for nothing.
      if (!(await store.workspace(workspace))) throw noWorkspace(workspace);
      if (given !== undefined) assertContext(given);
      const start =
        params.content ?? (template?.content === undefined ? undefined : { text: template.content });
      const hash = start && (await tracked.take(start));
      const id = ports.newId();
      return ledger.change({ shared: hash === undefined ? [] : [contentKey(hash)] }, async () => {
        const content = await contentFor(hash);
        const file = { workspace, fileName: params.fileName ?? title, hash: content?.hash };
        const type = given ?? normalType(await typeOfFile(ports, file));
        if (given === undefined) assertContext(type);
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
        untouched.namedIn(params);
        // An agent goes on from what it has made; a person may have looked only.
        if (isTemplateOnly && readAuthor(by).actor === undefined) untouched.made(id, Date.parse(at));
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
      // Checked before bytes are stored for nothing; checked again below under the lock.
      const row = await only(store, artifact);
      assertRevisions(ledger, [row], new Map([[artifact, ifRevision]]));
      assertWorkable([row]);
      const hash = params.content ? await tracked.take(params.content) : undefined;
      untouched.namedIn(params);
      return edit({
        artifact,
        ifRevision,
        caller,
        hash,
        next: async (now) => ({
          type: type ?? now.type,
          title: title ?? now.title,
          // An equivalent text is kept as it is.
          context: text === undefined || sameContext(text, now.context) ? now.context : text,
          content: params.content === undefined ? now.content : await contentFor(hash),
        }),
      });
    },

    async replaceContent({ artifact, ifRevision }, source, caller, options) {
      const row = await only(store, artifact);
      assertRevisions(ledger, [row], new Map([[artifact, ifRevision]]));
      assertWorkable([row]);
      const { hash } = await tracked.put(source, options);
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

function untitled(type: string | undefined): ProtocolError {
  return invalid(
    type === undefined
      ? 'The artifact has no title. Send one as "title".'
      : `The type ${type} doesn't say what a new artifact is called. Send a title as "title".`,
  );
}
