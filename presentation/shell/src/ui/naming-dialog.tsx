import { useRef, useState, type RefObject } from 'react';
import { asError } from '../host/as-error.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

interface Naming {
  /** The current name; undefined for something new. */
  readonly before: { readonly title: string; readonly description?: string | undefined } | undefined;
  /** The label of the main button. */
  readonly action: string;
  /** Asks for a description, too, and says what belongs into it. */
  readonly descriptionHelp?: string;
  save(named: { readonly title: string; readonly description: string }): Promise<void>;
  onClose(): void;
}

/** Names something, and stays open with the reason where that was refused. */
export function NamingDialog({
  open,
  heading,
  about,
  action,
  ...naming
}: Naming & { readonly open: boolean; readonly heading: string; readonly about?: string }) {
  const first = useRef<HTMLInputElement>(null);
  // While it fades away it still says what it said.
  const [said, setSaid] = useState({ heading, action });
  if (open && (said.heading !== heading || said.action !== action)) setSaid({ heading, action });
  return (
    <Dialog
      open={open}
      title={said.heading}
      description={about}
      initialFocus={first}
      onClose={() => naming.onClose()}
    >
      <NamingForm {...naming} action={said.action} first={first} />
    </Dialog>
  );
}

function NamingForm({
  before,
  action,
  descriptionHelp,
  first,
  save,
  onClose,
}: Naming & { readonly first: RefObject<HTMLInputElement | null> }) {
  const [title, setTitle] = useState(before?.title ?? '');
  const [description, setDescription] = useState(before?.description ?? '');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  return (
    <form
      className="naming"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        setError(undefined);
        save({ title: title.trim(), description: description.trim() })
          .then(onClose, (problem: unknown) => setError(asError(problem)))
          .finally(() => setBusy(false));
      }}
    >
      <Field label="Title" error={error?.message}>
        {(wiring) => (
          <input
            {...wiring}
            ref={first}
            className="input"
            required
            maxLength={500}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      {descriptionHelp !== undefined && (
        <Field label="Description" help={descriptionHelp}>
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
      )}
      <div className="naming-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={title.trim() === '' || isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
