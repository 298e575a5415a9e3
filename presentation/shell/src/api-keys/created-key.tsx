import { Copy } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/states.tsx';
import { attempt, tell } from '../ui/toast-queue.ts';
import type { Created } from './api-key-dialog.tsx';

export function CreatedKey({ created: { key }, onDone }: { readonly created: Created; onDone(): void }) {
  return (
    <div className="api-key-form">
      <Note tone="warning">
        This key is shown only now. Copy it to where the program reads it, and keep it secret.
      </Note>
      <Field label="Key" help="Programs send it as “Authorization: Bearer …”.">
        {(wiring) => (
          <input
            {...wiring}
            className="input api-key-text"
            readOnly
            value={key}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </Field>
      <div className="api-key-foot">
        <Button onClick={onDone}>Close</Button>
        <Button
          kind="primary"
          icon={<Copy />}
          autoFocus
          onClick={() => attempt(copyText(key).then(() => tell('Copied.')))}
        >
          Copy key
        </Button>
      </div>
    </div>
  );
}
