import './desk.css';
import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { Archive, FilePlus2, FileUp, LayoutGrid, PencilLine, Trash2, Upload } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ChangeEvent } from 'react';
import { createPortal } from 'react-dom';
import { publishing } from '../collections/publish-state.ts';
import { isChord } from '../commands/key-chord.ts';
import { isMac, useCommands } from '../commands/use-commands.ts';
import { showDetails } from '../details/details-state.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { useHost } from '../host/host-context.tsx';
import { useReadable, useWorkspace } from '../host/use-channel.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { Button } from '../ui/button.tsx';
import type { MenuPart } from '../ui/menu.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toasts.tsx';
import { useAsDeskRoom } from '../windows/desk-room.ts';
import { openWindow } from '../windows/open-window.ts';
import { WindowStrip } from '../windows/window-strip.tsx';
import { deleteArtifacts, emptyTrash, purge } from './artifact-commands.ts';
import { ArtifactGrid, cardHeight } from './artifact-grid.tsx';
import { artifactMenu, openAll } from './artifact-menu.tsx';
import { CollectionTray } from './collection-tray.tsx';
import { countOf, queryOf, wholeDesk, type DeskFilter, type DeskView } from './desk-query.ts';
import { creatableTypes, DeskToolbar, newLabel } from './desk-toolbar.tsx';
import { pickedFiles } from './dropped-files.ts';
import { gridKeys } from './grid-keys.ts';
import { clear, nothingSelected, selectAll } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { lookUpTypes } from '../ui/type-lookup.ts';
import { upload, uploadsTo } from './uploads.ts';
import { useArtifactList } from './use-artifact-list.ts';
import { useFileDrop } from './use-file-drop.ts';

// Loaded when somebody has a use for them.
const PublishDialog = lazy(async () => ({
  default: (await import('../collections/publish-dialog.tsx')).PublishDialog,
}));
const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }));

/** The desk of a workspace: its artifacts, and ways to find, add and handle them. */
export function DeskPage({ workspace }: { readonly workspace: string }) {
  // What was chosen and filtered belongs to one desk.
  return <Desk key={workspace} workspace={workspace} />;
}

