import './artifact-grid.css';
import type { ArtifactSummary } from '@loggia/protocol';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { isMac } from '../commands/use-commands.ts';
import { putArtifacts } from '../ui/dragged-artifacts.ts';
import { isWithin } from '../ui/is-within.ts';
import { ContextMenu, type MenuPart } from '../ui/menu.tsx';
import { Skeleton } from '../ui/states.tsx';
import { ArtifactCard, ArtifactRow } from './artifact-card.tsx';
import { useLongPress } from './long-press.ts';
import { columnsIn, destination } from './grid-navigation.ts';
import { keptScroll, useKeepScroll } from './kept-scroll.ts';
import {
  clear,
  focusOn,
  kept,
  placeOf,
  selectAll,
  selectOnly,
  selectTo,
  toggle,
  type Selection,
} from './selection.ts';
import type { TypeLookup } from '../ui/type-lookup.ts';
import { useNow } from '../ui/use-now.ts';

const gap = 16;
/** All cards have the same height, so that nothing jumps when their previews arrive. */
export const cardHeight = 212;
const leastCardWidth = 208;
const rowHeight = 44;

export interface ArtifactGridProps {
  readonly label: string;
  readonly artifacts: readonly ArtifactSummary[];
  readonly more: 'none' | 'there' | 'loading';
  /** How many there are in all, where that is known. */
  readonly total?: number | undefined;
  readonly layout: 'grid' | 'list';
  readonly lookUp: TypeLookup;
  readonly selection: Selection;
  readonly isDraggable: boolean;
  /** The menu for the selected artifacts, or for the space between them if none is selected. */
  readonly menu: readonly MenuPart[];
  onSelect(next: Selection): void;
  onOpen(artifacts: readonly ArtifactSummary[]): void;
  onPeek(artifact: ArtifactSummary): void;
  onDelete?(artifacts: readonly ArtifactSummary[]): void;
  onRename?(artifact: ArtifactSummary): void;
  onDuplicate?(artifacts: readonly ArtifactSummary[]): void;
  loadMore(): void;
}

/**
 * Cards or rows of artifacts, of which only those in sight are in the document. One of them has the focus; keys move it,
 * and choose.
 */
export function ArtifactGrid(props: ArtifactGridProps) {
  const { label, artifacts, more, total, layout, lookUp, selection, menu, onSelect, loadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow();
  const width = useWidth(scroller);
  const isNarrow = width < 560;
  const padding = isNarrow ? 12 : 20;
  const columns =
    layout === 'list'
      ? 1
      : columnsIn(width - 2 * padding, isNarrow ? 150 : leastCardWidth, isNarrow ? 12 : gap);
  const rows = Math.ceil(artifacts.length / columns);
  const hasMore = more !== 'none';
  const current = selection.current ?? artifacts[0]?.id;
  const currentPlace = useMemo(
    () => (current === undefined ? -1 : placeOf(artifacts, current)),
    [artifacts, current],
  );
  const currentRow = Math.floor(Math.max(0, currentPlace) / columns);
  const height = layout === 'list' ? rowHeight : cardHeight + (isNarrow ? 12 : gap);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      // Keep the focused row in the document, or the focus would be lost while scrolling.
      return currentRow < range.count && !seen.includes(currentRow)
        ? [...seen, currentRow].toSorted((a, b) => a - b)
        : seen;
    },
    [currentRow],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const virtual = useVirtualizer({
    count: rows + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: layout === 'list' ? 12 : 3,
    paddingStart: layout === 'list' ? 4 : padding,
    paddingEnd: 88,
    initialOffset: () => keptScroll(label),
    rangeExtractor,
  });
  useKeepScroll(label, scroller);
  const items = virtual.getVirtualItems();
  useLayoutEffect(() => virtual.measure(), [virtual, height]);

  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more === 'there' && lastSeen >= rows - 2) loadMore();
  }, [more, lastSeen, rows, loadMore]);

  const before = useRef(artifacts);
  useEffect(() => {
    const left = kept(selection, before.current, artifacts);
    before.current = artifacts;
    if (left !== selection) onSelect(left);
  }, [artifacts, selection, onSelect]);

  const wantsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!wantsFocus.current || current === undefined) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-artifact="${CSS.escape(current)}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });

  const handlers = useGridHandlers({ ...props, columns });
  const longPress = useLongPress(handlers.choose);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const viewport = scroller.current?.clientHeight ?? 0;
    const moved = handlers.press(event, Math.floor(viewport / height));
    if (moved === undefined) return;
    wantsFocus.current = true;
    virtual.scrollToIndex(Math.floor(moved / columns), { align: 'auto' });
  };

  return (
    <ContextMenu parts={menu}>
      <div
        ref={scroller}
        className="desk-grid scroll-area"
        data-layout={layout}
        role="listbox"
        aria-label={label}
        aria-multiselectable
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={handlers.click}
        onDoubleClick={handlers.doubleClick}
        onContextMenuCapture={handlers.contextMenu}
        {...longPress}
        onDragStart={handlers.dragStart}
      >
        <div role="presentation" className="desk-grid-inner" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => (
            <div
              key={key}
              role="presentation"
              className="desk-grid-line"
              style={{
                transform: `translateY(${start}px)`,
                ...(layout === 'grid' && {
                  gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                  gap: isNarrow ? 12 : gap,
                  height: cardHeight,
                  padding: `0 ${padding}px`,
                }),
              }}
            >
              {index >= rows
                ? Array.from({ length: columns }, (_, at) => (
                    <Skeleton key={at} style={{ height: layout === 'list' ? rowHeight - 8 : cardHeight }} />
                  ))
                : artifacts.slice(index * columns, (index + 1) * columns).map((artifact, at) => {
                    const Item = layout === 'list' ? ArtifactRow : ArtifactCard;
                    return (
                      <Item
                        key={artifact.id}
                        artifact={artifact}
                        type={lookUp(artifact.type)}
                        isSelected={selection.ids.has(artifact.id)}
                        isCurrent={artifact.id === current}
                        isDraggable={props.isDraggable}
                        position={index * columns + at}
                        count={hasMore ? (total ?? -1) : artifacts.length}
                        now={now}
                      />
                    );
                  })}
            </div>
          ))}
        </div>
      </div>
    </ContextMenu>
  );
}

