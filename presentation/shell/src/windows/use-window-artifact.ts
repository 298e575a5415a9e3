import type { DeskWindow } from '@loggia/protocol';
import { artifactsInViews } from '../artifacts/opened.ts';
import { useArtifactFacts, type FoundFacts } from '../artifacts/use-artifact-facts.ts';
import { useReadable } from '../host/use-channel.ts';
import { toolCallViewId } from '../views/identity.ts';

/** The artifact in a window: the one it was opened for, or the one that the View of a tool call shows there. */
export function useWindowArtifact(workspace: string, { target }: DeskWindow): FoundFacts {
  const inViews = useReadable(artifactsInViews);
  const artifact =
    target.kind === 'artifact'
      ? target.artifact
      : target.kind === 'toolCall'
        ? inViews.get(toolCallViewId(target.chat, target.toolCall))
        : undefined;
  return useArtifactFacts(workspace, artifact);
}
