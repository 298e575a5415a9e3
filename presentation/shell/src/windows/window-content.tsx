import type { DeskWindow } from '@loggia/protocol';
import { lazy, Suspense, useState } from 'react';
import type { FoundFacts } from '../artifacts/use-artifact-facts.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/states.tsx';
import { closeWindow } from '../arrangement/arrange.ts';
import type { ArtifactTarget } from '../arrangement/stack.ts';
import { lossOf, WindowLoss } from './window-loss.tsx';

// Nothing of this is needed to see the desk.
const ArtifactPane = lazy(async () => ({
  default: (await import('../details/artifact-pane.tsx')).ArtifactPane,
}));
const ToolCallView = lazy(async () => ({
  default: (await import('../views/tool-call-view.tsx')).ToolCallView,
}));

export function WindowContent({
  workspace,
  window,
  found,
}: {
  readonly workspace: string;
  readonly window: DeskWindow;
  readonly found: FoundFacts;
}) {
  const host = useHost();
  const { id, target } = window;
  const close = (
    <Button size="small" onClick={() => closeWindow(host, workspace, id)}>
      Close the window
    </Button>
  );
  if (target.kind === 'toolCall') {
    const { session, chat, turn, toolCall } = target;
    return (
      <Suspense fallback={null}>
        <ToolCallView session={session} chat={chat} turn={turn} toolCall={toolCall} slot="window" />
      </Suspense>
    );
  }
  if (target.kind !== 'artifact') {
    return (
      <div className="window-note">
        <Note tone="info" actions={close}>
          This window needs a newer version of this page. Reload the page.
        </Note>
      </div>
    );
  }
  return <ArtifactContent workspace={workspace} window={window} target={target} found={found} />;
}

/** An artifact that is deleted while it is open stays: somebody may be writing in it. */
function ArtifactContent({
  workspace,
  window,
  target,
  found,
}: {
  readonly workspace: string;
  readonly window: DeskWindow;
  readonly target: ArtifactTarget;
  readonly found: FoundFacts;
}) {
  const [shown, setShown] = useState<string>();
  const loss = lossOf(workspace, found);
  const isThere = found.is === 'there' && loss === undefined;
  if (isThere && shown !== target.artifact) setShown(target.artifact);
  const isKept = loss !== undefined && shown === target.artifact;
  return (
    <div className="window-artifact">
      {loss && <WindowLoss workspace={workspace} window={window} loss={loss} isKept={isKept} />}
      {(loss === undefined || isKept) && (
        <Suspense fallback={null}>
          <ArtifactPane
            workspace={workspace}
            artifact={target.artifact}
            version={target.version}
            with={target.with}
            mode={target.mode}
          />
        </Suspense>
      )}
    </div>
  );
}
