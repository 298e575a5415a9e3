import { workspaceUri, type WorkspaceAction } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';

interface Followed {
  readonly workspace: string;
  readonly id: string;
}

/** Calls back with each new revision of an artifact, until the returned function is called. */
export function followRevision(
  host: ShellHost,
  { workspace, id }: Followed,
  heard: (revision: number) => void,
): () => void {
  const uri = workspaceUri(workspace);
  const view = host.channels.view(uri);
  const read = async (): Promise<void> => {
    const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: id });
    heard(artifact.revision);
  };
  const stops = [
    host.channels.hold(uri),
    view.onAction(({ action }) => {
      const told = action as unknown as WorkspaceAction;
      if (told.type !== 'x-loggia/artifactsSet') return;
      const revision = told.artifacts.find((changed) => changed.id === id)?.revision;
      if (revision !== undefined) heard(revision);
    }),
    // After a disconnection, a snapshot replaces the missed actions, and it has only some of the artifacts.
    view.onSnapshot(() => void read().catch(() => undefined)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
