import './desk.css';
import type { ArtifactSummary, TypeView, WorkspaceState } from '@loggia/protocol';
import { FilePlus2, FileUp, Upload } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, type ChangeEvent } from 'react';
import { createPortal } from 'react-dom';
import { actionMenu } from '../artifacts/action-menu.tsx';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { actionCommands, useArtifactActions } from '../artifacts/use-artifact-actions.ts';
import { useCommands } from '../commands/use-commands.ts';
import { useHost } from '../host/host-context.tsx';
import { useReadable, useWorkspace } from '../host/use-channel.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import type { MenuPart } from '../ui/menu.tsx';
import { pointing } from '../ui/pointed-at.ts';
import { Failure } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { lookUpTypes, type TypeLookup } from '../ui/type-lookup.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { useAsDeskRoom } from '../arrangement/desk-room.ts';
import { useWindows } from '../arrangement/desk-windows.ts';
import { WindowStrip } from '../windows/window-strip.tsx';
import { ArtifactGrid } from './artifact-grid.tsx';
import { CollectionTray } from './collection-tray.tsx';
import { creatableTypes, newLabel } from './creatable-types.ts';
import { deskCommands } from './desk-commands.ts';
import { canSelectMore, DeskModel, selectedIn, totalOf, windowsInStrip } from './desk-model.ts';
import { queryOf } from './desk-query.ts';
import { EmptyDesk, LoadingDesk } from './desk-states.tsx';
import { DeskToolbar } from './desk-toolbar.tsx';
import { pickedFiles } from './dropped-files.ts';
import { gridKeys } from './grid-keys.ts';
import { SelectionBar } from './selection-bar.tsx';
import { upload, uploadsTo } from './uploads.ts';
import { useArtifactList } from './use-artifact-list.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useSelectAll } from './use-select-all.ts';

// Newcomers see it until they dismiss it.
const FirstSteps = lazy(async () => ({
  default: (await import('../introduction/first-steps.tsx')).FirstSteps,
}));
// Most visits upload nothing.
const UploadPanel = lazy(async () => ({ default: (await import('./upload-panel.tsx')).UploadPanel }));

/** The desk of a workspace: its artifacts, and ways to find, add and handle them. */
export function DeskPage({ workspace }: { readonly workspace: string }) {
  // Filter and selection belong to one desk.
  return <Desk key={workspace} workspace={workspace} />;
}

function Desk({ workspace }: { readonly workspace: string }) {
  const isNarrow = useIsNarrow();
  const state = useWorkspace(workspace)?.state;
  const windows = useWindows(workspace);
  const ports = useArtifactPorts();
  const desk = useMemo(() => new DeskModel(workspace, ports), [workspace, ports]);
  const types = state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const room = useAsDeskRoom();
  const host = useHost();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const pick = (what: 'files' | 'folder'): void => (what === 'files' ? files : folder).current?.click();
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    upload(host, workspace, pickedFiles(event.target.files ?? []));
    event.target.value = '';
  };
  return (
    <div className="desk">
      <div className="desk-room" ref={room}>
        <DeskRoom workspace={workspace} state={state} desk={desk} lookUp={lookUp} onUpload={pick} />
      </div>
      <WindowStrip
        workspace={workspace}
        windows={windowsInStrip(windows, isNarrow ? 'narrow' : 'wide')}
        lookUp={lookUp}
      />
      <input ref={files} type="file" multiple hidden onChange={take} />
      <input ref={folder} type="file" multiple hidden {...wholeFolder} onChange={take} />
      <DropTarget workspace={workspace} title={state?.title} />
    </div>
  );
}

interface RoomProps {
  readonly workspace: string;
  readonly state: WorkspaceState | undefined;
  readonly desk: DeskModel;
  readonly lookUp: TypeLookup;
  onUpload(what: 'files' | 'folder'): void;
}

