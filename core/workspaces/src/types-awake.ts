import type { Artifacts, Caller } from '@loggia/artifacts';
import { permissions } from '@loggia/content';

/** Resolves when the servers of a workspace have said which types they have, or have had the time to. */
type Wake = (workspace: string) => Promise<unknown>;

export interface TypesAsleep {
  wake: Wake;
  /** Whether it is clear now what the type needs. */
  isKnown(workspace: string, type: string): boolean;
}

/**
 * Lets what a type says of its artifacts hold whether or not somebody has the workspace open. Contexts are checked when
 * artifacts are created and committed. Which permissions a type needs matters to every change by a caller that doesn't
 * hold all of them; a person does, and isn't kept waiting.
 */
export function withTypesAwake(artifacts: Artifacts, { wake, isKnown }: TypesAsleep): Artifacts {
  /** The workspaces in which it isn't clear what one of these types needs. */
  async function unclear(ids: readonly string[], becoming: string | undefined): Promise<Set<string>> {
    const workspaces = new Set<string>();
    for (const id of ids) {
      const row = await artifacts.row(id);
      if (!row || workspaces.has(row.workspace)) continue;
      const types = [row.type, ...(becoming === undefined ? [] : [becoming])];
      if (!types.every((type) => isKnown(row.workspace, type))) workspaces.add(row.workspace);
    }
    return workspaces;
  }

  async function wakeUnlessEntitled(
    ids: readonly string[],
    { powers }: Caller,
    becoming?: string,
  ): Promise<void> {
    if (permissions.every((permission) => powers.includes(permission))) return;
    for (const workspace of await unclear(ids, becoming)) await wake(workspace);
  }

  /** A selection that can be committed lies in one workspace. */
  async function wakeFirst([id]: readonly string[]): Promise<void> {
    const row = id === undefined ? undefined : await artifacts.row(id);
    if (row) await wake(row.workspace);
  }

  /** Of its versions, too, which may be of other types. */
  async function wakeForVersions({ artifact }: { readonly artifact: string }, caller: Caller): Promise<void> {
    if (!permissions.every((permission) => caller.powers.includes(permission))) await wakeFirst([artifact]);
  }

  const many =
    <Params extends { readonly artifacts: readonly string[] }, Result>(
      run: (params: Params, caller: Caller) => Promise<Result>,
    ) =>
    async (params: Params, caller: Caller): Promise<Result> => {
      await wakeUnlessEntitled(params.artifacts, caller);
      return run(params, caller);
    };

  return {
    ...artifacts,
    async createArtifact(params, caller) {
      await wake(params.workspace);
      return artifacts.createArtifact(params, caller);
    },
    async commitArtifacts(params, caller) {
      const ids = params.artifacts.map(({ id }) => id);
      await wakeFirst(ids);
      await wakeUnlessEntitled(ids, caller);
      return artifacts.commitArtifacts(params, caller);
    },
    async previewCommit(params, caller) {
      await wakeFirst(params.artifacts);
      return artifacts.previewCommit(params, caller);
    },
    async replaceContent(params, source, caller, options) {
      await wakeUnlessEntitled([params.artifact], caller);
      return artifacts.replaceContent(params, source, caller, options);
    },
    async updateArtifact(params, caller) {
      await wakeUnlessEntitled([params.artifact], caller, params.type);
      return artifacts.updateArtifact(params, caller);
    },
    async discardDraft(params, caller) {
      await wakeForVersions(params, caller);
      return artifacts.discardDraft(params, caller);
    },
    async restoreVersion(params, caller) {
      await wakeForVersions(params, caller);
      return artifacts.restoreVersion(params, caller);
    },
    archiveArtifacts: many(artifacts.archiveArtifacts),
    unarchiveArtifacts: many(artifacts.unarchiveArtifacts),
    deleteArtifacts: many(artifacts.deleteArtifacts),
    undeleteArtifacts: many(artifacts.undeleteArtifacts),
  };
}
