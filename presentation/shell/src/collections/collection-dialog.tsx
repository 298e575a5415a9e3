import type { Collection } from '@loggia/protocol';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { NamingDialog } from '../ui/naming-dialog.tsx';

/** Names and describes a collection: one that exists, or a new one. */
export function CollectionDialog({
  collection,
  onClose,
}: {
  readonly collection: Collection | 'new' | undefined;
  onClose(): void;
}) {
  const host = useHost();
  const before = collection === 'new' ? undefined : collection;
  return (
    <NamingDialog
      open={collection !== undefined}
      heading={before ? 'Edit the collection' : 'New collection'}
      about="A place to publish committed artifacts for everyone with access to this host."
      before={before}
      action={before ? 'Save' : 'Create'}
      descriptionHelp="What belongs here, and for whom."
      save={async (named) => {
        if (before) {
          await host.ask('x-loggia/updateCollection', { collection: before.id, ...named });
          return;
        }
        const made = await host.ask('x-loggia/createCollection', named);
        navigate({ page: 'collections', collection: made.collection.id });
      }}
      onClose={onClose}
    />
  );
}
