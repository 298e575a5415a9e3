import type { ServerReport } from '@loggia/protocol';
import type { ExtensionResult } from '@loggia/client';
import { useState } from 'react';
import { useAnswer } from '../../host/use-answer.ts';
import { useHost } from '../../host/host-context.tsx';
import { asError } from '../../host/as-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failure, Note, Skeleton } from '../../ui/states.tsx';
import { tell } from '../../ui/toast-queue.ts';
import { CommandFields, UrlFields } from '../add/server-fields.tsx';
import type { TypedServer } from '../add/typed-settings.ts';
import { TestButton, TestResult } from './connection-test.tsx';
import { definitionEdited, editedFrom, type EditedServer, type Fate } from './edited-server.ts';
import { StoredValues } from './stored-values.tsx';
import { useConnectionTest } from './use-connection-test.ts';

type Stored = ExtensionResult<'x-loggia/readServer'>;

export interface EditServerProps {
  readonly report: ServerReport;
  /** Names that other servers have. */
  readonly taken: readonly string[];
  onClose(): void;
  onSaved(): void;
}

/** Changes the definition of an added server, which restarts with it at once. */
export function EditServer(props: EditServerProps) {
  const { value, error, again } = useAnswer('x-loggia/readServer', { server: props.report.id });
  return (
    <Dialog
      open
      title={`Edit ${props.report.name}`}
      description="The server starts again with the new settings as soon as you save them."
      width={620}
      onClose={() => props.onClose()}
    >
      {error && <Failure error={error} retry={again} />}
      {value === undefined && !error && <Skeleton style={{ height: 280 }} />}
      {value !== undefined && <EditForm {...props} stored={value} />}
    </Dialog>
  );
}

function EditForm({ stored, taken, onClose, onSaved }: EditServerProps & { readonly stored: Stored }) {
  const host = useHost();
  const tester = useConnectionTest();
  const [edited, setEdited] = useState<EditedServer>(() => editedFrom(stored.settings, stored.secrets));
  const [name, setName] = useState(stored.name);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { typed } = edited;
  const isTaken = taken.includes(name.trim());
  const changeAll = (next: EditedServer): void => {
    setProblem(undefined);
    setEdited(next);
  };
  const change = (part: Partial<TypedServer>): void => changeAll({ ...edited, typed: { ...typed, ...part } });
  const definition = () => ({ server: stored.id, ...definitionEdited(edited, stored.settings) });
  const save = async (): Promise<void> => {
    setProblem(undefined);
    try {
      if (name.trim() === '') throw new Error('Enter a name.');
      const params = { ...definition(), name: name.trim() };
      setSaving(true);
      await host.ask('x-loggia/editServer', params);
      tell(`Saved “${name.trim()}”. It starts again with the new settings.`);
      onSaved();
    } catch (error) {
      setProblem(asError(error).message);
    } finally {
      setSaving(false);
    }
  };
  const values = hasStored(edited) ? <StoredOf edited={edited} change={changeAll} /> : undefined;
  return (
    <form
      className="add-server"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Segments<TypedServer['way']>
        label="How"
        value={typed.way}
        options={[
          { value: 'command', label: 'Command' },
          { value: 'url', label: 'Address' },
        ]}
        onChange={(way) => change({ way })}
      />
      {typed.way === 'command' ? (
        <CommandFields typed={typed} change={change} stored={values} />
      ) : (
        <UrlFields typed={typed} change={change} stored={values} />
      )}
      <Field label="Name" error={isTaken ? 'A server has this name already. Choose another one.' : undefined}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <TestResult tester={tester} />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div className="add-foot">
        <span className="add-foot-start">
          <TestButton tester={tester} onTest={() => void tester.run(definition)} />
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={isSaving || isTaken}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

function hasStored({ typed, env, headers, clientSecret }: EditedServer): boolean {
  if (typed.way === 'command') return Object.keys(env).length > 0;
  return Object.keys(headers).length > 0 || clientSecret !== undefined;
}

function StoredOf({ edited, change }: { readonly edited: EditedServer; change(next: EditedServer): void }) {
  const { typed, env, headers, clientSecret } = edited;
  if (typed.way === 'command')
    return (
      <StoredValues
        label="Stored variables"
        fates={env}
        change={(name, fate) => change({ ...edited, env: { ...env, [name]: fate } })}
      />
    );
  const secret: Readonly<Record<string, Fate>> =
    clientSecret === undefined ? {} : { 'Client secret': clientSecret };
  return (
    <>
      <StoredValues
        label="Stored headers"
        fates={headers}
        change={(name, fate) => change({ ...edited, headers: { ...headers, [name]: fate } })}
      />
      <StoredValues
        label="Stored client secret"
        fates={secret}
        change={(_, fate) => change({ ...edited, clientSecret: fate })}
      />
    </>
  );
}
