import type { ArtifactOrder } from '@loggia/client';
import type { ArtifactCounts, TypeView, WorkspaceState } from '@loggia/protocol';
import { ArrowDownWideNarrow, FilePlus2, Folder, LayoutGrid, ListFilter, Rows3, Upload } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { Button } from '../ui/button.tsx';
import { Menu, type MenuPart } from '../ui/menu.tsx';
import { Segments } from '../ui/segments.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { creatableTypes, newLabel } from './creatable-types.ts';
import { countOf, type DeskFilter, type DeskView } from './desk-query.ts';
import { colorOf, type TypeLookup } from '../ui/type-lookup.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { TrashLine } from './trash-line.tsx';

const LayoutMenu = lazy(async () => ({ default: (await import('../windows/layout-menu.tsx')).LayoutMenu }));

const views: readonly { readonly value: DeskView; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
  { value: 'trash', label: 'Trash' },
];

const orders: readonly { readonly value: ArtifactOrder; readonly label: string }[] = [
  { value: 'modified', label: 'Last modified' },
  { value: 'created', label: 'Newest' },
  { value: 'title', label: 'Title' },
];

export interface DeskToolbarProps {
  readonly state: WorkspaceState | undefined;
  readonly filter: DeskFilter;
  readonly lookUp: TypeLookup;
  onFilter(next: DeskFilter): void;
  onCreate(type: TypeView): void;
  onUpload(what: 'files' | 'folder'): void;
  onEmptyTrash(): void;
}

/** Filters and layout of the desk, and ways to add something to it. */
export function DeskToolbar(props: DeskToolbarProps) {
  const { state, filter, lookUp, onFilter, onCreate, onUpload, onEmptyTrash } = props;
  const { deskLayout } = usePreferences();
  const isNarrow = useIsNarrow();
  const order = orders.find(({ value }) => value === filter.order);
  const chosenTypes = filter.types.length === 0 ? 'All types' : chosenLabels(filter.types, lookUp);
  const creatable = creatableTypes(state?.types ?? []);
  return (
    <header className="desk-toolbar">
      <div className="desk-toolbar-line">
        <h1 className="desk-heading">{state?.title ?? ' '}</h1>
        <span className="desk-count">{state === undefined ? '' : summary(filter.view, state.counts)}</span>
        <span className="desk-toolbar-gap" />
        <Menu
          trigger={
            <Button icon={<Upload aria-hidden />} className="desk-foldable desk-add" aria-label="Upload">
              <span>Upload</span>
            </Button>
          }
          parts={[
            { id: 'files', label: 'Files…', icon: <Upload />, run: () => onUpload('files') },
            { id: 'folder', label: 'A folder…', icon: <Folder />, run: () => onUpload('folder') },
          ]}
        />
        <Menu
          trigger={
            <Button
              kind="primary"
              className="desk-foldable desk-add"
              icon={<FilePlus2 aria-hidden />}
              aria-label="New"
              disabled={creatable.length === 0}
            >
              <span>New</span>
            </Button>
          }
          parts={creatable.map((type) => ({
            id: type.mime,
            label: newLabel(type),
            icon: <Tinted type={type} />,
            run: () => onCreate(type),
          }))}
        />
      </div>
      <div className="desk-toolbar-line">
        <div className="desk-views">
          <Segments
            label="Filter"
            value={filter.view}
            options={views}
            onChange={(view) => onFilter({ ...filter, view, types: [] })}
          />
        </div>
        <span className="desk-toolbar-gap" />
        <Menu
          trigger={
            <Button
              kind="quiet"
              icon={<ListFilter aria-hidden />}
              className="desk-foldable"
              aria-label={`Types: ${chosenTypes}`}
            >
              <span>{chosenTypes}</span>
            </Button>
          }
          parts={typeParts(state, filter, lookUp, onFilter)}
        />
        <Menu
          trigger={
            <Button
              kind="quiet"
              icon={<ArrowDownWideNarrow aria-hidden />}
              className="desk-foldable"
              aria-label={`Order: ${order?.label}`}
            >
              <span>{order?.label}</span>
            </Button>
          }
          parts={orders.map(({ value, label }) => ({
            id: value,
            label,
            checked: value === filter.order,
            run: () => onFilter({ ...filter, order: value }),
          }))}
        />
        {state !== undefined && !isNarrow && (
          <Suspense fallback={<span className="desk-layouts" />}>
            <LayoutMenu workspace={state.id} />
          </Suspense>
        )}
        <Segments
          label="Layout"
          value={deskLayout}
          options={[
            { value: 'grid', label: 'Cards', icon: <LayoutGrid aria-hidden />, iconOnly: true },
            { value: 'list', label: 'List', icon: <Rows3 aria-hidden />, iconOnly: true },
          ]}
          onChange={(next) => preferences.set({ deskLayout: next })}
        />
      </div>
      {filter.view === 'trash' && <TrashLine count={state?.counts.deleted ?? 0} onEmpty={onEmptyTrash} />}
    </header>
  );
}

function Tinted({ type }: { readonly type: TypeView }) {
  const color = colorOf(type.color);
  return (
    <span style={color === undefined ? {} : { ['--type-color' as string]: color }}>
      <TypeIcon type={type} size="small" />
    </span>
  );
}

function summary(view: DeskView, counts: ArtifactCounts): string {
  const count = countOf(view, counts);
  if (view === 'trash') return count === 1 ? '1 in the trash' : `${count.toLocaleString()} in the trash`;
  const things = count === 1 ? '1 artifact' : `${count.toLocaleString()} artifacts`;
  if (view !== 'all' || counts.drafts === 0) return things;
  return `${things}, ${counts.drafts === 1 ? '1 draft' : `${counts.drafts.toLocaleString()} drafts`}`;
}

function chosenLabels(types: readonly string[], lookUp: TypeLookup): string {
  return [...new Set(types.map((mime) => lookUp(mime)?.label ?? mime))].join(', ');
}

/** The types on the desk, by label: people don't think of two kinds of image as two types. */
function typeParts(
  state: WorkspaceState | undefined,
  filter: DeskFilter,
  lookUp: TypeLookup,
  onFilter: (next: DeskFilter) => void,
): readonly MenuPart[] {
  const byLabel = new Map<string, Set<string>>();
  const mimes = [...(state?.artifacts.map(({ type }) => type) ?? []), ...filter.types];
  for (const mime of mimes) {
    const label = lookUp(mime)?.label ?? mime;
    byLabel.set(label, (byLabel.get(label) ?? new Set()).add(mime));
  }
  const chosen = new Set(filter.types);
  return [
    {
      id: 'all',
      label: 'All types',
      checked: chosen.size === 0,
      run: () => onFilter({ ...filter, types: [] }),
    },
    { separator: true },
    ...[...byLabel]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([label, kinds]) => {
        const isChosen = [...kinds].every((mime) => chosen.has(mime));
        const others = filter.types.filter((mime) => !kinds.has(mime));
        return {
          id: label,
          label,
          checked: isChosen,
          run: () => onFilter({ ...filter, types: isChosen ? others : [...others, ...kinds].slice(0, 50) }),
        };
      }),
  ];
}
