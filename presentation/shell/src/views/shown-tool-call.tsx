import './views.css';
import { useState, type ReactNode } from 'react';
import { useHost } from '../host/host-context.tsx';
import { currentRoute, navigate } from '../navigation/use-route.ts';
import { bringUp } from '../arrangement/open-window.ts';
import { routeOfWindow } from '../arrangement/window-route.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { toolCallViewId } from './identity.ts';
import { ToolCallSubject, type ToolCallPlace } from './tool-call-subject.ts';
import { useSharedSandboxNote } from './use-shared-note.ts';
import { useView } from './use-view.ts';
import { ViewBar } from './view-bar.tsx';
import { ViewDetails } from './view-details.tsx';
import { ViewSignIn } from './view-sign-in.tsx';
import { ViewSlot } from './view-slot.tsx';
import { isMissing } from './view-snapshot.ts';

/** The height of a window's title bar and the View's own bar. */
const barsOfWindow = 84;

/** The View of a tool call, with its bar. */
export function ShownToolCall({
  slot,
  instead,
  offersSignIn = true,
  ...place
}: ToolCallPlace & {
  readonly slot: 'inline' | 'window';
  readonly instead?: ReactNode;
  readonly offersSignIn?: boolean;
}) {
  const host = useHost();
  const used = useView(toolCallViewId(place.chat, place.toolCall), () => new ToolCallSubject(host, place));
  const [isOpen, setIsOpen] = useState(false);
  const { view, snapshot } = used;
  useSharedSandboxNote(snapshot.sandbox);
  const showDetails = (): void => setIsOpen(true);
  const pin = (): void => {
    const { workspace, page } = currentRoute();
    const { session, chat, turn, toolCall } = place;
    if (workspace === undefined) return;
    const target = { kind: 'toolCall', session, chat, turn, toolCall } as const;
    const address = routeOfWindow(workspace, target);
    const looks = { title: snapshot.facts.title, height: snapshot.height + barsOfWindow };
    const opened = bringUp(host, workspace, target, looks);
    // The desk may be beside the conversation, or on another page, which the user shouldn't be taken to.
    const isElsewhere = page === 'session';
    attempt(
      opened.then(() =>
        isElsewhere
          ? tell('Opened on the desk.', { action: { label: 'Go to the desk', run: () => navigate(address) } })
          : navigate(address),
      ),
    );
  };
  const hasBorder = snapshot.sandbox?.granted.prefersBorder !== false;
  return (
    <section
      className="view"
      data-slot={slot}
      data-border={slot === 'inline' && hasBorder}
      aria-label={`View: ${snapshot.facts.title}`}
    >
      <ViewBar
        view={view}
        snapshot={snapshot}
        showDetails={showDetails}
        pin={slot === 'inline' ? pin : undefined}
      />
      {offersSignIn && snapshot.phase === 'ready' && (
        <ViewSignIn facts={snapshot.facts} className="view-sign-in" />
      )}
      <ViewSlot used={used} kind={slot} showDetails={showDetails} />
      {isMissing(snapshot) && instead}
      <ViewDetails view={view} snapshot={snapshot} open={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}
