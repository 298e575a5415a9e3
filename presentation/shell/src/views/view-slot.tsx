import './views.css';
import { useLayoutEffect, useState, type CSSProperties, type FocusEvent } from 'react';
import type { SlotKind } from './slot-place.ts';
import type { UsedView } from './use-view.ts';
import { ViewPlaceholder } from './view-placeholder.tsx';

/** The place where a View is shown. Inline, it is as tall as the View wants; elsewhere it fills its container. */
export function ViewSlot({
  used: { stage, view, snapshot },
  kind,
  showDetails,
}: {
  readonly used: UsedView;
  readonly kind: SlotKind;
  readonly showDetails: () => void;
}) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  useLayoutEffect(() => (place ? stage.addSlot(view, kind, place) : undefined), [stage, view, kind, place]);
  const { phase, height, facts, slot } = snapshot;
  const isHere = slot === undefined || slot === place;
  const isShown = isHere && phase === 'ready';
  const isSized =
    kind === 'inline' && isHere && (phase === 'ready' || phase === 'loading' || phase === 'resting');
  const style: CSSProperties = isSized ? { height } : {};
  const enter = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Element && relatedTarget.closest('.view-frame')) return;
    view.frame.page.focus();
  };
  return (
    <div
      ref={setPlace}
      className="view-slot"
      // Where the focus goes that leaves the View by F6.
      role="group"
      aria-label={facts.title}
      tabIndex={-1}
      data-view-slot={kind}
      data-phase={phase}
      data-view={view.id}
      style={style}
    >
      {isShown && (
        <>
          <button type="button" data-view-edge="before" aria-label={`Into ${facts.title}`} onFocus={enter} />
          <button type="button" data-view-edge="after" aria-label={`End of ${facts.title}`} onFocus={enter} />
        </>
      )}
      {!isShown && (
        <ViewPlaceholder
          view={view}
          snapshot={snapshot}
          isElsewhere={!isHere}
          bringHere={() => {
            view.leaveScreen();
            if (place) stage.claim(place);
          }}
          showDetails={showDetails}
        />
      )}
    </div>
  );
}