function useGridHandlers(props: ArtifactGridProps & { readonly columns: number }) {
  const { artifacts, columns, selection, onSelect, onOpen, onPeek, onDelete, onRename, onDuplicate } = props;
  const chosen = () => artifacts.filter(({ id }) => selection.ids.has(id));
  const under = (target: EventTarget): string | undefined =>
    target instanceof Element
      ? target.closest<HTMLElement>('[data-artifact]')?.dataset['artifact']
      : undefined;
  const artifactOf = (id: string | undefined) =>
    id === undefined ? undefined : artifacts[placeOf(artifacts, id)];

  const click = (event: MouseEvent<HTMLDivElement>): void => {
    if (!isWithin(event)) return;
    const id = under(event.target);
    if (openMenu(event.target)) return;
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
    if (id === undefined) {
      if (selection.ids.size > 0) onSelect(clear(selection));
    } else if (event.shiftKey) onSelect(selectTo(selection, id, artifacts));
    else if (isMod(event) || (isTouch && selection.ids.size > 0)) onSelect(toggle(selection, id));
    else if (isTouch) {
      const artifact = artifactOf(id);
      onSelect(focusOn(selection, id));
      if (artifact) onOpen([artifact]);
    } else onSelect(selectOnly(id));
  };
  const doubleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const artifact = artifactOf(under(event.target));
    if (artifact && !event.shiftKey && !isMod(event) && !menuButton(event.target)) onOpen([artifact]);
  };
  /** The menu is for those that are selected. */
  const choose = (target: EventTarget): void => {
    const id = under(target);
    if (id === undefined) onSelect(clear(selection));
    else if (!selection.ids.has(id)) onSelect(selectOnly(id));
  };
  const contextMenu = (event: MouseEvent<HTMLDivElement>): void => {
    if (isWithin(event)) choose(event.target);
  };
  const dragStart = (event: DragEvent<HTMLDivElement>): void => {
    const artifact = artifactOf(under(event.target));
    if (!artifact) return;
    const taken = selection.ids.has(artifact.id) ? chosen() : [artifact];
    if (taken[0] === artifact && taken.length === 1) onSelect(selectOnly(artifact.id));
    putArtifacts(
      event.dataTransfer,
      taken.map(({ id, workspace, type, title }) => ({ id, workspace, type, title })),
    );
    event.dataTransfer.effectAllowed = 'copyLink';
  };
  /** Returns the new focus position; undefined to keep it. */
  const press = (event: KeyboardEvent<HTMLDivElement>, rowsPerPage: number): number | undefined => {
    const at = Math.max(0, placeOf(artifacts, selection.current ?? ''));
    const artifact = artifacts[at];
    if (!artifact || event.altKey || !isWithin(event)) return undefined;
    const handled = (run: () => void): undefined => {
      event.preventDefault();
      run();
      return undefined;
    };
    const taken = () => (selection.ids.has(artifact.id) ? chosen() : [artifact]);
    switch (event.key) {
      case 'Enter':
        return handled(() => onOpen(taken()));
      case ' ':
        if (isMod(event)) return handled(() => onSelect(toggle(selection, artifact.id)));
        return handled(() => onPeek(artifact));
      case 'Escape':
        if (selection.ids.size === 0) return undefined;
        return handled(() => onSelect(clear(selection)));
      case 'F2':
        return onRename && handled(() => onRename(artifact));
      case 'd':
      case 'D':
        return onDuplicate && isMod(event) ? handled(() => onDuplicate(taken())) : undefined;
      case 'Delete':
        return handled(() => onDelete?.(taken()));
      case 'Backspace':
        return isMac && event.metaKey ? handled(() => onDelete?.(taken())) : undefined;
      case 'a':
      case 'A':
        if (!isMod(event) || event.shiftKey) return undefined;
        return handled(() => onSelect(selectAll(selection, artifacts)));
      default:
    }
    const next = destination(event.key, at, { count: artifacts.length, columns, rowsPerPage });
    const id = next === undefined ? undefined : artifacts[next]?.id;
    if (id === undefined) return undefined;
    event.preventDefault();
    if (event.shiftKey) onSelect(selectTo(selection, id, artifacts));
    else if (isMod(event)) onSelect(focusOn(selection, id));
    else onSelect(selectOnly(id));
    return next;
  };
  return { click, doubleClick, choose, contextMenu, dragStart, press };
}

function menuButton(target: EventTarget): Element | undefined {
  return (target instanceof Element && target.closest('[data-card-menu]')) || undefined;
}

/** The button of a card opens the menu that a right click does, below itself. */
function openMenu(target: EventTarget): boolean {
  const button = menuButton(target);
  if (!button) return false;
  const { left, bottom } = button.getBoundingClientRect();
  button.dispatchEvent(
    new window.MouseEvent('contextmenu', { bubbles: true, clientX: left, clientY: bottom }),
  );
  return true;
}

function isMod(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
