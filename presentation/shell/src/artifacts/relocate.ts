import type { WorkspaceSummary } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { navigate } from '../navigation/use-route.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { named } from './named.ts';
import type { Relocation } from './relocate-state.ts';

type Host = Pick<ShellHost, 'ask'>;

/** Moves or copies artifacts, with their versions, to the workspace. */
export async function relocate(
  host: Host,
  { how, artifacts }: Relocation,
  to: Pick<WorkspaceSummary, 'id' | 'title'>,
): Promise<void> {
  const params = { artifacts: artifacts.map(({ id }) => ({ id })), workspace: to.id };
  if (how === 'copy') {
    await host.ask('x-loggia/copyArtifacts', params);
    tell(`${named(artifacts)} copied to ${to.title}.`, {
      action: { label: 'Show', run: () => navigate({ page: 'desk', workspace: to.id }) },
    });
    return;
  }
  await host.ask('x-loggia/moveArtifacts', params);
  tell(`${named(artifacts)} moved to ${to.title}.`, {
    undo: () => attempt(moveBack(host, artifacts)),
  });
}

async function moveBack(host: Host, artifacts: Relocation['artifacts']): Promise<void> {
  for (const workspace of new Set(artifacts.map((artifact) => artifact.workspace))) {
    const from = artifacts.filter((artifact) => artifact.workspace === workspace).map(({ id }) => ({ id }));
    await host.ask('x-loggia/moveArtifacts', { artifacts: from, workspace });
  }
}
