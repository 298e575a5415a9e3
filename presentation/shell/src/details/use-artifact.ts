import { workspaceUri, type Artifact, type WorkspaceAction } from '@loggia/protocol';
import { useCallback, useEffect, useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';

export interface FollowedArtifact {
  /** The current artifact; the last known one after it is gone. */
  readonly artifact: Artifact | undefined;
  /** In the trash, or gone for good. */
  readonly isGone: boolean;
  readonly error: Error | undefined;
  again(): void;
}

interface Known {
  readonly artifact?: Artifact;
  readonly isGone?: boolean;
  readonly error?: Error;
}

/**
 * One artifact with its context, followed while it is on screen. The state of a workspace shows only those that were
 * changed last; its actions tell of all.
 */
export function useArtifact(workspace: string, id: string | undefined): FollowedArtifact {
  const host = useHost();
  const [known, setKnown] = useState<Known>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    let newest = -1;
    let reads = 0;
    const read = async (): Promise<void> => {
      const turn = ++reads;
      // An answer that was on its way while something happened tells of the time before.
      const isStale = (): boolean => stop.signal.aborted || turn !== reads;
      try {
        const { artifact } = await host.ask(
          'x-loggia/getArtifact',
          { artifact: id },
          { signal: stop.signal },
        );
        if (isStale()) return;
        newest = artifact.revision;
        setKnown({ artifact, isGone: artifact.deletedAt !== undefined });
      } catch (error) {
        if (isStale()) return;
        const problem = asError(error);
        setKnown((before) => ({ ...before, error: problem }));
      }
    };
    const uri = workspaceUri(workspace);
    const release = host.channels.hold(uri);
    const view = host.channels.view(uri);
    const stopActions = view.onAction((envelope) => {
      const action = envelope.action as unknown as WorkspaceAction;
      if (action.type === 'x-loggia/artifactsSet') {
        if (action.artifacts.some((changed) => changed.id === id && changed.revision > newest)) void read();
      } else if (action.type === 'x-loggia/artifactsRemoved' && action.ids.includes(id)) {
        setKnown((before) => ({ ...before, isGone: true }));
        void read();
      }
    });
    // After a while away, what changed meanwhile may come as a whole.
    const stopSnapshots = view.onSnapshot(() => void read());
    void read();
    return () => {
      stop.abort();
      stopActions();
      stopSnapshots();
      release();
      setKnown({});
    };
  }, [host, workspace, id, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { artifact: known.artifact, isGone: known.isGone === true, error: known.error, again };
}
