import './search.css';
import type { WorkspaceState } from '@loggia/protocol';
import { workspaceUri } from '@loggia/protocol';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Search, SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useChannel, useLibrary } from '../host/use-channel.ts';
import { replaceRoute, useRoute } from '../navigation/use-route.ts';
import { sessionRoute } from '../palette/entries.ts';
import { useSessions } from '../session-list/use-sessions.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { asYouType } from '../host/as-you-type.ts';
import { FilterBar } from './filter-bar.tsx';
import { formatFilters, parseFilters, searchParams, type SearchFilters } from './filters.ts';
import { HitRow } from './hit-row.tsx';
import { hitKey, type SearchSnapshot } from './search-pages.ts';
import { useSearchPages } from './use-search-pages.ts';

const settleMs = 200;
const rowHeight = 92;
/** The number of rows before the end at which the next page is requested. */
const ahead = 8;

/** Everything by its words: artifacts and what was said. The address holds the question. */
export function SearchPage({ workspace, query }: { readonly workspace: string; readonly query: string }) {
  const route = useRoute();
  const written = route.page === 'search' ? (route.filters ?? '') : '';
  const filters = useMemo(() => parseFilters(written), [written]);
  const library = useLibrary();
  const types = useChannel<WorkspaceState>(workspaceUri(workspace))?.state?.types ?? [];
  const { text, setText } = useQueryText(query, workspace, written);
  // Times that filters reckon from stand still, or every render would be another question.
  const [now] = useState(() => Date.now());
  const wanted = asYouType(query);
  const params = wanted === undefined ? undefined : searchParams(wanted, filters, now);
  const { found, pages } = useSearchPages(params);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const setFilters = (next: SearchFilters): void =>
    replaceRoute({ page: 'search', workspace, query: text, filters: formatFilters(next) });
  const isFiltered = written !== '';

  return (
    <section className="search" aria-label="Search">
      <header className="search-head">
        <h1 className="unseen">Search</h1>
        <div className="search-box">
          <Search aria-hidden />
          <input
            ref={input}
            className="input"
            type="search"
            value={text}
            onChange={({ target }) => setText(target.value.slice(0, 1000))}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || found.hits.length === 0) return;
              event.preventDefault();
              results.current?.querySelector<HTMLElement>('.search-hit')?.focus();
            }}
            placeholder="Search artifacts and conversations"
            aria-label="Search everything"
            autoFocus
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <FilterBar filters={filters} types={types} library={library} onChange={setFilters} />
        <p className="search-count" role="status">
          {countOf(found, params !== undefined)}
        </p>
      </header>
      <div className="search-results scroll-area" ref={results}>
        {found.error && (
          <div className="search-failure">
            <Failure error={found.error} retry={() => pages.again()} />
          </div>
        )}
        {params === undefined && <Tips />}
        {found.phase === 'loading' && found.hits.length === 0 && <Waiting />}
        {found.phase === 'ready' && found.hits.length === 0 && (
          <NothingFound query={query.trim()} onClear={isFiltered ? () => setFilters({}) : undefined} />
        )}
        {found.hits.length > 0 && (
          <Results
            found={found}
            scroller={results}
            more={() => pages.more()}
            leave={() => input.current?.focus()}
          />
        )}
      </div>
    </section>
  );
}

/** The text in the field, and a moment later in the address; other changes of the address come back into the field. */
function useQueryText(query: string, workspace: string, filters: string) {
  const [text, setText] = useState(query);
  const settled = useSettled(text, settleMs);
  const written = useRef(query);
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    setText(query);
  }, [query]);
  useEffect(() => {
    if (settled === written.current) return;
    written.current = settled;
    replaceRoute({ page: 'search', workspace, query: settled, filters });
  }, [settled, workspace, filters]);
  return { text, setText };
}

function countOf({ phase, hits, hasMore }: SearchSnapshot, isAsked: boolean): string {
  if (!isAsked || phase === 'failed') return '';
  if (phase === 'loading') return 'Searching…';
  if (hits.length === 0) return 'Nothing found';
  const count = hasMore ? `More than ${hits.length}` : String(hits.length);
  return `${count} ${hits.length === 1 && !hasMore ? 'result' : 'results'}`;
}

function Results({
  found,
  scroller,
  more,
  leave,
}: {
  readonly found: SearchSnapshot;
  readonly scroller: RefObject<HTMLDivElement | null>;
  more(): void;
  leave(): void;
}) {
  const { hits, hasMore, phase } = found;
  const library = useLibrary();
  const { sessions } = useSessions();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  /** The row that is to have the focus, once it is there. */
  const wanted = useRef<number>(undefined);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  const virtual = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // The row that has the focus stays, however far one scrolls away from it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)])].sort(
        (a, b) => a - b,
      ),
    getItemKey: (index) => {
      const hit = hits[index];
      return hit ? hitKey(hit) : index;
    },
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && phase === 'ready' && last >= hits.length - ahead) more();
  }, [hasMore, phase, last, hits.length, more]);

  // After each render: a distant row exists only once the list has scrolled to it. The effect of an earlier render may
  // run after a key press, so it must not look for the row that was active back then.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });

  const go = (to: number): void => {
    if (to < 0) return leave();
    const next = Math.min(to, hits.length - 1);
    if (next !== active) wanted.current = next;
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: hits.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };

  return (
    <ul ref={list} className="search-list" aria-label="Results" style={{ height: virtual.getTotalSize() }}>
      {rows.map(({ index, key, start }) => {
        const hit = hits[index];
        if (!hit) return null;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={hasMore ? -1 : hits.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <HitRow
              hit={hit}
              library={library}
              tabIndex={index === active ? 0 : -1}
              onFocus={() => setActive(index)}
              onKeyDown={press}
              messageRoute={({ session, chat, turn }) => ({
                ...sessionRoute(session, sessions),
                page: 'session',
                chat,
                turn,
              })}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Waiting() {
  return (
    <div className="search-waiting" aria-hidden>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} style={{ height: rowHeight - 16 }} />
      ))}
    </div>
  );
}

function Tips() {
  return (
    <div className="empty">
      <Search aria-hidden />
      <h2>Search everything</h2>
      <p>Titles, text, tables, PDFs and messages in sessions.</p>
      <dl className="search-tips">
        <div>
          <dt>
            <code>"budget plan"</code>
          </dt>
          <dd>this exact phrase</dd>
        </div>
        <div>
          <dt>
            <code>budget -draft</code>
          </dt>
          <dd>leave out a word</dd>
        </div>
        <div>
          <dt>
            <code>bud* plan</code>
          </dt>
          <dd>words that start with these letters</dd>
        </div>
      </dl>
    </div>
  );
}

function NothingFound({
  query,
  onClear,
}: {
  readonly query: string;
  readonly onClear: (() => void) | undefined;
}) {
  return (
    <Empty
      icon={<SearchX aria-hidden />}
      title={`No results for “${query.slice(0, 80)}”`}
      actions={onClear && <Button onClick={onClear}>Search without filters</Button>}
    >
      Try fewer words, or the start of a word followed by *. The trash is not searched.
    </Empty>
  );
}
