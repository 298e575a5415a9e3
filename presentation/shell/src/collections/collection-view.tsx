import type { ArtifactSummary, Collection } from '@loggia/protocol';
import { ArrowLeft, LayoutGrid, Library, Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { actionMenu } from '../artifacts/action-menu.tsx';
import { openArtifacts, type ArtifactAction } from '../artifacts/actions.ts';
import { named } from '../artifacts/named.ts';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { unpublish } from '../artifacts/publishing.ts';
import { actionCommands, useArtifactActions } from '../artifacts/use-artifact-actions.ts';
import { useCommands } from '../commands/use-commands.ts';
import { ArtifactGrid, cardHeight } from '../desk/artifact-grid.tsx';
import { selectedIn } from '../desk/desk-model.ts';
import { gridKeys } from '../desk/grid-keys.ts';
import { SelectionBar } from '../desk/selection-bar.tsx';
import { clear, nothingSelected } from '../desk/selection.ts';
import { useArtifactList } from '../desk/use-artifact-list.ts';
import { useHost } from '../host/host-context.tsx';
import type { ShellHost } from '../host/shell-host.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { navigate } from '../navigation/use-route.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { lookUpTypes, type TypeLookup } from '../ui/type-lookup.ts';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { deleteCollection } from './collection-commands.ts';

/** The artifacts in a collection, each as it was last committed. */
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
  const ports = useArtifactPorts();
  const isNarrow = useIsNarrow();
  const { deskLayout } = usePreferences();
  const types = useWorkspace(workspace)?.state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const list = useArtifactList({ collection: collection.id, order: 'title' });
  const [selection, setSelection] = useState(nothingSelected);
  const { artifacts: listed } = list;
  const selected = useMemo(() => selectedIn(listed, selection), [listed, selection]);
  const actions = useCollectionActions(collection, selected, workspace, lookUp);
  const menu = useMemo(() => actionMenu(actions), [actions]);
  const destroy = (): void => attempt(deleteCollection(host, collection));
  useCommands([
    { id: 'collection.edit', title: 'Edit this collection…', group: 'Collections', run: onEdit },
    { id: 'collection.delete', title: 'Delete this collection…', group: 'Collections', run: destroy },
    ...actionCommands('Selection', actions),
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
          menu={menu}
          onSelect={setSelection}
          onOpen={(artifacts) => openArtifacts({ artifacts, versionOf: committedVersion }, ports)}
          onPeek={({ id }) => ports.showDetails(id)}
          onDelete={(artifacts) => attempt(unpublish(host, collection, artifacts))}
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
                Go to the desk
              </Button>
            }
          >
            Select artifacts on a desk, then choose “Publish to a collection”.
          </Empty>
        )
      )}
      <SelectionBar count={selection.ids.size} parts={menu} onClear={() => setSelection(clear(selection))} />
    </section>
  );
}

/** The actions of artifacts, which are shown as they were committed, and one that belongs to the collection. */
function useCollectionActions(
  collection: Collection,
  artifacts: readonly ArtifactSummary[],
  workspace: string,
  lookUp: TypeLookup,
): readonly ArtifactAction[] {
  const host = useHost();
  const subject = useMemo(
    () => ({ place: 'collection' as const, artifacts, workspace, lookUp, versionOf: committedVersion }),
    [artifacts, workspace, lookUp],
  );
  const actions = useArtifactActions(subject);
  return useMemo(
    () => (actions.length === 0 ? [] : [...actions, removal(host, collection, artifacts)]),
    [actions, host, collection, artifacts],
  );
}

const committedVersion = ({ version }: ArtifactSummary): number => version;

function removal(
  host: ShellHost,
  collection: Collection,
  artifacts: readonly ArtifactSummary[],
): ArtifactAction {
  return {
    id: 'remove',
    group: 'keep',
    label: 'Remove from the collection',
    title: `Remove from ${collection.title}: ${named(artifacts)}`,
    icon: 'remove',
    key: 'Del',
    run: () => attempt(unpublish(host, collection, artifacts)),
  };
}
