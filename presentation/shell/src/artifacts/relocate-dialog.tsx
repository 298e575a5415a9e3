import './relocate-dialog.css';
import { LayoutGrid, Plus } from 'lucide-react';
import { useState } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { useLibrary, useReadable } from '../host/use-channel.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { named } from './named.ts';
import { relocate } from './relocate.ts';
import { relocating, stopRelocating, type Relocation } from './relocate-state.ts';

const words = {
  move: {
    title: 'Move to a workspace',
    text: 'with all versions. Links and places in collections stay.',
    verb: 'goes there',
    verbs: 'go there',
  },
  copy: {
    title: 'Copy to a workspace',
    text: 'with all versions. The original stays.',
    verb: 'is copied',
    verbs: 'are copied',
  },
} as const;

/** Asks into which workspace artifacts should be moved or copied. */
export function RelocateDialog() {
  const asked = useReadable(relocating);
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  // The words stay while the dialog closes.
  const shown = asked ?? last;
  if (!shown) return null;
  const { title, text, verb, verbs } = words[shown.how];
  return (
    <Dialog
      open={asked !== undefined}
      title={title}
      description={`${named(shown.artifacts)} ${shown.artifacts.length === 1 ? verb : verbs} ${text}`}
      onClose={stopRelocating}
    >
      <Choice relocation={shown} />
    </Dialog>
  );
}

function Choice({ relocation }: { readonly relocation: Relocation }) {
  const host = useHost();
  const workspaces = useLibrary()?.workspaces ?? [];
  const [text, setText] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const wanted = text.trim().toLowerCase();
  const isHere = (id: string): boolean => relocation.artifacts.every(({ workspace }) => workspace === id);
  const others = workspaces.filter(({ id }) => !isHere(id));
  const shown = others.filter(({ title }) => title.toLowerCase().includes(wanted));
  const isNew = wanted !== '' && !workspaces.some(({ title }) => title.toLowerCase() === wanted);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setError(undefined);
    work()
      .then(stopRelocating, (problem: unknown) => setError(asError(problem)))
      .finally(() => setBusy(false));
  };
  const create = async (): Promise<void> => {
    const made = await host.ask('x-loggia/createWorkspace', { title: text.trim().slice(0, 500) });
    await relocate(host, relocation, made.workspace);
  };
  return (
    <form
      className="relocate-choice"
      onSubmit={(event) => {
        event.preventDefault();
        const [only] = shown;
        if (shown.length === 1 && only) run(() => relocate(host, relocation, only));
        else if (isNew && shown.length === 0) run(create);
      }}
    >
      <Field label="Workspace" help="Choose one, or type a name to create one." error={error?.message}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            value={text}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <ul className="relocate-list scroll-area">
        {shown.slice(0, 100).map((workspace) => (
          <li key={workspace.id}>
            <button
              type="button"
              className="relocate-entry"
              disabled={isBusy}
              onClick={() => run(() => relocate(host, relocation, workspace))}
            >
              <LayoutGrid aria-hidden />
              <span>{workspace.title}</span>
            </button>
          </li>
        ))}
        {isNew && (
          <li>
            <button type="button" className="relocate-entry" disabled={isBusy} onClick={() => run(create)}>
              <Plus aria-hidden />
              <span>Create “{text.trim()}”</span>
            </button>
          </li>
        )}
      </ul>
    </form>
  );
}
