import './palette.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { TypeView } from '@loggia/protocol';
import {
  Command,
  CornerDownLeft,
  LayoutGrid,
  Library,
  MessageSquareText,
  MessagesSquare,
  MoveRight,
  Plug,
  Search,
} from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Highlighted } from '../ui/highlighted.tsx';
import { Keys } from '../ui/keys.tsx';
import { Spinner } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import type { EntryKind, PaletteEntry } from './entries.ts';
import { goTo } from './go.ts';
import { closePalette, paletteState } from './palette-state.ts';
import type { RankedEntry } from './rank.ts';
import { recentEntries, useSections } from './use-sections.ts';

/** Opened from a View, the palette takes no Enter for this long. */
const settleMs = 700;

/** Everything by its name: commands, places, artifacts, conversations. */
export function PaletteDialog({ workspace }: { readonly workspace: string | undefined }) {
  const host = useHost();
  const state = useReadable(paletteState);
  const [query, setQuery] = useState(state.open === 'palette' ? state.query : '');
  const { sections, types, isSearching, error } = useSections(query, workspace);
  const lines = sections.flatMap(({ entries }) => entries);
  const [chosen, setChosen] = useState<string>();
  // Late results are added below; the active line stays active as long as it is there.
  const active = Math.max(
    0,
    lines.findIndex(({ entry }) => entry.id === chosen),
  );
  const current = lines[active]?.entry;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [before] = useState(() => document.activeElement);
  const list = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(() => performance.now());
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  const choose = (entry: PaletteEntry): void => {
    recentEntries.add(entry);
    closePalette();
    // Closing gives the focus back; only then may what was chosen take it.
    setTimeout(() => goTo(host, entry.target));
  };
  const move = (to: number): void => setChosen(lines.at(to % lines.length)?.entry.id);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || lines.length === 0) return;
    // A View can claim that its user asked for the palette; keys that were meant for the View must not choose anything.
    const isMeantForView = before instanceof HTMLIFrameElement && performance.now() - openedAt < settleMs;
    if (event.key === 'Enter' && isMeantForView) return event.preventDefault();
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.min(active + 8, lines.length - 1),
      PageUp: Math.max(active - 8, 0),
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && current) choose(current);
    else return;
    event.preventDefault();
  };

  return (
    <Base.Root open onOpenChange={(next) => !next && closePalette()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          className="palette dialog"
          initialFocus={input}
          finalFocus={() =>
            before instanceof HTMLElement && before.isConnected ? before : document.getElementById('main')
          }
          aria-label="Search and commands"
        >
          <div className="palette-head">
            <Search aria-hidden />
            <input
              ref={input}
              // The dialog would only give it the focus a frame later, and letters typed until then were lost.
              autoFocus
              className="palette-input"
              value={query}
              onChange={(event) => {
                setQuery(event.target.value.slice(0, 500));
                setChosen(undefined);
              }}
              onKeyDown={press}
              placeholder="Type a name, a command, or words to find"
              aria-label="Search and commands"
              role="combobox"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={current && `${id}-${active}`}
              autoComplete="off"
              spellCheck={false}
            />
            <span className="palette-busy">{isSearching && <Spinner label="Searching" />}</span>
          </div>
          <div
            ref={list}
            className="palette-list scroll-area"
            id={`${id}-list`}
            role="listbox"
            aria-label="Results"
          >
            {sections.map(({ label, entries }, place) => (
              <div key={label} role="group" aria-labelledby={`${id}-group-${place}`}>
                <div className="palette-label" id={`${id}-group-${place}`} role="presentation">
                  {label}
                </div>
                {entries.map((ranked) => {
                  const index = lines.indexOf(ranked);
                  return (
                    <Line
                      key={ranked.entry.id}
                      id={`${id}-${index}`}
                      ranked={ranked}
                      isActive={index === active}
                      types={types}
                      onPoint={() => setChosen(ranked.entry.id)}
                      onChoose={() => choose(ranked.entry)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          <div className="palette-foot">
            <span role="status" className="palette-status">
              {error ? `The host could not search: ${error.message}` : said(lines.length, isSearching)}
            </span>
            <span aria-hidden className="palette-hints">
              <Keys chord="ArrowUp" />
              <Keys chord="ArrowDown" /> choose
              <kbd className="key">
                <CornerDownLeft />
              </kbd>{' '}
              open <Keys chord="Escape" /> close
            </span>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function said(count: number, isSearching: boolean): string {
  if (isSearching) return 'Searching…';
  return count === 1 ? '1 entry' : `${count} entries`;
}

function Line({
  id,
  ranked,
  isActive,
  types,
  onPoint,
  onChoose,
}: {
  readonly id: string;
  readonly ranked: RankedEntry;
  readonly isActive: boolean;
  readonly types: readonly TypeView[];
  onPoint(): void;
  onChoose(): void;
}) {
  const { entry, title } = ranked;
  const { detail, chord } = entry;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and the keys
    <div
      id={id}
      className="palette-line"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-kind={entry.kind}
      // Not on entering: the list may move under a pointer that rests.
      onPointerMove={() => !isActive && onPoint()}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <LineIcon entry={entry} types={types} />
      <span className="palette-title">
        <Highlighted parts={title} />
      </span>
      {detail !== undefined && (
        <span className="palette-detail">
          {typeof detail === 'string' ? detail : <Highlighted parts={detail} />}
        </span>
      )}
      {chord !== undefined && <Keys chord={chord} />}
    </div>
  );
}

const icons: Readonly<Record<Exclude<EntryKind, 'artifact'>, ReactNode>> = {
  command: <Command />,
  place: <MoveRight />,
  workspace: <LayoutGrid />,
  collection: <Library />,
  session: <MessagesSquare />,
  server: <Plug />,
  message: <MessageSquareText />,
  search: <Search />,
};

function LineIcon({ entry, types }: { readonly entry: PaletteEntry; readonly types: readonly TypeView[] }) {
  if (entry.kind === 'artifact') {
    return <TypeIcon size="small" type={types.find(({ mime }) => mime === entry.type)} />;
  }
  return (
    <span className="palette-icon" aria-hidden>
      {icons[entry.kind]}
    </span>
  );
}
