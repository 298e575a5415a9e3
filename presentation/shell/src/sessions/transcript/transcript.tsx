import './transcript.css';
import { fetchTurns } from '@loggia/client';
import { hasStatus, Status, type ActiveTurn, type ChatState } from '@loggia/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/states.tsx';
import { complain } from '../../ui/toasts.tsx';
import { useEarlyViews } from '../../views/early-views.ts';
import { useScene } from '../chat/scene.tsx';
import { AnswerPart, TurnEnd } from './answer-part.tsx';
import { estimatedHeight, keysOf, liveKeysOf, rowsOf, turnOf, type Row } from './rows.ts';
import { placeIn, rememberPlace } from './scroll-memory.ts';
import { distanceFromEnd, endThreshold, sticks, type Extent } from './stick.ts';
import { UserMessage } from './user-message.tsx';

/** From how many rows below the top on, older turns are loaded. */
const nearTop = 12;
const flashMs = 2200;
/** What scrolls within this time after a gesture is its doing. */
const gestureMs = 400;
/** For so long nothing around a place may have moved before it counts as reached; after the second, it is given up. */
const calmMs = 250;
const settleWithinMs = 4000;
/** Pages of older turns that are looked through for one that was asked for. */
const mostPages = 400;

const waits = 'Waits for you';

