import './collections.css';
import type { Collection } from '@loggia/protocol';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useLibrary } from '../host/use-channel.ts';
import { formatRoute } from '../navigation/route.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Skeleton } from '../ui/states.tsx';
import { useIsNarrow } from '../ui/use-narrow.ts';
import { CollectionDialog } from './collection-dialog.tsx';
import { CollectionView } from './collection-view.tsx';

/** The collections of the host, and what is published in one of them. */
export function CollectionsPage({
  workspace,
  collection: chosen,
}: {
  readonly workspace: string;
  readonly collection: string | undefined;
}) {
  const library = useLibrary();
  const isNarrow = useIsNarrow();
  const [edited, setEdited] = useState<Collection | 'new'>();
  const collections = library?.collections.toSorted((a, b) => a.title.localeCompare(b.title));
  const current = collections?.find(({ id }) => id === chosen);
  const create = (): void => setEdited('new');
  useCommands([{ id: 'collection.new', title: 'New collection…', group: 'Collections', run: create }]);
  const isListShown = !isNarrow || current === undefined;
  return (
    <div className="collections">
      {isListShown && (
        <nav className="collections-side" aria-label="Collections">
          <div className="collections-head">
            <h1>Collections</h1>
            <Button size="small" icon={<Plus aria-hidden />} onClick={create}>
              New
            </Button>
          </div>
          {collections === undefined && <Loading />}
          <ul>
            {collections?.map(({ id, title, count }) => (
              <li key={id}>
                <a
                  className="collection-entry"
                  href={formatRoute({ page: 'collections', workspace, collection: id })}
                  aria-current={id === chosen ? 'page' : undefined}
                >
                  <Library aria-hidden />
                  <span className="collection-entry-title">{title}</span>
                  <span className="collection-entry-count">
                    {count}
                    <span className="unseen">{count === 1 ? ' artifact' : ' artifacts'}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
          {collections?.length === 0 && (
            <p className="collections-none">
              No collections yet. Create one to publish artifacts for others.
            </p>
          )}
        </nav>
      )}
      {current !== undefined ? (
        <CollectionView
          key={current.id}
          workspace={workspace}
          collection={current}
          onEdit={() => setEdited(current)}
        />
      ) : (
        !isNarrow &&
        collections !== undefined && (
          <div className="collection">
            <Empty
              icon={<Library aria-hidden />}
              title={chosen === undefined ? 'Choose a collection' : 'This collection is gone'}
              actions={
                <Button icon={<Plus aria-hidden />} onClick={create}>
                  New collection
                </Button>
              }
            >
              A collection shows artifacts as they were last committed, from any workspace.
            </Empty>
          </div>
        )
      )}
      <CollectionDialog collection={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
}

function Loading() {
  return (
    <div className="collections-loading" role="status" aria-label="Loading">
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} style={{ height: 32 }} />
      ))}
    </div>
  );
}
