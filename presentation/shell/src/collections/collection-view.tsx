import type { ArtifactSummary, Collection } from '@loggia/protocol';
import {
  ArrowLeft,
  Download,
  ExternalLink,
  Info,
  LayoutGrid,
  Library,
  MessageSquarePlus,
  Pencil,
  Trash2,
  X,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { downloadAll } from '../desk/artifact-commands.ts';
import { ArtifactGrid, cardHeight } from '../desk/artifact-grid.tsx';
import { clear, nothingSelected } from '../desk/selection.ts';
import { gridKeys } from '../desk/grid-keys.ts';
import { SelectionBar } from '../desk/selection-bar.tsx';
import { lookUpTypes } from '../ui/type-lookup.ts';
import { useArtifactList } from '../desk/use-artifact-list.ts';
import { showDetails } from '../details/details-state.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { useHost } from '../host/host-context.tsx';
import { useWorkspace } from '../host/use-channel.ts';
import { navigate } from '../navigation/use-route.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { attachToMessage } from '../sessions/attach.ts';
import { Button, IconButton } from '../ui/button.tsx';
import type { MenuPart } from '../ui/menu.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { attempt } from '../ui/toasts.tsx';
import { openWindow } from '../windows/open-window.ts';
import { deleteCollection, withdraw } from './collection-commands.ts';

/** What is published in a collection, each as it was last committed. */
export function CollectionView({
  workspace,
  collection,
  onEdit,
}: {
  readonly workspace: string;
  readonly collection: Collection;
  onEdit(): void;
}) {
  const host = useHost();
  const isNarrow = useIsNarrow();
  const { deskLayout } = usePreferences();
  const types = useWorkspace(workspace)?.state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const list = useArtifactList({ collection: collection.id, order: 'title' });
  const [selection, setSelection] = useState(nothingSelected);
  const chosen = list.artifacts.filter(({ id }) => selection.ids.has(id));
  const remove = (artifacts: readonly ArtifactSummary[]): void =>
    attempt(withdraw(host, collection, artifacts));
  // On the desk that it belongs to, whose servers can show it; as it was committed, which nobody can change.
  const open = (artifacts: readonly ArtifactSummary[]): void => {
    for (const { id, workspace: home, version, title } of artifacts.slice(0, 10))
      openWindow(host, home, { kind: 'artifact', artifact: id, version }, title);
  };
  const destroy = (): void => attempt(deleteCollection(host, collection));
  useCommands([
    { id: 'collection.edit', title: 'Edit this collection…', group: 'Collections', run: onEdit },
    { id: 'collection.delete', title: 'Delete this collection…', group: 'Collections', run: destroy },
    ...gridKeys,
  ]);
  return (
    <section className="collection" aria-label={collection.title}>
      <header className="collection-head">
        {isNarrow && (
          <IconButton
            label="All collections"
            icon={<ArrowLeft />}
            onClick={() => navigate({ page: 'collections' })}
          />
        )}
        <div className="collection-title">
          <h2>{collection.title}</h2>
          {collection.description !== undefined && collection.description !== '' && (
            <p>{collection.description}</p>
          )}
        </div>
        <IconButton label="Edit" icon={<Pencil />} onClick={onEdit} />
        <IconButton label="Delete the collection" icon={<Trash2 />} onClick={destroy} />
      </header>
      {list.phase === 'failed' && list.error && (
        <div className="desk-failure">
          <Failure error={list.error} retry={list.refresh} />
        </div>
      )}
      {list.artifacts.length > 0 ? (
        <ArtifactGrid
          label={`Artifacts in ${collection.title}`}
          artifacts={list.artifacts}
          more={list.more}
          total={collection.count}
          layout={deskLayout}
          lookUp={lookUp}
          selection={selection}
          isDraggable
          menu={menuOf(chosen, { open, remove, download: (some) => attempt(downloadAll(host, some)) })}
          onSelect={setSelection}
          onOpen={open}
          onPeek={({ id }) => showDetails(id)}
          onDelete={remove}
          loadMore={list.loadMore}
        />
      ) : list.phase === 'loading' ? (
        <div className="collections-loading" role="status" aria-label="Loading">
          <Skeleton style={{ height: cardHeight }} />
        </div>
      ) : (
        list.phase === 'ready' && (
          <Empty
            icon={<Library aria-hidden />}
            title="Nothing is published here yet"
            actions={
              <Button icon={<LayoutGrid aria-hidden />} onClick={() => navigate({ page: 'desk', workspace })}>
                To the desk
              </Button>
            }
          >
            Choose artifacts on a desk, then “Publish to a collection”.
          </Empty>
        )
      )}
      <SelectionBar
        count={selection.ids.size}
        parts={menuOf(chosen, { open, remove, download: (some) => attempt(downloadAll(host, some)) })}
        onClear={() => setSelection(clear(selection))}
      />
    </section>
  );
}

function menuOf(
  chosen: readonly ArtifactSummary[],
  run: {
    open(artifacts: readonly ArtifactSummary[]): void;
    remove(artifacts: readonly ArtifactSummary[]): void;
    download(artifacts: readonly ArtifactSummary[]): void;
  },
): readonly MenuPart[] {
  const [first] = chosen;
  if (!first) return [];
  const files = chosen.filter(({ content }) => content !== undefined);
  return [
    { id: 'open', label: 'Open', icon: <ExternalLink />, run: () => run.open(chosen) },
    ...(chosen.length === 1
      ? [{ id: 'details', label: 'Details', icon: <Info />, run: () => showDetails(first.id) }]
      : []),
    { id: 'ask', label: 'Ask about this', icon: <MessageSquarePlus />, run: () => attachToMessage(chosen) },
    ...(files.length > 0
      ? [{ id: 'download', label: 'Download', icon: <Download />, run: () => run.download(files) }]
      : []),
    { separator: true },
    { id: 'remove', label: 'Take out of the collection', icon: <X />, run: () => run.remove(chosen) },
  ];
}
