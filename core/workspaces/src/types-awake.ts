import type { Artifacts, Caller } from '@loggia/artifacts';
import { permissions } from '@loggia/content';

/** Resolves when the servers of a workspace have declared their types, or have had the time to. */
type Wake = (workspace: string) => Promise<unknown>;

export interface TypesAsleep {
  wake: Wake;
  /** Whether the type's needs are known now. */
  isKnown(workspace: string, type: string): boolean;
}

/**
 * Enforces the rules of types whether or not anybody has the workspace open. Contexts are checked when artifacts are
 * created and committed. The permissions a type needs matter to every change by a caller that doesn't hold all of them;
 * a person does, and doesn't have to wait.
 */
export function withTypesAwake(artifacts: Artifacts, { wake, isKnown }: TypesAsleep): Artifacts {
  /** The workspaces in which the needs of one of these types are unknown. */
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

  /** All artifacts of a commit are in one workspace. */
  async function wakeFirst([id]: readonly string[]): Promise<void> {
    const row = id === undefined ? undefined : await artifacts.row(id);
    if (row) await wake(row.workspace);
  }

  /** Also for its versions, which may have other types. */
  async function wakeForVersions({ artifact }: { readonly artifact: string }, caller: Caller): Promise<void> {
    if (!permissions.every((permission) => caller.powers.includes(permission))) await wakeFirst([artifact]);
  }

  /** The workspace that they go to may have other servers, which say what their types need. */
  async function wakeBetween(
    { artifacts: chosen, workspace }: Parameters<Artifacts['moveArtifacts']>[0],
    caller: Caller,
  ): Promise<void> {
    if (permissions.every((permission) => caller.powers.includes(permission))) return;
    await wakeUnlessEntitled(
      chosen.map(({ id }) => id),
      caller,
    );
    await wake(workspace);
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
    async moveArtifacts(params, caller) {
      await wakeBetween(params, caller);
      return artifacts.moveArtifacts(params, caller);
    },
    async copyArtifacts(params, caller) {
      await wakeBetween(params, caller);
      return artifacts.copyArtifacts(params, caller);
    },
    archiveArtifacts: many(artifacts.archiveArtifacts),
    unarchiveArtifacts: many(artifacts.unarchiveArtifacts),
    deleteArtifacts: many(artifacts.deleteArtifacts),
    undeleteArtifacts: many(artifacts.undeleteArtifacts),
  };
}
