import type { Artifacts, Caller } from '@loggia/artifacts';
import { permissions } from '@loggia/content';

/** Resolves when the servers of a workspace have said which types they have, or have had the time to. */
type Wake = (workspace: string) => Promise<unknown>;

/**
 * Lets what a type says of its artifacts hold whether or not somebody has the workspace open. Contexts are checked when
 * artifacts are created and committed. Which permissions a type needs matters to every change by a caller that doesn't
 * hold all of them; a person does, and isn't kept waiting.
 */
export function withTypesAwake(artifacts: Artifacts, wake: Wake): Artifacts {
  async function wakeAllOf(ids: readonly string[]): Promise<void> {
    const workspaces = new Set<string>();
    for (const id of ids) {
      const row = await artifacts.row(id);
      if (row) workspaces.add(row.workspace);
    }
    for (const workspace of workspaces) await wake(workspace);
  }

  async function wakeUnlessEntitled(ids: readonly string[], { powers }: Caller): Promise<void> {
    if (!permissions.every((permission) => powers.includes(permission))) await wakeAllOf(ids);
  }

  const one =
    <Params extends { readonly artifact: string }, Result>(
      run: (params: Params, caller: Caller) => Promise<Result>,
    ) =>
    async (params: Params, caller: Caller): Promise<Result> => {
      await wakeUnlessEntitled([params.artifact], caller);
      return run(params, caller);
    };

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
      await wakeAllOf(params.artifacts.map(({ id }) => id));
      return artifacts.commitArtifacts(params, caller);
    },
    async previewCommit(params, caller) {
      await wakeAllOf(params.artifacts);
      return artifacts.previewCommit(params, caller);
    },
    async replaceContent(params, source, caller, options) {
      await wakeUnlessEntitled([params.artifact], caller);
      return artifacts.replaceContent(params, source, caller, options);
    },
    updateArtifact: one(artifacts.updateArtifact),
    discardDraft: one(artifacts.discardDraft),
    restoreVersion: one(artifacts.restoreVersion),
    archiveArtifacts: many(artifacts.archiveArtifacts),
    unarchiveArtifacts: many(artifacts.unarchiveArtifacts),
    deleteArtifacts: many(artifacts.deleteArtifacts),
    undeleteArtifacts: many(artifacts.undeleteArtifacts),
  };
}
