import type { ArtifactSummary } from '@loggia/protocol';
import { HostDouble, Refusal } from '../../host-double.testkit.ts';

export const at = '2026-01-02T12:00:00.000Z';
export const home = { id: 'home-1', channel: 'x-loggia-workspace:/home-1', title: 'Home', createdAt: at };
export const work = { id: 'work-2', channel: 'x-loggia-workspace:/work-2', title: 'Work', createdAt: at };

export function artifact(id: string, changes: Partial<ArtifactSummary> = {}): ArtifactSummary {
  return {
    id,
    workspace: home.id,
    type: 'text/plain',
    title: id,
    state: 'draft',
    revision: 3,
    version: 0,
    collections: [],
    createdAt: at,
    createdBy: 'me',
    modifiedAt: at,
    modifiedBy: 'me',
    ...changes,
  };
}

type Answers = Parameters<typeof HostDouble.start>[0];

/** A host that has these artifacts, two to a page, and one workspace. */
export async function hostWith(
  artifacts: readonly ArtifactSummary[],
  answers: Answers = {},
): Promise<HostDouble> {
  return HostDouble.start({
    'x-loggia/listWorkspaces': () => ({ workspaces: [home] }),
    'x-loggia/getArtifact': ({ artifact: id }) => {
      const found = artifacts.find((one) => one.id === id);
      if (!found) throw new Refusal(-32008, `There is no artifact "${String(id)}".`);
      return { artifact: { ...found, context: {} } };
    },
    'x-loggia/listArtifacts': ({ cursor, deleted, workspace }) => {
      const fitting = artifacts
        .filter(({ deletedAt }) => (deletedAt !== undefined) === (deleted === true))
        .filter((one) => workspace === undefined || one.workspace === workspace);
      const from = Number(cursor ?? 0);
      const isLast = from + 2 >= fitting.length;
      return { artifacts: fitting.slice(from, from + 2), ...(!isLast && { nextCursor: String(from + 2) }) };
    },
    ...answers,
  });
}
