import type { LibraryState, TypeView } from '@loggia/protocol';
import { CalendarDays, ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { Segments } from '../ui/segments.tsx';
import { artifactStates, changeFilters, toggled, type SearchFilters } from './filters.ts';

const kinds = [
  { value: 'all', label: 'Everything' },
  { value: 'artifact', label: 'Artifacts' },
  { value: 'message', label: 'Messages' },
] as const;

const stateLabels = { draft: 'Draft', committed: 'Committed', archived: 'Archived' } as const;

const spans = [
  { days: 1, label: 'Last 24 hours' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 365, label: 'Last year' },
] as const;

/** The filters for the results. Each shows its current value. */
export function FilterBar({
  filters,
  types,
  library,
  onChange,
}: {
  readonly filters: SearchFilters;
  readonly types: readonly TypeView[];
  readonly library: LibraryState | undefined;
  onChange(filters: SearchFilters): void;
}) {
  const change = (next: Parameters<typeof changeFilters>[1]): void => onChange(changeFilters(filters, next));
  const isAboutMessages = filters.kind === 'message';
  const { workspaces = [], collections = [] } = library ?? {};
  return (
    <div className="search-filters" role="group" aria-label="Filters">
      <Segments
        label="Kind"
        value={filters.kind ?? 'all'}
        options={kinds}
        onChange={(kind) => change({ kind: kind === 'all' ? undefined : kind })}
      />
      {!isAboutMessages && (
        <>
          <FilterMenu
            name="Type"
            chosen={filters.types?.map((mime) => types.find((type) => type.mime === mime)?.label ?? mime)}
            onClear={() => change({ types: undefined })}
            parts={types.map(({ mime, label }) => ({
              id: mime,
              label,
              checked: filters.types?.includes(mime) ?? false,
              run: () => change({ types: toggled(filters.types, mime) }),
            }))}
          />
          <FilterMenu
            name="State"
            chosen={filters.states?.map((state) => stateLabels[state])}
            onClear={() => change({ states: undefined })}
            parts={artifactStates.map((state) => ({
              id: state,
              label: stateLabels[state],
              checked: filters.states?.includes(state) ?? false,
              run: () => change({ states: toggled(filters.states, state) }),
            }))}
          />
          {collections.length > 0 && (
            <FilterMenu
              name="Collection"
              chosen={titleOf(collections, filters.collection)}
              onClear={() => change({ collection: undefined })}
              parts={collections.map(({ id, title }) => ({
                id,
                label: title,
                checked: filters.collection === id,
                run: () => change({ collection: filters.collection === id ? undefined : id }),
              }))}
            />
          )}
        </>
      )}
      {workspaces.length > 1 && (
        <FilterMenu
          name="Workspace"
          chosen={titleOf(workspaces, filters.workspace)}
          onClear={() => change({ workspace: undefined })}
          parts={workspaces.map(({ id, title }) => ({
            id,
            label: title,
            checked: filters.workspace === id,
            run: () => change({ workspace: filters.workspace === id ? undefined : id }),
          }))}
        />
      )}
      <TimeFilter filters={filters} change={change} />
    </div>
  );
}

/** Falls back to the id: an old address can filter by something that no longer exists. */
function titleOf(
  known: readonly { readonly id: string; readonly title: string }[],
  id: string | undefined,
): readonly string[] | undefined {
  return id === undefined ? undefined : [known.find((one) => one.id === id)?.title ?? id];
}

function FilterMenu({
  name,
  chosen,
  parts,
  onClear,
}: {
  readonly name: string;
  readonly chosen: readonly string[] | undefined;
  readonly parts: readonly MenuPart[];
  onClear(): void;
}) {
  return (
    <Chosen name={name} isSet={chosen !== undefined} onClear={onClear}>
      <Menu
        trigger={
          <Button size="small" data-set={chosen !== undefined}>
            <span className="search-filter-text">
              {chosen === undefined ? name : `${name}: ${chosen.join(', ')}`}
            </span>
            <ChevronDown aria-hidden />
          </Button>
        }
        parts={parts}
      />
    </Chosen>
  );
}

function TimeFilter({
  filters,
  change,
}: {
  readonly filters: SearchFilters;
  change(next: Parameters<typeof changeFilters>[1]): void;
}) {
  const { days, since, until } = filters;
  const clear = { days: undefined, since: undefined, until: undefined };
  const isSet = days !== undefined || since !== undefined || until !== undefined;
  return (
    <Chosen name="Time" isSet={isSet} onClear={() => change(clear)}>
      <Popover
        title="Time of the last change"
        trigger={
          <Button size="small" icon={<CalendarDays aria-hidden />} data-set={isSet}>
            <span className="search-filter-text">{timeLabel(filters)}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <div className="search-time">
          {spans.map((span) => (
            <Button
              key={span.days}
              kind="quiet"
              pressed={days === span.days}
              onClick={() => change({ ...clear, days: days === span.days ? undefined : span.days })}
            >
              {span.label}
            </Button>
          ))}
          <Field label="From">
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                type="date"
                value={since ?? ''}
                max={until}
                onChange={({ target }) => change({ days: undefined, since: target.value || undefined })}
              />
            )}
          </Field>
          <Field label="To">
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                type="date"
                value={until ?? ''}
                min={since}
                onChange={({ target }) => change({ days: undefined, until: target.value || undefined })}
              />
            )}
          </Field>
        </div>
      </Popover>
    </Chosen>
  );
}

function timeLabel({ days, since, until }: SearchFilters): string {
  if (days !== undefined) return spans.find((span) => span.days === days)?.label ?? `Last ${days} days`;
  if (since !== undefined && until !== undefined) return `${since} to ${until}`;
  if (since !== undefined) return `Since ${since}`;
  return until === undefined ? 'Any time' : `Until ${until}`;
}

function Chosen({
  name,
  isSet,
  onClear,
  children,
}: {
  readonly name: string;
  readonly isSet: boolean;
  onClear(): void;
  readonly children: ReactNode;
}) {
  return (
    <span className="search-filter" data-set={isSet}>
      {children}
      {isSet && (
        <Button
          size="small"
          kind="quiet"
          icon={<X aria-hidden />}
          aria-label={`Clear the filter ${name}`}
          onClick={onClear}
        />
      )}
    </span>
  );
}
