import './collections.css';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { publishing, stopPublishing, type Publishable } from '../artifacts/publish-state.ts';
import { publish } from '../artifacts/publishing.ts';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { useLibrary, useReadable } from '../host/use-channel.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/states.tsx';

/** Asks into which collection artifacts should be published. */
export function PublishDialog() {
  const asked = useReadable(publishing);
  const never = asked.filter(({ version }) => version === 0);
  const ready = asked.filter(({ version }) => version > 0);
  return (
    <Dialog
      open={asked.length > 0}
      title="Publish to a collection"
      description={
        asked.length === 1
          ? `“${asked[0]?.title}” appears there as it was last committed.`
          : `${asked.length} artifacts appear there as they were last committed.`
      }
      onClose={stopPublishing}
    >
      {never.length > 0 && <NeverCommitted artifacts={never} />}
      {ready.length > 0 && <Choice artifacts={ready} />}
    </Dialog>
  );
}

function NeverCommitted({ artifacts }: { readonly artifacts: readonly Publishable[] }) {
  const ports = useArtifactPorts();
  const commit = (): void => {
    stopPublishing();
    ports.commit(artifacts.map(({ id }) => id));
  };
  return (
    <div className="publish-note">
      <Note
        tone="info"
        actions={
          <Button size="small" onClick={commit}>
            Commit…
          </Button>
        }
      >
        {artifacts.length === 1
          ? `“${artifacts[0]?.title}” was never committed, so there is nothing to publish yet.`
          : `${artifacts.length} of these were never committed, so there is nothing of them to publish yet.`}
      </Note>
    </div>
  );
}

function Choice({ artifacts }: { readonly artifacts: readonly Publishable[] }) {
  const host = useHost();
  const collections = useLibrary()?.collections ?? [];
  const [text, setText] = useState('');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const words = text.trim().toLowerCase();
  const shown = collections.filter(({ title }) => title.toLowerCase().includes(words));
  const isNew = words !== '' && !collections.some(({ title }) => title.toLowerCase() === words);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setError(undefined);
    work()
      .then(stopPublishing, (problem: unknown) => setError(asError(problem)))
      .finally(() => setBusy(false));
  };
  const create = async (): Promise<void> => {
    const made = await host.ask('x-loggia/createCollection', { title: text.trim().slice(0, 500) });
    await publish(host, made.collection, artifacts);
  };
  return (
    <form
      className="publish-choice"
      onSubmit={(event) => {
        event.preventDefault();
        const [only] = shown;
        if (shown.length === 1 && only) run(() => publish(host, only, artifacts));
        else if (isNew && shown.length === 0) run(create);
      }}
    >
      <Field label="Collection" help="Choose one, or type a name to create one." error={error?.message}>
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
      <ul className="publish-list">
        {shown.slice(0, 100).map((collection) => (
          <li key={collection.id}>
            <button
              type="button"
              className="collection-entry"
              disabled={isBusy}
              onClick={() => run(() => publish(host, collection, artifacts))}
            >
              <Library aria-hidden />
              <span className="collection-entry-title">{collection.title}</span>
              <span className="collection-entry-count">{collection.count}</span>
            </button>
          </li>
        ))}
        {isNew && (
          <li>
            <button type="button" className="collection-entry" disabled={isBusy} onClick={() => run(create)}>
              <Plus aria-hidden />
              <span className="collection-entry-title">Create “{text.trim()}”</span>
            </button>
          </li>
        )}
      </ul>
    </form>
  );
}
