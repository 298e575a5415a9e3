import type { DeskWindow } from '@loggia/protocol';
import { lazy, Suspense } from 'react';
import { restoreArtifacts } from '../artifacts/changes.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { closeWindow } from '../arrangement/arrange.ts';
import type { FoundFacts } from './use-artifact-facts.ts';

// Nothing of this is needed to see the desk.
const ArtifactPane = lazy(async () => ({
  default: (await import('../details/artifact-pane.tsx')).ArtifactPane,
}));
const ToolCallView = lazy(async () => ({
  default: (await import('../views/tool-call-view.tsx')).ToolCallView,
}));

/** What a window is there for. */
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
          This window shows something that this page does not know yet. Reload the page.
        </Note>
      </div>
    );
  }
  if (found.is === 'missing') {
    return (
      <div className="window-note">
        <Note tone="warning" actions={close}>
          {found.reason}
        </Note>
      </div>
    );
  }
  if (found.is === 'there' && found.facts.deletedAt !== undefined) {
    const { facts } = found;
    return (
      <div className="window-note">
        <Note
          tone="warning"
          actions={
            <div className="window-note-actions">
              <Button size="small" kind="primary" onClick={() => attempt(restoreArtifacts(host, [facts]))}>
                Restore
              </Button>
              {close}
            </div>
          }
        >
          “{facts.title}” is in the trash.
        </Note>
      </div>
    );
  }
  return (
    <Suspense fallback={null}>
      <ArtifactPane
        workspace={workspace}
        artifact={target.artifact}
        version={target.version}
        with={target.with}
      />
    </Suspense>
  );
}
