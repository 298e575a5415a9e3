import type { ConnectionTest, ServerReport } from '@loggia/protocol';
import { useState } from 'react';
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Note } from '../../ui/states.tsx';
import { tell } from '../../ui/toast-queue.ts';
import { TestButton, TestResult } from '../edit/connection-test.tsx';
import { freeName, nameFound } from '../edit/test-words.ts';
import { useConnectionTest } from '../edit/use-connection-test.ts';
import { useWorkspaceTitles } from '../use-workspace-titles.ts';
import { AddFromFile } from './add-from-file.tsx';
import { CommandFields, UrlFields } from './server-fields.tsx';
import { nothingTyped, settingsTyped, suggestedName, type TypedServer } from './typed-settings.ts';

type Way = TypedServer['way'] | 'file';

export interface AddServerProps {
  readonly open: boolean;
  /** The id of the workspace that is shown. */
  readonly workspace: string;
  /** The servers that are there already. */
  readonly reports: readonly ServerReport[];
  onClose(): void;
  onAdded(id: string): void;
}

/** The destination of a new server, and the names that it can't have there. */
export interface Destination {
  /** The id of the only workspace that is to have it. */
  readonly workspace: string | undefined;
  readonly taken: readonly string[];
}

/** Adds a server to all workspaces or to one: by its command, by its address, or from a file that describes some. */
export function AddServer(props: AddServerProps) {
  return (
    <Dialog open={props.open} title="Add a server" width={620} onClose={() => props.onClose()}>
      <AddForm {...props} />
    </Dialog>
  );
}

function AddForm({ workspace, reports, onAdded, onClose }: AddServerProps) {
  const [way, setWay] = useState<Way>('command');
  const [isOwn, setOwn] = useState(false);
  const title = useWorkspaceTitles().get(workspace) ?? 'this workspace';
  const destination: Destination = {
    workspace: isOwn ? workspace : undefined,
    taken: reports
      .filter(({ source }) => !isOwn || [undefined, workspace].includes(source.workspace))
      .map(({ name }) => name),
  };
  return (
    <div className="add-server">
      <Segments<'all' | 'own'>
        label="Where"
        value={isOwn ? 'own' : 'all'}
        options={[
          { value: 'all', label: 'All workspaces' },
          { value: 'own', label: 'This workspace' },
        ]}
        onChange={(where) => setOwn(where === 'own')}
      />
      <p className="servers-hint">
        {isOwn
          ? `Only “${title}” and its sessions can use it.`
          : 'Every workspace and session can use it. You can turn it off for each of them.'}
      </p>
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
        <AddFromFile destination={destination} onAdded={onAdded} />
      ) : (
        <AddTyped key={way} way={way} destination={destination} onAdded={onAdded} onClose={onClose} />
      )}
    </div>
  );
}

function AddTyped({
  way,
  destination: { workspace, taken },
  onAdded,
  onClose,
}: Pick<AddServerProps, 'onAdded' | 'onClose'> & {
  readonly way: TypedServer['way'];
  readonly destination: Destination;
}) {
  const host = useHost();
  const [typed, setTyped] = useState<TypedServer>({ ...nothingTyped, way });
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [saidName, setSaidName] = useState<string>();
  const tester = useConnectionTest();
  const shownName = name ?? saidName ?? '';
  const isTaken = taken.includes(shownName.trim());
  const hasFailed = tester.result?.outcome === 'failed';
  const change = (part: Partial<TypedServer>): void => setTyped((before) => ({ ...before, ...part }));
  const test = async (): Promise<ConnectionTest | undefined> => {
    const found = await tester.run(() => ({ settings: settingsTyped(typed) }));
    if (found) setSaidName(nameFound(found, taken));
    return found;
  };
  /** The server's own name, or, as long as it can't be asked, a name from its command or address. */
  const nameForIt = async (): Promise<string | undefined> => {
    if (shownName.trim() !== '') return shownName.trim();
    const found = hasFailed ? undefined : await test();
    if (found?.outcome === 'ready') return nameFound(found, taken) ?? freeName(suggestedName(typed), taken);
    return hasFailed || found?.outcome === 'signIn' ? freeName(suggestedName(typed), taken) : undefined;
  };
  const add = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const settings = settingsTyped(typed);
      setAdding(true);
      const chosen = await nameForIt();
      if (chosen === undefined) return;
      const scope = workspace === undefined ? {} : { workspace };
      const { id } = await host.ask('x-loggia/addServer', { name: chosen, settings, ...scope });
      tell(`Added “${chosen}”.`);
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
      <Field
        label="Name"
        help="Leave it empty to use the name that the server gives itself."
        error={isTaken ? 'A server has this name already. Choose another one.' : undefined}
      >
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
      <TestResult tester={tester} />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div className="add-foot">
        <span className="add-foot-start">
          <TestButton tester={tester} onTest={() => void test()} />
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={isAdding || isTaken}>
          {isAdding ? 'Adding…' : hasFailed ? 'Add anyway' : 'Add'}
        </Button>
      </div>
    </form>
  );
}
