import { useEffect, useRef, type ReactNode } from 'react';

interface Completion {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly icon?: ReactNode;
  /** The owner of the entry. Adjacent entries with the same group share a heading. */
  readonly group?: string;
}

/** Suggestions for the word being typed. The field keeps the focus and refers to the active one by its id. */
export function CompletionList({
  id,
  label,
  at,
  entries,
  onTake,
}: {
  readonly id: string;
  readonly label: string;
  readonly at: number;
  readonly entries: readonly Completion[];
  onTake(index: number): void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, entries]);
  const option = (entry: Completion, index: number): ReactNode => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus, and the keys
    <div
      key={entry.id}
      id={`${id}-${index}`}
      className="completion"
      role="option"
      aria-selected={index === at}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onTake(index)}
    >
      {entry.icon}
      <strong>{entry.name}</strong>
      <span>{entry.about}</span>
    </div>
  );
  return (
    <div ref={list} className="slash-menu scroll-area" id={id} role="listbox" aria-label={label}>
      {groupsOf(entries).map(({ name, from, to }) =>
        name === undefined ? (
          entries.slice(from, to).map((entry, index) => option(entry, from + index))
        ) : (
          <div key={`${from} ${name}`} role="group" aria-label={name}>
            <div className="completion-group" aria-hidden>
              {name}
            </div>
            {entries.slice(from, to).map((entry, index) => option(entry, from + index))}
          </div>
        ),
      )}
    </div>
  );
}

interface Group {
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
}

function groupsOf(entries: readonly Completion[]): readonly Group[] {
  const starts = entries.flatMap(({ group }, index) =>
    index === 0 || entries[index - 1]?.group !== group ? [index] : [],
  );
  return starts.map((from, index) => ({
    name: entries[from]?.group,
    from,
    to: starts[index + 1] ?? entries.length,
  }));
}
