import './transcript.css';
import { hasStatus, Status, type ChatState } from '@loggia/protocol';
import { ArrowDown } from 'lucide-react';
import { useEffect, useImperativeHandle, type Ref } from 'react';
import { useReadable } from '../../host/use-channel.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/states.tsx';
import { useEarlyViews } from '../../views/early-views.ts';
import { useScene } from '../chat/scene.tsx';
import type { ReadingPosition } from './reading-position.ts';
import { RowView } from './row-view.tsx';
import { useHighlight } from './use-highlight.ts';
import { useTranscriptScroll } from './use-transcript-scroll.ts';

export type TranscriptHandle = Pick<ReadingPosition, 'toEnd' | 'toRow' | 'toSubject' | 'toTurn'>;

/** A chat from its beginning, or as far back as somebody has scrolled, to now. */
export function Transcript({
  chat,
  state,
  turn,
  handle,
  find,
}: {
  readonly chat: string;
  readonly state: ChatState;
  /** To be shown first. */
  readonly turn: string | undefined;
  readonly handle: Ref<TranscriptHandle>;
  /** The search text, and the row of the current match. */
  readonly find: { readonly query: string; readonly current: string | undefined } | undefined;
}) {
  const { rows, scroller, list, position } = useTranscriptScroll(chat, state, turn);
  const { isAway, hasNews, flashed, isLoading } = useReadable(position);
  useEarlyViews(useScene().session, chat, position.isFollowing);
  useImperativeHandle(handle, () => position, [position]);

  const items = list.getVirtualItems();
  const firstIndex = items[0]?.index;
  const { turnsNextCursor } = state;
  // Each of them may be what was missing: a place, rows near the top, or a page before them.
  useEffect(() => position.reach(firstIndex), [position, firstIndex, turnsNextCursor, isAway]);
  useHighlight(scroller, find?.query ?? '', items);

  const isWaiting = hasStatus(state.status, Status.inputNeeded);
  const activity = isWaiting ? 'Waiting for you' : state.activity;
  const touch = (): void => position.touch();
  return (
    <div className="transcript">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only watched, to know who scrolled */}
      <div
        ref={scroller}
        className="transcript-scroller scroll-area"
        role="region"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        onScroll={() => position.scrolled()}
        onWheel={touch}
        onTouchMove={touch}
        onKeyDown={touch}
        onPointerDown={() => position.hold()}
        onPointerUp={() => {
          position.release();
          touch();
        }}
        onPointerCancel={() => position.release()}
      >
        {isLoading && (
          <div className="transcript-older">
            <Spinner label="Loading older messages" />
          </div>
        )}
        <div className="transcript-rows" style={{ height: list.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                className="transcript-row"
                data-kind={row.kind}
                data-flash={flashed === row.key || undefined}
                data-current={find?.current === row.key || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <RowView row={row} activity={activity} isWaiting={isWaiting} />
              </div>
            );
          })}
        </div>
      </div>
      {isAway && (
        <Button
          className="transcript-down"
          data-over-views
          size="small"
          icon={<ArrowDown />}
          onClick={() => position.follow()}
        >
          {hasNews ? 'New messages' : 'Jump to latest'}
        </Button>
      )}
    </div>
  );
}
