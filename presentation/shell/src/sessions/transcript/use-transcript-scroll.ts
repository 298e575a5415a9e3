import { fetchTurns, globalEnvironment } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useHost } from '../../host/host-context.tsx';
import type { ShellHost } from '../../host/shell-host.ts';
import { complain } from '../../ui/toast-queue.ts';
import { ReadingPosition, type Scroller } from './reading-position.ts';
import { estimatedHeight, keysOf, liveKeysOf, rowsOf, type Row } from './rows.ts';
import { endThreshold, type Extent } from './stick.ts';

type List = Virtualizer<HTMLDivElement, Element>;

/** The rows of a chat, the list that draws those on screen, and where somebody reads in it. */
export function useTranscriptScroll(
  chat: string,
  state: ChatState,
  turn: string | undefined,
): {
  readonly rows: readonly Row[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: List;
  readonly position: ReadingPosition;
} {
  const host = useHost();
  const { turns, activeTurn } = state;
  const rows = useMemo(() => rowsOf(activeTurn ? { turns, activeTurn } : { turns }), [turns, activeTurn]);
  const liveKeys = liveKeysOf(activeTurn);
  const keyAt = useMemo(() => keysOf(turns, liveKeys), [turns, liveKeys]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is memoized
  const list = useVirtualizer<HTMLDivElement, Element>({
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
  // A chat has a transcript of its own, and the list is the same object for as long as it is there.
  const [position] = useState(() => positionIn(host, chat, scrollerOf(scroller, list)));

  useLayoutEffect(() => position.draw(rows), [position, rows]);
  const hasRows = rows.length > 0;
  useLayoutEffect(() => {
    if (hasRows) position.open(turn);
  }, [position, hasRows, turn]);
  useLinkedTurn(position, turn);
  useRemembering(position);

  const total = list.getTotalSize();
  useLayoutEffect(() => position.resized(), [position, total]);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => position.resized());
    observer.observe(current);
    return () => observer.disconnect();
  }, [position]);

  return { rows, scroller, list, position };
}

/** A link to another turn of the chat that is open already. */
function useLinkedTurn(position: ReadingPosition, turn: string | undefined): void {
  const shown = useRef(turn);
  useEffect(() => {
    if (turn === shown.current) return;
    shown.current = turn;
    if (turn !== undefined) position.toTurn(turn).catch(complain);
  }, [position, turn]);
}

function useRemembering(position: ReadingPosition): void {
  useEffect(() => {
    const leave = (): void => position.remember();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      position.stop();
    };
  }, [position]);
}

function positionIn(host: ShellHost, chat: string, scroller: Scroller): ReadingPosition {
  const view = host.chats.view<ChatState>(chat);
  return new ReadingPosition({
    chat,
    scroller,
    storage: sessionStorage,
    now: () => performance.now(),
    after: globalEnvironment.after,
    nextFrame: (run) => void requestAnimationFrame(run),
    complain,
    older: {
      load: () => fetchTurns(host.client, view),
      hasMore: () => view.confirmed?.turnsNextCursor !== undefined,
      isLoaded: (turn) =>
        view.state?.activeTurn?.id === turn || view.state?.turns.some(({ id }) => id === turn) === true,
    },
  });
}

function scrollerOf(element: RefObject<HTMLDivElement | null>, list: List): Scroller {
  return {
    extent: () => extentOf(element.current),
    toEnd: () => list.scrollToEnd(),
    toRow: (index, align) => list.scrollToIndex(index, { align }),
    toOffset: (offset) => list.scrollToOffset(offset),
    startOf: (index) => (element.current === null ? undefined : list.getOffsetForIndex(index, 'start')?.[0]),
    top: () => {
      const offset = list.scrollOffset ?? 0;
      const item = list.getVirtualItemForOffset(offset);
      return item && { index: item.index, into: offset - item.start };
    },
  };
}

function extentOf(element: HTMLElement | null): Extent {
  if (!element) return { top: 0, view: 0, total: 0 };
  return { top: element.scrollTop, view: element.clientHeight, total: element.scrollHeight };
}
