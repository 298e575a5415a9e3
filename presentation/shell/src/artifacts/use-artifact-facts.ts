import { HostError } from '@loggia/client';
import { workspaceUri, type Artifact, type ArtifactSummary, type WorkspaceAction } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useWorkspace } from '../host/use-channel.ts';

export type FoundFacts =
  | { readonly is: 'unknown' }
  | { readonly is: 'there'; readonly facts: ArtifactSummary }
  | { readonly is: 'missing'; readonly reason: string };

const unknown: FoundFacts = { is: 'unknown' };

/** The summary of an artifact, kept in sync. The workspace's state has the newest artifacts; others are requested. */
export function useArtifactFacts(workspace: string, id: string | undefined): FoundFacts {
  const host = useHost();
  const shown = useWorkspace(workspace)?.state?.artifacts.find((artifact) => artifact.id === id);
  const [asked, setAsked] = useState<{ readonly id: string; readonly found: FoundFacts }>();
  const isShown = shown !== undefined;
  useEffect(() => {
    if (id === undefined || isShown) return;
    const abort = new AbortController();
    let asks = 0;
    const ask = (): void => {
      const turn = ++asks;
      // An answer to an earlier question may come after that to a later one.
      const set = (found: FoundFacts): void => {
        if (!abort.signal.aborted && turn === asks) setAsked({ id, found });
      };
      host.ask('x-loggia/getArtifact', { artifact: id }, { signal: abort.signal }).then(
        ({ artifact }: { readonly artifact: Artifact }) => set({ is: 'there', facts: artifact }),
        (error: unknown) => error instanceof HostError && set({ is: 'missing', reason: error.message }),
      );
    };
    const stop = host.channels.view(workspaceUri(workspace)).onAction(({ action }) => {
      const told = action as unknown as WorkspaceAction;
      const isTold =
        (told.type === 'x-loggia/artifactsSet' && told.artifacts.some((artifact) => artifact.id === id)) ||
        (told.type === 'x-loggia/artifactsRemoved' && told.ids.includes(id));
      if (isTold) ask();
    });
    ask();
    return () => {
      abort.abort();
      stop();
    };
  }, [host, workspace, id, isShown]);
  if (shown) return { is: 'there', facts: shown };
  return asked !== undefined && asked.id === id ? asked.found : unknown;
}