export interface TranscriptHandle {
  toEnd(): void;
  /** Resolves with whether the turn was found. */
  toTurn(turn: string): Promise<boolean>;
  toRow(key: string): void;
  /** To the call, or the form, that goes by that id. */
  toSubject(subject: string): void;
}

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
  /** What is searched for, and the row of the current match. */
  readonly find: { readonly query: string; readonly current: string | undefined } | undefined;
}) {
  const host = useHost();
  const { turns, activeTurn } = state;
  const rows = useMemo(() => rowsOf(activeTurn ? { turns, activeTurn } : { turns }), [turns, activeTurn]);
  const liveKeys = liveKeysOf(activeTurn);
  const keyAt = useMemo(() => keysOf(turns, liveKeys), [turns, liveKeys]);
  const newest = useRef({ rows, state });
  newest.current = { rows, state };
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const [hasNews, setNews] = useState(false);
  const [flashed, setFlashed] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const isPlaced = useRef(false);
  const isStuck = useRef(true);
  useEarlyViews(useScene().session, chat, isStuck);
  const extent = useRef<Extent>({ top: 0, view: 0, total: 0 });
  /** When somebody last did something that may scroll, and whether a button or finger is down on it. */
  const touchedAt = useRef(-Infinity);
  const isHeld = useRef(false);
  const touched = (): void => {
    touchedAt.current = performance.now();
  };

  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(rows[index]),
    getItemKey: keyAt,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
    overscan: 8,
    paddingStart: 20,
    paddingEnd: 20,
    useFlushSync: false,
  });

  const older = useRef<Promise<void>>(undefined);
  const loadOlder = useCallback((): Promise<void> => {
    older.current ??= (async () => {
      setLoading(true);
      try {
        await fetchTurns(host.client, host.chats.view<ChatState>(chat));
      } finally {
        older.current = undefined;
        setLoading(false);
      }
    })();
    return older.current;
  }, [host, chat]);

  /** Loads older turns until that one is there. */
  const seek = useCallback(
    async (wanted: string): Promise<boolean> => {
      const view = host.chats.view<ChatState>(chat);
      const isThere = () =>
        view.state?.activeTurn?.id === wanted || view.state?.turns.some(({ id }) => id === wanted) === true;
      for (let page = 0; page < mostPages && !isThere(); page++) {
        if (view.confirmed?.turnsNextCursor === undefined) return false;
        await loadOlder();
      }
      // What was loaded is drawn with the next redraw.
      for (let wait = 0; wait < 100 && !newest.current.rows.some((row) => row.key === wanted); wait++)
        await new Promise((resolve) => setTimeout(resolve, 16));
      return isThere();
    },
    [host, chat, loadOlder],
  );

  const toRow = useCallback(
    (key: string): void => {
      const index = newest.current.rows.findIndex((row) => row.key === key);
      if (index < 0) return;
      isStuck.current = false;
      virtualizer.scrollToIndex(index, { align: 'center' });
    },
    [virtualizer],
  );

  /** So many pixels into a row, until all that is drawn around it has its size, or somebody scrolls. */
  const stayAt = useCallback(
    (key: string, into: number): Promise<void> => {
      isStuck.current = false;
      const begun = performance.now();
      let movedAt = begun;
      return new Promise((resolve) => {
        const step = (now: number): void => {
          const { current } = scroller;
          const index = newest.current.rows.findIndex((row) => row.key === key);
          const isOver = touchedAt.current > begun || isHeld.current || now - begun > settleWithinMs;
          const [start] = virtualizer.getOffsetForIndex(index, 'start') ?? [];
          if (current === null || start === undefined || isOver || now - movedAt > calmMs) return resolve();
          const before = current.scrollTop;
          virtualizer.scrollToOffset(start + into);
          if (Math.abs(current.scrollTop - before) > 1) movedAt = now;
          requestAnimationFrame(step);
        };
        step(begun);
      });
    },
    [virtualizer],
  );

  const toTurn = useCallback(
    async (wanted: string): Promise<boolean> => {
      const isFound = await seek(wanted);
      if (isFound) {
        const index = newest.current.rows.findIndex((row) => row.key === wanted);
        isStuck.current = false;
        virtualizer.scrollToIndex(index, { align: 'start' });
        setFlashed(wanted);
        setTimeout(() => setFlashed((now) => (now === wanted ? undefined : now)), flashMs);
      }
      return isFound;
    },
    [seek, virtualizer],
  );

  useImperativeHandle(
    handle,
    () => ({
      toEnd: () => {
        isStuck.current = true;
        setAway(false);
        virtualizer.scrollToEnd();
      },
      toTurn,
      toRow,
      toSubject: (subject) => {
        const found = newest.current.rows.findLast(
          (row) => row.kind === 'part' && subjectOf(row) === subject,
        );
        if (found === undefined) return;
        toRow(found.key);
        setFlashed(found.key);
        setTimeout(() => setFlashed((now) => (now === found.key ? undefined : now)), flashMs);
      },
    }),
    [virtualizer, toTurn, toRow],
  );

  // Where somebody was, or wants to be, once there is something to see.
  const hasRows = rows.length > 0;
  useLayoutEffect(() => {
    if (!hasRows || isPlaced.current) return;
    const place = turn === undefined ? placeIn(sessionStorage, chat) : undefined;
    virtualizer.scrollToEnd();
    const settle = (): void => {
      isPlaced.current = true;
      extent.current = extentOf(scroller.current);
      isStuck.current ||= distanceFromEnd(extent.current) <= endThreshold;
      setAway(!isStuck.current);
    };
    const arrive = async (): Promise<void> => {
      if (turn !== undefined) {
        if (!(await toTurn(turn))) complain('That message is not in this chat any more.');
      } else if (place?.at === 'row' && (await seek(place.turn))) await stayAt(place.key, place.into);
      requestAnimationFrame(() => requestAnimationFrame(settle));
    };
    arrive().catch((error: unknown) => {
      settle();
      complain(error);
    });
  }, [hasRows, turn, chat, virtualizer, toTurn, stayAt, seek]);

  // A link to another turn of the chat that is open already.
  const shownTurn = useRef(turn);
  useEffect(() => {
    if (turn === shownTurn.current) return;
    shownTurn.current = turn;
    if (turn !== undefined) toTurn(turn).catch(complain);
  }, [turn, toTurn]);

  const activity = hasStatus(state.status, Status.inputNeeded) ? waits : state.activity;
  const items = virtualizer.getVirtualItems();
  const firstIndex = items[0]?.index;
  const { turnsNextCursor } = state;
  useEffect(() => {
    if (!isPlaced.current || turnsNextCursor === undefined || firstIndex === undefined) return;
    if (firstIndex < nearTop) loadOlder().catch(complain);
  }, [firstIndex, turnsNextCursor, loadOlder, isAway]);

  const onScroll = (): void => {
    const now = extentOf(scroller.current);
    const by = isHeld.current || performance.now() - touchedAt.current < gestureMs ? 'user' : 'layout';
    isStuck.current = sticks(isStuck.current, { before: extent.current, after: now, by });
    extent.current = now;
    if (!isPlaced.current) return;
    setAway(!isStuck.current);
    if (isStuck.current) setNews(false);
    remember();
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const remember = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => keepPlace(), 150);
  };
  const keepPlace = (): void => {
    if (!isPlaced.current) return;
    const offset = virtualizer.scrollOffset ?? 0;
    const item = virtualizer.getVirtualItemForOffset(offset);
    const row = item && newest.current.rows[item.index];
    if (isStuck.current || row === undefined || item === undefined)
      return rememberPlace(sessionStorage, chat, { at: 'end' });
    const into = Math.max(0, Math.round(offset - item.start));
    rememberPlace(sessionStorage, chat, { at: 'row', turn: turnOf(row), key: row.key, into });
  };
  const leaving = useRef(keepPlace);
  leaving.current = keepPlace;
  useEffect(() => {
    const leave = (): void => leaving.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      clearTimeout(timer.current);
    };
  }, []);

  // Something was added while somebody reads further up.
  const lastKey = rows.at(-1)?.key;
  useEffect(() => {
    if (isPlaced.current && !isStuck.current) setNews(true);
  }, [lastKey]);

  // What grows, and what takes room from the transcript, must not push its end out of sight.
  const total = virtualizer.getTotalSize();
  const keepEnd = useCallback((): void => {
    if (!isPlaced.current) return;
    const now = extentOf(scroller.current);
    isStuck.current = sticks(isStuck.current, { before: extent.current, after: now, by: 'layout' });
    extent.current = now;
    setAway(!isStuck.current);
    if (isStuck.current) virtualizer.scrollToEnd();
  }, [virtualizer]);
  useLayoutEffect(() => keepEnd(), [total, keepEnd]);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(keepEnd);
    observer.observe(current);
    return () => observer.disconnect();
  }, [keepEnd]);

  useHighlight(scroller, find?.query ?? '', items);

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
        onScroll={onScroll}
        onWheel={touched}
        onTouchMove={touched}
        onKeyDown={touched}
        onPointerDown={() => {
          isHeld.current = true;
        }}
        onPointerUp={() => {
          isHeld.current = false;
          touched();
        }}
        onPointerCancel={() => {
          isHeld.current = false;
        }}
      >
        {isLoading && (
          <div className="transcript-older">
            <Spinner label="Loading older messages" />
          </div>
        )}
        <div className="transcript-rows" style={{ height: total }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="transcript-row"
                data-kind={row.kind}
                data-flash={flashed === row.key || undefined}
                data-current={find?.current === row.key || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <RowView row={row} activity={activity} />
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
          onClick={() => {
            isStuck.current = true;
            virtualizer.scrollToEnd();
          }}
        >
          {hasNews ? 'New messages' : 'To the end'}
        </Button>
      )}
    </div>
  );
}