function Desk({ workspace }: { readonly workspace: string }) {
  const host = useHost();
  const isNarrow = useIsNarrow();
  const { deskLayout } = usePreferences();
  const state = useWorkspace(workspace)?.state;
  const [filter, setFilter] = useState<DeskFilter>(wholeDesk);
  const [selection, setSelection] = useState(nothingSelected);
  const list = useArtifactList(queryOf(workspace, filter));
  const types = state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const room = useAsDeskRoom();
  const fileInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const isDropping = useFileDrop((found) => attempt(found.then((files) => upload(host, workspace, files))));

  const { artifacts: listed } = list;
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : listed.filter(({ id }) => selection.ids.has(id))),
    [listed, selection.ids],
  );
  const onOpen = useCallback(
    (artifacts: readonly ArtifactSummary[]) => {
      if (artifacts[0]?.deletedAt === undefined) openAll({ host, workspace, artifacts });
    },
    [host, workspace],
  );
  const create = (type: TypeView): void => attempt(createArtifact(type));
  const createArtifact = async (type: TypeView): Promise<void> => {
    const title = type.creatable?.title ?? `Untitled ${type.label.toLowerCase()}`;
    const { artifact } = await host.ask('x-loggia/createArtifact', { workspace, type: type.mime, title });
    if (filter.view !== 'all' && filter.view !== 'drafts') changeFilter(wholeDesk);
    openWindow(host, workspace, { kind: 'artifact', artifact: artifact.id }, title);
  };
  const changeFilter = (next: DeskFilter): void => {
    setFilter(next);
    setSelection(nothingSelected);
  };
  const pick = (what: 'files' | 'folder'): void =>
    (what === 'files' ? fileInput : folderInput).current?.click();
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    upload(host, workspace, pickedFiles(event.target.files ?? []));
    event.target.value = '';
  };
  const selectEverything = async (): Promise<void> => {
    const { artifacts, isAll } = await list.loadAll();
    setSelection((before) => selectAll(before, artifacts));
    if (!isAll)
      tell(`The first ${artifacts.length.toLocaleString()} are selected: that is as many as go in one step.`);
  };
  useSelectAll(() => setSelection((before) => selectAll(before, listed)));
  const empty = (): void => attempt(emptyTrash(host, workspace, state?.counts.deleted ?? 0));
  const remove = (artifacts: readonly ArtifactSummary[]): void =>
    attempt(filter.view === 'trash' ? purge(host, artifacts) : deleteArtifacts(host, artifacts));
  const ground: readonly MenuPart[] = [
    ...creatableTypes(types ?? []).map((type) => ({
      id: type.mime,
      label: `New: ${newLabel(type)}`,
      icon: <FilePlus2 />,
      run: () => create(type),
    })),
    { separator: true as const },
    { id: 'upload', label: 'Upload files…', icon: <Upload />, run: () => pick('files') },
  ];
  const chosenMenu = useMemo(
    () => artifactMenu({ host, workspace, artifacts: chosen, lookUp }),
    [host, workspace, chosen, lookUp],
  );
  const menu = chosen.length > 0 ? chosenMenu : ground;
  const show = (view: DeskView) => (): void => changeFilter({ ...filter, view, types: [] });

  useCommands([
    {
      id: 'desk.upload',
      title: 'Upload files…',
      group: 'Desk',
      keywords: 'import add',
      keys: 'U',
      run: () => pick('files'),
    },
    { id: 'desk.uploadFolder', title: 'Upload a folder…', group: 'Desk', run: () => pick('folder') },
    ...creatableTypes(types ?? []).map((type) => ({
      id: `desk.new.${type.mime}`,
      title: `New: ${newLabel(type)}`,
      group: 'Desk',
      keywords: `create ${type.label}`,
      run: () => create(type),
    })),
    { id: 'desk.all', title: 'Show everything on the desk', group: 'Desk', run: show('all') },
    { id: 'desk.drafts', title: 'Show drafts', group: 'Desk', run: show('drafts') },
    { id: 'desk.archived', title: 'Show what is archived', group: 'Desk', run: show('archived') },
    { id: 'desk.trash', title: 'Show the trash', group: 'Desk', run: show('trash') },
    {
      id: 'desk.layout',
      title: deskLayout === 'grid' ? 'Show the desk as a list' : 'Show the desk as cards',
      group: 'Desk',
      run: () => preferences.set({ deskLayout: deskLayout === 'grid' ? 'list' : 'grid' }),
    },
    ...(chosen.length === 0
      ? []
      : [
          {
            id: 'desk.delete',
            title: filter.view === 'trash' ? 'Delete the selection for good…' : 'Delete the selection',
            group: 'Desk',
            run: () => remove(chosen),
          },
        ]),
    ...gridKeys,
  ]);

  const windows = state?.windows ?? [];
  const total =
    state !== undefined && filter.types.length === 0 ? countOf(filter.view, state.counts) : undefined;
  return (
    <div className="desk">
      <div className="desk-room" ref={room}>
        <DeskToolbar
          state={state}
          filter={filter}
          lookUp={lookUp}
          onFilter={changeFilter}
          onCreate={create}
          onUpload={pick}
          onEmptyTrash={empty}
        />
        {list.phase === 'failed' && list.error && (
          <div className="desk-failure">
            <Failure error={list.error} retry={list.refresh} />
          </div>
        )}
        {list.artifacts.length > 0 ? (
          <ArtifactGrid
            label={`Artifacts in ${state?.title ?? 'this workspace'}`}
            artifacts={list.artifacts}
            more={list.more}
            total={total}
            layout={deskLayout}
            lookUp={lookUp}
            selection={selection}
            isDraggable={filter.view !== 'trash'}
            menu={menu}
            onSelect={setSelection}
            onOpen={onOpen}
            onPeek={({ id }) => showDetails(id)}
            onDelete={remove}
            loadMore={list.loadMore}
          />
        ) : list.phase === 'loading' ? (
          <LoadingDesk layout={deskLayout} />
        ) : (
          list.phase === 'ready' && (
            <EmptyDesk filter={filter} onUpload={() => pick('files')} onAll={() => changeFilter(wholeDesk)} />
          )
        )}
        <SelectionBar
          count={selection.ids.size}
          parts={menu}
          onClear={() => setSelection(clear(selection))}
          all={
            selection.ids.size > 1 && (list.more !== 'none' || selection.ids.size < list.artifacts.length)
              ? { label: 'Select all', run: () => attempt(selectEverything()) }
              : undefined
          }
        />
        <CollectionTray />
      </div>
      <WindowStrip
        workspace={workspace}
        windows={isNarrow ? windows : windows.filter((window) => window.state === 'minimised')}
        lookUp={lookUp}
      />
      <input ref={fileInput} type="file" multiple hidden onChange={take} />
      <input ref={folderInput} type="file" multiple hidden {...wholeFolder} onChange={take} />
      {createPortal(
        <>
          {isDropping && (
            <div className="desk-drop" role="status">
              <FileUp aria-hidden />
              Drop to add to {state?.title ?? 'this workspace'}
            </div>
          )}
          <Uploads />
        </>,
        document.body,
      )}
      <Publishing />
    </div>
  );
}

