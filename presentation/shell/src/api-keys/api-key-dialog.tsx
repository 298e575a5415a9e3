import type { ExtensionResult } from '@loggia/client';
import { useRef, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ApiKeyForm } from './api-key-form.tsx';
import { CreatedKey } from './created-key.tsx';

export type Created = ExtensionResult<'x-loggia/createApiKey'>;

/** Creates a key and then shows it, once. */
export function ApiKeyDialog({ onCreated, onClose }: { onCreated(): void; onClose(): void }) {
  const first = useRef<HTMLInputElement>(null);
  const [created, setCreated] = useState<Created>();
  return (
    <Dialog
      open
      title={created ? `Copy the key “${created.apiKey.name}”` : 'Create a key'}
      width={520}
      initialFocus={first}
      onClose={onClose}
    >
      {created ? (
        <CreatedKey created={created} onDone={onClose} />
      ) : (
        <ApiKeyForm
          first={first}
          onCancel={onClose}
          onCreated={(made) => {
            setCreated(made);
            onCreated();
          }}
        />
      )}
    </Dialog>
  );
}
