import { useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { rename } from './session-changes.ts';

export function RenameDialog({
  session,
  onClose,
}: {
  readonly session: { readonly resource: string; readonly title: string } | undefined;
  onClose(): void;
}) {
  const { client } = useHost();
  const input = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState<{ readonly of: string; readonly title: string }>();
  const title =
    edited !== undefined && edited.of === session?.resource ? edited.title : (session?.title ?? '');
  const close = (): void => {
    setEdited(undefined);
    onClose();
  };
  const save = (): void => {
    if (session === undefined || title.trim() === '') return;
    rename(client, session.resource, title.trim());
    close();
  };
  return (
    <Dialog
      open={session !== undefined}
      title="Rename the session"
      initialFocus={input}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" disabled={title.trim() === ''} onClick={save}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Title">
        {(wiring) => (
          <input
            {...wiring}
            ref={input}
            className="input"
            maxLength={2000}
            value={title}
            onChange={(event) =>
              session !== undefined && setEdited({ of: session.resource, title: event.target.value })
            }
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        )}
      </Field>
    </Dialog>
  );
}
