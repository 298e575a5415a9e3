import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, ChevronUp, Copy, Search } from 'lucide-react';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { rowsOf, search, type TreeRow } from './json-tree.ts';

const rowHeight = 24;
const openAtFirst = 2;
const deepestIndent = 30;
/** The number of lines that are expanded by default. */
const modest = 300;

/** A document as a tree that can be expanded and searched. Only visible rows are rendered. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const firstDepth = useMemo(() => {
    const isModest = rowsOf(value, (_, depth) => depth < openAtFirst).length <= modest;
    return isModest ? openAtFirst : 1;
  }, [value]);
  const rows = useMemo(
    () => rowsOf(value, (id, depth) => chosen.get(id) ?? depth < firstDepth),
    [value, chosen, firstDepth],
  );
  const [current, setCurrent] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  );
  const toggle = (row: TreeRow, isOpen: boolean): void => {
    if (row.count > 0) setChosen(new Map(chosen).set(row.id, isOpen));
  };
  const go = (index: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setCurrent(row.id);
    virtualizer.scrollToIndex(Math.min(rows.length - 1, Math.max(0, index)));
  };
  const press = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const parent = rows.findLastIndex((other, index) => index < at && other.depth < row.depth);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(at + 20),
      PageUp: () => go(at - 20),
      ArrowRight: () => (row.count > 0 && !row.isOpen ? toggle(row, true) : go(at + 1)),
      ArrowLeft: () => (row.isOpen ? toggle(row, false) : go(parent < 0 ? 0 : parent)),
      Enter: () => toggle(row, !row.isOpen),
      ' ': () => toggle(row, !row.isOpen),
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  };
  const reveal = (pointer: string, within: readonly string[]): void => {
    setChosen((before) => new Map([...before, ...within.map((id) => [id, true] as const)]));
    setCurrent(pointer);
  };
  // Only when the current line changes: expanding lines above must not scroll.
  const bringIntoSight = useEffectEvent((id: string) => {
    if (rows[at]?.id === id) virtualizer.scrollToIndex(at, { align: 'auto' });
  });
  useEffect(() => bringIntoSight(current), [current]);
  const currentRow = rows[at];
  return (
    <div className="renderer-tree">
      <Finder value={value} reveal={reveal} />
      <div
        ref={scroller}
        className="renderer-tree-rows scroll-area"
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={currentRow && `json${currentRow.id}`}
        onKeyDown={press}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <Line
                key={row.id}
                row={row}
                top={item.start}
                isCurrent={row.id === currentRow?.id}
                choose={() => setCurrent(row.id)}
                toggle={() => toggle(row, !row.isOpen)}
              />
            );
          })}
        </div>
      </div>
      {currentRow && <PathBar pointer={currentRow.pointer} />}
    </div>
  );
}

function Line({
  row,
  top,
  isCurrent,
  choose,
  toggle,
}: {
  readonly row: TreeRow;
  readonly top: number;
  readonly isCurrent: boolean;
  choose(): void;
  toggle(): void;
}) {
  const { depth, key, kind, count, isOpen, text } = row;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys go to the tree, which has the focus
    <div
      id={`json${row.id}`}
      className="renderer-tree-row"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isCurrent}
      {...(count > 0 && { 'aria-expanded': isOpen })}
      style={{
        transform: `translateY(${top}px)`,
        height: rowHeight,
        paddingInlineStart: Math.min(depth, deepestIndent) * 18 + 6,
      }}
      onClick={() => {
        choose();
        if (count > 0) toggle();
      }}
    >
      <span className="renderer-tree-sign" data-open={isOpen}>
        {count > 0 && <ChevronRight aria-hidden />}
      </span>
      {depth > deepestIndent && <span className="renderer-tree-depth">{depth}</span>}
      {kind === 'part' ? (
        <span className="renderer-tree-count">
          {Number(key).toLocaleString()} – {(Number(key) + count - 1).toLocaleString()}
        </span>
      ) : (
        <>
          {key !== undefined && <span className="renderer-tree-key">{String(key).slice(0, 300)}</span>}
          {kind === 'object' || kind === 'array' ? (
            <span className="renderer-tree-count">
              {kind === 'array' ? `[ ${count.toLocaleString()} ]` : `{ ${count.toLocaleString()} }`}
            </span>
          ) : (
            <span className="renderer-tree-value" data-kind={kind}>
              {text}
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Finder({
  value,
  reveal,
}: {
  readonly value: unknown;
  reveal(pointer: string, within: readonly string[]): void;
}) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const found = useMemo(() => search(value, wanted), [value, wanted]);
  const [place, setPlace] = useState(-1);
  const go = (step: number): void => {
    if (found.length === 0) return;
    const next = (place + step + found.length) % found.length;
    const match = found[next];
    setPlace(next);
    if (match) reveal(match.pointer, match.within);
  };
  return (
    <div className="renderer-find" role="search">
      <Search aria-hidden />
      <input
        className="renderer-find-field"
        type="search"
        aria-label="Find in this document"
        placeholder="Find a key or a value"
        value={query}
        maxLength={200}
        onChange={(event) => {
          setQuery(event.target.value);
          setPlace(-1);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <span className="renderer-fact" role="status">
        {wanted.trim() === '' ? '' : placeText(place, found.length)}
      </span>
      <IconButton
        size="small"
        label="Previous"
        icon={<ChevronUp />}
        disabled={found.length === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        size="small"
        label="Next"
        icon={<ChevronDown />}
        disabled={found.length === 0}
        onClick={() => go(1)}
      />
    </div>
  );
}

function placeText(place: number, count: number): string {
  if (count === 0) return 'Not found';
  const all = count >= 1000 ? '1,000+' : String(count);
  return place < 0 ? `${all} found` : `${place + 1} of ${all}`;
}

function PathBar({ pointer }: { readonly pointer: string }) {
  const copy = (): void => attempt(copyText(pointer).then(() => tell('Path copied.')));
  return (
    <div className="renderer-foot renderer-path">
      <code title={pointer}>{pointer === '' ? 'The whole document' : pointer}</code>
      <IconButton size="small" label="Copy path" icon={<Copy />} disabled={pointer === ''} onClick={copy} />
    </div>
  );
}