function extentOf(element: HTMLElement | null): Extent {
  if (!element) return { top: 0, view: 0, total: 0 };
  return { top: element.scrollTop, view: element.clientHeight, total: element.scrollHeight };
}

const RowView = memo(function RowView({
  row,
  activity,
}: {
  readonly row: Row;
  readonly activity: string | undefined;
}) {
  switch (row.kind) {
    case 'message':
      return <UserMessage turn={row.turn} />;
    case 'part':
      return (
        <AnswerPart
          id={row.key}
          turn={row.turnId}
          part={row.part}
          isLive={row.isLive}
          isPast={row.isPast}
          activity={row.isLive ? activity : undefined}
        />
      );
    case 'end':
      return <TurnEnd turn={row.turn} isLast={row.isLast} />;
    case 'working':
      return (
        <p className="turn-working">
          <span className="turn-dots" aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {isCalling(row.turn) && activity !== waits ? 'Working' : (activity ?? 'Working')}
        </p>
      );
  }
}, isSameRow);

/** Rows of the running turn are made anew with each word; most of them show the same. */
function isSameRow(
  before: { readonly row: Row; readonly activity: string | undefined },
  after: { readonly row: Row; readonly activity: string | undefined },
): boolean {
  const [a, b] = [before.row, after.row];
  if (a.kind === 'part' && b.kind === 'part') {
    const isSame = a.part === b.part && a.isLive === b.isLive && a.isPast === b.isPast && a.key === b.key;
    return isSame && (!b.isLive || before.activity === after.activity);
  }
  if (a.kind === 'message' && b.kind === 'message')
    return a.turn.id === b.turn.id && a.turn.message === b.turn.message;
  return a === b;
}

/** What a call is at stands with the call. */
function isCalling({ responseParts }: ActiveTurn): boolean {
  return responseParts.at(-1)?.kind === 'toolCall';
}

function subjectOf({ part }: Extract<Row, { kind: 'part' }>): string | undefined {
  if (part.kind === 'toolCall') return part.toolCall.toolCallId;
  return part.kind === 'inputRequest' ? part.request.id : undefined;
}

const highlightName = 'session-find';

/** Marks what was found in the rows that are drawn, without touching them. */
function useHighlight(
  scroller: { readonly current: HTMLElement | null },
  query: string,
  drawn: readonly unknown[],
): void {
  useEffect(() => {
    const highlights = (CSS as { highlights?: HighlightRegistry }).highlights;
    const wanted = query.trim().toLocaleLowerCase();
    if (highlights === undefined || scroller.current === null || wanted === '') return;
    const ranges: Range[] = [];
    const walker = document.createTreeWalker(scroller.current, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && ranges.length < 500; node = walker.nextNode()) {
      const text = (node.textContent ?? '').toLocaleLowerCase();
      for (let at = text.indexOf(wanted); at >= 0 && ranges.length < 500; at = text.indexOf(wanted, at + 1)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, Math.min(at + wanted.length, node.textContent?.length ?? 0));
        ranges.push(range);
      }
    }
    highlights.set(highlightName, new Highlight(...ranges));
    return () => void highlights.delete(highlightName);
  }, [scroller, query, drawn]);
}
