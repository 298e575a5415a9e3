import { useId, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Note } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { AddFromFile } from './add-from-file.tsx';
import { nothingTyped, settingsTyped, suggestedName, type TypedServer } from './typed-settings.ts';

type Way = TypedServer['way'] | 'file';

export interface AddServerProps {
  readonly open: boolean;
  /** Names that servers have already. */
  readonly taken: readonly string[];
  onClose(): void;
  onAdded(id: string): void;
}

/** Adds a server to the host: by its command, by its address, or from a file that describes some. */
export function AddServer(props: AddServerProps) {
  return (
    <Dialog
      open={props.open}
      title="Add a server"
      description="It is added to the host, for every workspace and session."
      width={620}
      onClose={() => props.onClose()}
    >
      <AddForm {...props} />
    </Dialog>
  );
}

function AddForm({ taken, onAdded, onClose }: AddServerProps) {
  const [way, setWay] = useState<Way>('command');
  return (
    <div className="add-server">
      <Segments<Way>
        label="How"
        value={way}
        options={[
          { value: 'command', label: 'Command' },
          { value: 'url', label: 'Address' },
          { value: 'file', label: 'From a file' },
        ]}
        onChange={setWay}
      />
      {way === 'file' ? (
        <AddFromFile taken={taken} onAdded={onAdded} />
      ) : (
        <AddTyped key={way} way={way} taken={taken} onAdded={onAdded} onClose={onClose} />
      )}
    </div>
  );
}

function AddTyped({
  way,
  taken,
  onAdded,
  onClose,
}: Omit<AddServerProps, 'open'> & { readonly way: TypedServer['way'] }) {
  const host = useHost();
  const [typed, setTyped] = useState<TypedServer>({ ...nothingTyped, way });
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const shownName = name ?? suggestedName(typed);
  const isTaken = taken.includes(shownName.trim());
  const change = (part: Partial<TypedServer>): void => setTyped((before) => ({ ...before, ...part }));
  const add = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const settings = settingsTyped(typed);
      if (shownName.trim() === '') throw new Error('Give it a name.');
      setAdding(true);
      const { id } = await host.ask('x-loggia/addServer', { name: shownName.trim(), settings });
      tell(`Added “${shownName.trim()}”.`);
      onAdded(id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setAdding(false);
    }
  };
  return (
    <form
      className="add-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {way === 'command' ? (
        <CommandFields typed={typed} change={change} />
      ) : (
        <UrlFields typed={typed} change={change} />
      )}
      <Field label="Name" error={isTaken ? 'A server has this name already. Choose another one.' : undefined}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            value={shownName}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {way === 'command' && (
        <Note tone="warning">It runs on the host with your rights. Add only what you know.</Note>
      )}
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div className="add-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={isAdding || isTaken}>
          {isAdding ? 'Adding…' : 'Add'}
        </Button>
      </div>
    </form>
  );
}

interface Fields {
  readonly typed: TypedServer;
  change(part: Partial<TypedServer>): void;
}

function CommandFields({ typed, change }: Fields) {
  return (
    <>
      <Field label="Command" help="As you would type it in a terminal on the host’s machine.">
        {(wiring) => (
          <input
            {...wiring}
            className="input add-code"
            autoFocus
            spellCheck={false}
            autoComplete="off"
            placeholder="npx -y @modelcontextprotocol/server-filesystem /srv/notes"
            value={typed.command}
            onChange={(event) => change({ command: event.target.value })}
          />
        )}
      </Field>
      <details className="add-more">
        <summary>More options</summary>
        <Field
          label="Environment"
          help="One NAME=value a line. The rest of the host’s environment is not passed on."
        >
          {(wiring) => (
            <textarea
              {...wiring}
              className="input add-code"
              rows={3}
              spellCheck={false}
              value={typed.env}
              onChange={(event) => change({ env: event.target.value })}
            />
          )}
        </Field>
        <Field label="Working directory">
          {(wiring) => (
            <input
              {...wiring}
              className="input add-code"
              spellCheck={false}
              value={typed.cwd}
              onChange={(event) => change({ cwd: event.target.value })}
            />
          )}
        </Field>
        <Own typed={typed} change={change} />
      </details>
    </>
  );
}

function UrlFields({ typed, change }: Fields) {
  const id = useId();
  return (
    <>
      <Field label="Address" help="If it asks for a sign-in, the button appears once it was added.">
        {(wiring) => (
          <input
            {...wiring}
            className="input add-code"
            autoFocus
            type="url"
            spellCheck={false}
            autoComplete="off"
            placeholder="https://tickets.example/mcp"
            value={typed.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      </Field>
      <details className="add-more">
        <summary>More options</summary>
        <Field label="Headers" help="One Name: value a line.">
          {(wiring) => (
            <textarea
              {...wiring}
              className="input add-code"
              rows={3}
              spellCheck={false}
              value={typed.headers}
              onChange={(event) => change({ headers: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="OAuth client id"
          help="Only for authorization servers at which a client has to be registered by hand."
        >
          {(wiring) => (
            <input
              {...wiring}
              className="input add-code"
              spellCheck={false}
              value={typed.clientId}
              onChange={(event) => change({ clientId: event.target.value })}
            />
          )}
        </Field>
        <label className="add-check" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={typed.isSse}
            onChange={(event) => change({ isSse: event.target.checked })}
          />
          It speaks the older HTTP with server-sent events
        </label>
        <Own typed={typed} change={change} />
      </details>
    </>
  );
}

function Own({ typed, change }: Fields) {
  const id = useId();
  return (
    <label className="add-check" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={typed.isOwn}
        onChange={(event) => change({ isOwn: event.target.checked })}
      />
      Each session gets a connection of its own
    </label>
  );
}
