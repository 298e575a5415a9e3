import { useId, useState, type ComponentProps } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Note } from '../../ui/states.tsx';
import { tell } from '../../ui/toast-queue.ts';
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
      setProblem(asError(error).message);
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
        <Note tone="warning">
          {typed.isSandboxed
            ? 'It runs on the host and reaches only what you list here.'
            : 'It runs on the host with all your permissions and can read all your files. Add only servers you trust.'}
        </Note>
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

function CommandFields(fields: Fields) {
  return (
    <>
      <TextOf
        {...fields}
        part="command"
        label="Command"
        help="As you would type it in a terminal on the host’s machine."
        placeholder="npx -y @modelcontextprotocol/server-filesystem /srv/notes"
        autoFocus
      />
      <details className="add-more">
        <summary>More options</summary>
        <LinesOf
          {...fields}
          part="env"
          label="Environment"
          help="One NAME=value per line. The rest of the host’s environment is not passed on."
        />
        <TextOf {...fields} part="cwd" label="Working directory" />
        <CheckOf {...fields} part="isOwn" label="Use a separate connection for each session" />
      </details>
      <CheckOf {...fields} part="isSandboxed" label="Run in a sandbox" />
      {fields.typed.isSandboxed && <SandboxFields {...fields} />}
    </>
  );
}

function SandboxFields(fields: Fields) {
  return (
    <fieldset className="add-sandbox">
      <legend className="unseen">Sandbox</legend>
      <LinesOf
        {...fields}
        part="reads"
        label="Folders it can read"
        help="One path per line. If no folder is listed, it can change the session’s working directory."
      />
      <LinesOf {...fields} part="writes" label="Folders it can change" />
      <CheckOf {...fields} part="hasNetwork" label="Let it use the network" />
    </fieldset>
  );
}

function UrlFields(fields: Fields) {
  return (
    <>
      <TextOf
        {...fields}
        part="url"
        label="Address"
        help="If it asks you to sign in, a button appears after you add it."
        type="url"
        placeholder="https://tickets.example/mcp"
        autoFocus
      />
      <details className="add-more">
        <summary>More options</summary>
        <LinesOf {...fields} part="headers" label="Headers" help="One Name: value per line." />
        <TextOf
          {...fields}
          part="clientId"
          label="OAuth client id"
          help="Only if the authorization server requires manual client registration."
        />
        <CheckOf {...fields} part="isSse" label="Use the legacy HTTP+SSE transport" />
        <CheckOf {...fields} part="isOwn" label="Use a separate connection for each session" />
      </details>
    </>
  );
}

type Written = 'command' | 'cwd' | 'url' | 'clientId' | 'env' | 'headers' | 'reads' | 'writes';

interface WrittenField extends Fields {
  readonly part: Written;
  readonly label: string;
  readonly help?: string;
}

function TextOf({
  part,
  label,
  help,
  typed,
  change,
  ...input
}: WrittenField & Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'autoFocus'>) {
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <input
          {...wiring}
          {...input}
          className="input add-code"
          spellCheck={false}
          autoComplete="off"
          value={typed[part]}
          onChange={(event) => change({ [part]: event.target.value })}
        />
      )}
    </Field>
  );
}

function LinesOf({ part, label, help, typed, change }: WrittenField) {
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <textarea
          {...wiring}
          className="input add-code"
          rows={3}
          spellCheck={false}
          value={typed[part]}
          onChange={(event) => change({ [part]: event.target.value })}
        />
      )}
    </Field>
  );
}

function CheckOf({
  part,
  label,
  typed,
  change,
}: Fields & {
  readonly part: 'isOwn' | 'isSse' | 'isSandboxed' | 'hasNetwork';
  readonly label: string;
}) {
  const id = useId();
  return (
    <label className="add-check" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={typed[part]}
        onChange={(event) => change({ [part]: event.target.checked })}
      />
      {label}
    </label>
  );
}