function DeskRoom({ workspace, state, desk, lookUp, onUpload }: RoomProps) {
  const { deskLayout, firstSteps } = usePreferences();
  const { filter, selection } = useReadable(desk);
  const list = useArtifactList(queryOf(workspace, filter));
  const { artifacts: listed } = list;
  const selected = useMemo(() => selectedIn(listed, selection), [listed, selection]);
  const subject = useMemo(
    () => ({ place: 'desk' as const, artifacts: selected, workspace, lookUp }),
    [selected, workspace, lookUp],
  );
  usePointedAt(selected, filter.view === 'trash');
  const actions = useArtifactActions(subject);
  const selectionMenu = useMemo(() => actionMenu(actions), [actions]);
  const types = state?.types ?? [];
  const menu = selected.length > 0 ? selectionMenu : groundMenu(types, desk, onUpload);
  useSelectAll(() => desk.selectListed(listed));
  useCommands([
    ...deskCommands({
      desk,
      types,
      layout: deskLayout,
      setLayout: (layout) => preferences.set({ deskLayout: layout }),
      upload: onUpload,
    }),
    ...actionCommands('Selection', actions),
    ...gridKeys,
  ]);
  return (
    <>
      <DeskToolbar
        state={state}
        filter={filter}
        lookUp={lookUp}
        onFilter={desk.setFilter}
        onCreate={desk.create}
        onUpload={onUpload}
        onEmptyTrash={() => desk.emptyTrash(state?.counts.deleted ?? 0)}
      />
      {firstSteps !== 'dismissed' && state && (
        <Suspense fallback={null}>
          <FirstSteps workspace={workspace} state={state} />
        </Suspense>
      )}
      {list.phase === 'failed' && list.error && (
        <div className="desk-failure">
          <Failure error={list.error} retry={list.refresh} />
        </div>
      )}
      {listed.length > 0 ? (
        <ArtifactGrid
          label={`Artifacts in ${state?.title ?? 'this workspace'}`}
          artifacts={listed}
          more={list.more}
          total={totalOf(filter, state)}
          layout={deskLayout}
          lookUp={lookUp}
          selection={selection}
          isDraggable={filter.view !== 'trash'}
          menu={menu}
          onSelect={desk.select}
          onOpen={desk.open}
          onPeek={desk.peek}
          onDelete={desk.remove}
          onRename={desk.rename}
          onDuplicate={desk.duplicate}
          loadMore={list.loadMore}
        />
      ) : list.phase === 'loading' ? (
        <LoadingDesk layout={deskLayout} />
      ) : (
        list.phase === 'ready' && (
          <EmptyDesk filter={filter} onUpload={() => onUpload('files')} onAll={desk.showAll} />
        )
      )}
      <SelectionBar
        count={selection.ids.size}
        parts={menu}
        onClear={desk.selectNone}
        all={
          canSelectMore(selection, list)
            ? { label: 'Select all', run: () => attempt(desk.selectEverything(list.loadAll)) }
            : undefined
        }
      />
      <CollectionTray />
    </>
  );
}

/** A message that is written meanwhile can be about what is selected. */
function usePointedAt(selected: readonly ArtifactSummary[], isTrash: boolean): void {
  useEffect(() => pointing.select(isTrash ? [] : selected), [selected, isTrash]);
  useEffect(() => () => pointing.select([]), []);
}

/** The menu of the ground between the cards. */
function groundMenu(
  types: readonly TypeView[],
  desk: DeskModel,
  onUpload: RoomProps['onUpload'],
): readonly MenuPart[] {
  return [
    ...creatableTypes(types).map((type) => ({
      id: type.mime,
      label: `New: ${newLabel(type)}`,
      icon: <FilePlus2 />,
      run: () => desk.create(type),
    })),
    { separator: true as const },
    { id: 'upload', label: 'Upload files…', icon: <Upload />, run: () => onUpload('files') },
  ];
}

/** Not in the types of React, but in every browser. */
const wholeFolder = { webkitdirectory: '' } as object;

/** Takes files that are dropped anywhere on the page, and shows how their upload goes. */
function DropTarget({
  workspace,
  title,
}: {
  readonly workspace: string;
  readonly title: string | undefined;
}) {
  const host = useHost();
  const isDropping = useFileDrop((found) => attempt(found.then((files) => upload(host, workspace, files))));
  const { length } = useReadable(uploadsTo(host));
  return createPortal(
    <>
      {isDropping && (
        <div className="desk-drop" role="status">
          <FileUp aria-hidden />
          Drop to add to {title ?? 'this workspace'}
        </div>
      )}
      {length > 0 && (
        <Suspense fallback={null}>
          <UploadPanel />
        </Suspense>
      )}
    </>,
    document.body,
  );
}