function Uploads() {
  const { length } = useReadable(uploadsTo(useHost()));
  if (length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UploadPanel />
    </Suspense>
  );
}

/** Once it was there the dialog stays, so that it can close in its own time. */
function Publishing() {
  const { length } = useReadable(publishing);
  const [wasAsked, setAsked] = useState(false);
  if (length > 0 && !wasAsked) setAsked(true);
  if (!wasAsked) return null;
  return (
    <Suspense fallback={null}>
      <PublishDialog />
    </Suspense>
  );
}

/** Where nothing has the focus, to select all means the artifacts, and not the words on the page. */
function useSelectAll(select: () => void): void {
  const newest = useRef(select);
  useEffect(() => {
    newest.current = select;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isNowhere = event.target === document.body || event.target === document.getElementById('main');
      if (!isNowhere || !isChord('Mod+A', event, isMac)) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Not in the types of React, but in every browser. */
const wholeFolder = { webkitdirectory: '' } as object;

function LoadingDesk({ layout }: { readonly layout: 'grid' | 'list' }) {
  return (
    <div className="desk-loading" data-layout={layout} role="status" aria-label="Loading">
      {Array.from({ length: layout === 'grid' ? 8 : 12 }, (_, index) => (
        <Skeleton key={index} style={{ height: layout === 'grid' ? cardHeight : 36 }} />
      ))}
    </div>
  );
}

function EmptyDesk({
  filter,
  onUpload,
  onAll,
}: {
  readonly filter: DeskFilter;
  onUpload(): void;
  onAll(): void;
}) {
  if (filter.types.length > 0) {
    return (
      <Empty
        icon={<LayoutGrid aria-hidden />}
        title="Nothing of this type here"
        actions={<Button onClick={onAll}>Show everything</Button>}
      >
        Choose other types, or look at all of them.
      </Empty>
    );
  }
  switch (filter.view) {
    case 'all':
      return (
        <Empty
          icon={<LayoutGrid aria-hidden />}
          title="An empty desk"
          actions={
            <Button kind="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
              Upload files
            </Button>
          }
        >
          Drop files anywhere, paste them, choose New above, or ask for something in the conversation.
        </Empty>
      );
    case 'drafts':
      return (
        <Empty
          icon={<PencilLine aria-hidden />}
          title="No drafts"
          actions={<Button onClick={onAll}>Show everything</Button>}
        >
          Everything here is committed. What you change becomes a draft until you commit it.
        </Empty>
      );
    case 'archived':
      return (
        <Empty
          icon={<Archive aria-hidden />}
          title="Nothing is archived"
          actions={<Button onClick={onAll}>Show everything</Button>}
        >
          Archive what you no longer need on the desk. It keeps its versions and can be brought back.
        </Empty>
      );
    case 'trash':
      return (
        <Empty
          icon={<Trash2 aria-hidden />}
          title="The trash is empty"
          actions={<Button onClick={onAll}>Show everything</Button>}
        >
          What you delete waits here until you delete it for good.
        </Empty>
      );
  }
}
