import type { Collection } from '@loggia/protocol';
import { useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { navigate } from '../navigation/use-route.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';

/** Names and describes a collection: one that exists, or a new one. */
export function CollectionDialog({
  collection,
  onClose,
}: {
  readonly collection: Collection | 'new' | undefined;
  onClose(): void;
}) {
  const isNew = collection === 'new';
  return (
    <Dialog
      open={collection !== undefined}
      title={isNew ? 'New collection' : 'Edit the collection'}
      description="Where committed artifacts are published, for everybody who may read here."
      onClose={onClose}
    >
      {collection !== undefined && (
        <CollectionForm collection={collection === 'new' ? undefined : collection} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CollectionForm({
  collection,
  onClose,
}: {
  readonly collection: Collection | undefined;
  onClose(): void;
}) {
  const host = useHost();
  const [title, setTitle] = useState(collection?.title ?? '');
  const [description, setDescription] = useState(collection?.description ?? '');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const facts = { title: title.trim(), description: description.trim() };
    if (collection) {
      await host.ask('x-loggia/updateCollection', { collection: collection.id, ...facts });
      return;
    }
    const made = await host.ask('x-loggia/createCollection', facts);
    navigate({ page: 'collections', collection: made.collection.id });
  };
  return (
    <form
      className="collection-form"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        setError(undefined);
        save()
          .then(onClose, (problem: unknown) =>
            setError(problem instanceof Error ? problem : new Error(String(problem))),
          )
          .finally(() => setBusy(false));
      }}
    >
      <Field label="Title" error={error?.message}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            required
            maxLength={500}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field label="Description" help="What belongs here, and for whom.">
        {(wiring) => (
          <textarea
            {...wiring}
            className="input"
            maxLength={10_000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <div className="collection-form-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={title.trim() === '' || isBusy}>
          {collection ? 'Save' : 'Create'}
        </Button>
      </div>
    </form>
  );
}
