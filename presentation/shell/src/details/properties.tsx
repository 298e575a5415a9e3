import { HostError } from '@loggia/client';
import type { Artifact } from '@loggia/protocol';
import { Plus, Trash2 } from 'lucide-react';
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
} from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Failure, Note, Skeleton } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { checkContext, type Complaints } from './check-context.ts';
import { isObject, makeForm, type FormField, type FormHints, type JsonSchema } from './context-form.ts';
import { valueAt, withValueAt } from './pointer.ts';
import { useExplanation } from './type-of.ts';

type Context = Readonly<Record<string, unknown>>;

/** A context to be edited: by a form where its type says what is in it, else as JSON. Saved as a draft. */
export function Properties({ artifact }: { readonly artifact: Artifact }) {
  const { value, error, again } = useExplanation(artifact.workspace, artifact.type);
  if (error) return <Failure error={error} retry={again} />;
  if (!value) return <Skeleton style={{ height: 200 }} />;
  const { files } = value.explanation;
  const schema = files?.['schema.json'];
  const hints = files?.['ui.json'];
  return (
    <PropertyEditor
      key={artifact.id}
      artifact={artifact}
      schema={isObject(schema) ? schema : undefined}
      hints={isObject(hints) ? (hints as FormHints) : {}}
    />
  );
}

interface Editing {
  readonly context: Context;
  /** The revision that it was made from. */
  readonly revision: number;
}

function PropertyEditor({
  artifact,
  schema,
  hints,
}: {
  readonly artifact: Artifact;
  readonly schema: JsonSchema | undefined;
  readonly hints: FormHints;
}) {
  const host = useHost();
  const [editing, setEditing] = useState<Editing>();
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const [hasTried, setHasTried] = useState(false);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const [round, setRound] = useState(0);
  // What was saved is shown until the artifact comes back with it.
  const [saved, setSaved] = useState<Editing>();
  const known = saved && saved.revision > artifact.revision ? saved.context : artifact.context;
  const context = editing?.context ?? known;
  const fields = useMemo(() => schema && makeForm(schema, hints, context), [schema, hints, context]);
  const complaints = useMemo(
    () => (fields ? checkContext(fields, context) : new Map<string, string>()),
    [fields, context],
  );
  const hostSays = useHostProblems(artifact);
  const isReadOnly = artifact.state === 'archived';
  const isBehind = editing !== undefined && editing.revision < artifact.revision;
  const change = (next: unknown): void => {
    if (isObject(next)) setEditing({ context: next, revision: editing?.revision ?? artifact.revision });
  };
  const save = async (ifRevision: number): Promise<void> => {
    setHasTried(true);
    if (!editing || broken.size > 0) return;
    setIsSaving(true);
    setProblem(undefined);
    try {
      const answer = await host.ask('x-loggia/updateArtifact', {
        artifact: artifact.id,
        context: editing.context,
        ifRevision,
      });
      setSaved({ context: editing.context, revision: answer.artifact.revision });
      setEditing(undefined);
      setHasTried(false);
      setRound(round + 1);
      tell('The properties are saved as a draft.');
    } catch (error) {
      setProblem(asError(error));
    } finally {
      setIsSaving(false);
    }
  };
  const forget = (): void => {
    setEditing(undefined);
    setProblem(undefined);
    setHasTried(false);
    setBroken(new Set());
    setRound(round + 1);
  };
  const isConflict = isBehind || (problem instanceof HostError && problem.kind === 'Conflict');
  const shown: Complaints =
    hasTried || editing === undefined ? new Map([...hostSays, ...complaints]) : touched(complaints, hostSays);
  return (
    <form
      className="details-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(editing?.revision ?? artifact.revision);
      }}
    >
      {isConflict && editing && (
        <Note
          tone="warning"
          actions={
            <div className="details-ways">
              <Button size="small" kind="primary" onClick={() => void save(artifact.revision)}>
                Save mine over it
              </Button>
              <Button size="small" onClick={forget}>
                Take what is there
              </Button>
            </div>
          }
        >
          The artifact was changed since you began. Nothing was overwritten.
        </Note>
      )}
      {problem && !isConflict && <Failure error={problem} />}
      <FormContext.Provider
        // oxlint-disable-next-line react/jsx-no-constructed-context-values -- each control shows a part of it, which is new
        value={{
          context,
          complaints: shown,
          isReadOnly,
          change,
          markBroken: (pointer, isBroken) => setBroken(marked(broken, pointer, isBroken)),
        }}
      >
        {fields ? (
          <div className="details-fields" key={round}>
            {fields.map((field) => (
              <FieldControl key={field.pointer} field={field} />
            ))}
          </div>
        ) : (
          <JsonControl key={round} pointer="" label="Properties as JSON" help={noSchema} rows={14} />
        )}
      </FormContext.Provider>
      {!isReadOnly && (
        <div className="details-form-foot">
          <span role="status">{said(editing, broken, complaints)}</span>
          <Button disabled={!editing || isSaving} onClick={forget}>
            Reset
          </Button>
          <Button kind="primary" type="submit" disabled={!editing || isSaving || broken.size > 0}>
            {isSaving ? 'Saving…' : 'Save as draft'}
          </Button>
        </div>
      )}
    </form>
  );
}

const noSchema =
  'The type of this artifact says nothing about its properties, so they are edited as they are.';

function said(editing: Editing | undefined, broken: ReadonlySet<string>, complaints: Complaints): string {
  if (broken.size > 0) return 'Some of it is no valid JSON.';
  if (complaints.size > 0) return `${complaints.size} to correct before it can be committed.`;
  return editing ? 'Not saved yet.' : '';
}

function marked(before: ReadonlySet<string>, pointer: string, isBroken: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isBroken) next.add(pointer);
  else next.delete(pointer);
  return next;
}

/** While somebody types, only what was wrong before they began, and still is, or what they made wrong. */
function touched(complaints: Complaints, hostSays: Complaints): Complaints {
  return new Map(
    [...complaints].filter(([pointer, text]) => hostSays.has(pointer) || !text.endsWith('is needed.')),
  );
}

/** What the host would refuse a commit for, by path. */
function useHostProblems(artifact: Artifact): Complaints {
  const host = useHost();
  const [found, setFound] = useState<{ readonly revision: number; readonly complaints: Complaints }>();
  const { id, revision, state } = artifact;
  useEffect(() => {
    let isWanted = true;
    if (state !== 'draft') return;
    host.ask('x-loggia/previewCommit', { artifacts: [id] }).then(
      ({ problems }) =>
        isWanted &&
        setFound({
          revision,
          complaints: new Map(problems.map(({ path = '', message }) => [path, message] as const)),
        }),
      // It says so itself when it is asked to commit.
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [host, id, revision, state]);
  return found?.revision === revision && state === 'draft' ? found.complaints : nothing;
}

const nothing: Complaints = new Map();

interface Form {
  readonly context: Context;
  readonly complaints: Complaints;
  readonly isReadOnly: boolean;
  change(context: unknown): void;
  markBroken(pointer: string, isBroken: boolean): void;
}

const FormContext = createContext<Form | undefined>(undefined);

function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('There is no form around this control.');
  return form;
}

function FieldControl({ field }: { readonly field: FormField }): ReactNode {
  switch (field.kind) {
    case 'group':
      return <Group field={field} />;
    case 'list':
      return <List field={field} />;
    case 'json':
      return <JsonControl pointer={field.pointer} label={labelOf(field)} help={field.help} rows={4} />;
    case 'value':
      return <ValueControl field={field} />;
  }
}

function labelOf({ label, isRequired }: FormField): string {
  return isRequired ? label : `${label} (optional)`;
}

function Group({ field }: { readonly field: FormField & { kind: 'group' } }) {
  const { complaints } = useForm();
  return (
    <fieldset className="details-group">
      <legend>{field.label}</legend>
      {field.help !== undefined && <p className="field-help">{field.help}</p>}
      <Complaint text={complaints.get(field.pointer)} />
      {field.fields.map((inner) => (
        <FieldControl key={inner.pointer} field={inner} />
      ))}
    </fieldset>
  );
}

function Complaint({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <div className="field-error" role="alert">
      {text}
    </div>
  );
}

function List({ field }: { readonly field: FormField & { kind: 'list' } }) {
  const { context, complaints, isReadOnly, change } = useForm();
  const { pointer, items, fresh } = field;
  const present = valueAt(context, pointer);
  const list: readonly unknown[] = Array.isArray(present) ? present : [];
  // Items have no names of their own: when one goes, the controls of all are made anew.
  const [round, setRound] = useState(0);
  const remove = (index: number): void => {
    setRound(round + 1);
    change(withValueAt(context, pointer, list.toSpliced(index, 1)));
  };
  return (
    <fieldset className="details-group">
      <legend>{field.label}</legend>
      {field.help !== undefined && <p className="field-help">{field.help}</p>}
      <Complaint text={complaints.get(pointer)} />
      {items.map((item, index) => (
        <div key={`${round} ${item.pointer}`} className="details-item">
          <div>
            <FieldControl field={item} />
          </div>
          {!isReadOnly && (
            <IconButton
              size="small"
              label={`Remove ${field.label} ${index + 1}`}
              icon={<Trash2 />}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {items.length === 0 && <p className="field-help">There are none.</p>}
      {!isReadOnly && (
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => change(withValueAt(context, pointer, [...list, fresh]))}
        >
          Add
        </Button>
      )}
    </fieldset>
  );
}

function ValueControl({ field }: { readonly field: FormField & { kind: 'value' } }) {
  const { context, complaints, isReadOnly, change } = useForm();
  const { pointer, widget, options, help } = field;
  const value = valueAt(context, pointer);
  const set = (next: unknown): void => change(withValueAt(context, pointer, next));
  const error = complaints.get(pointer);
  if (widget === 'checkbox') {
    return (
      <CheckControl
        label={field.label}
        help={help}
        error={error}
        isOn={value === true}
        isReadOnly={isReadOnly}
        set={set}
      />
    );
  }
  return (
    <Field label={labelOf(field)} error={error} {...(help !== undefined && { help })}>
      {(wiring) => {
        const common = { ...wiring, className: 'input', disabled: isReadOnly };
        switch (widget) {
          case 'select':
            return (
              <select
                {...common}
                value={options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value))}
                onChange={(event) => set(options[Number(event.target.value)]?.value)}
              >
                <option value={-1}>—</option>
                {options.map((option, index) => (
                  <option key={JSON.stringify(option.value)} value={index}>
                    {option.label}
                  </option>
                ))}
              </select>
            );
          case 'textarea':
            return (
              <textarea
                {...common}
                rows={5}
                value={textOf(value)}
                onChange={(event) => set(event.target.value)}
              />
            );
          case 'number':
            return <NumberInput {...common} value={value} set={set} />;
          case 'color':
            return (
              <span className="details-color">
                <input
                  {...common}
                  className=""
                  type="color"
                  value={/^#[0-9a-f]{6}$/i.test(textOf(value)) ? textOf(value) : '#888888'}
                  onChange={(event) => set(event.target.value)}
                />
                <input
                  className="input"
                  aria-label={`${field.label}, as text`}
                  disabled={isReadOnly}
                  value={textOf(value)}
                  onChange={(event) => set(emptyAsNothing(event.target.value, field))}
                />
              </span>
            );
          default:
            return (
              <input
                {...common}
                type={widget === 'date' ? 'date' : 'text'}
                value={textOf(value)}
                onChange={(event) => set(emptyAsNothing(event.target.value, field))}
              />
            );
        }
      }}
    </Field>
  );
}

/** What need not be there goes when it is emptied; what must be is an empty text, about which the form complains. */
function emptyAsNothing(text: string, { isRequired }: FormField): string | undefined {
  return text === '' && !isRequired ? undefined : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function CheckControl({
  label,
  help,
  error,
  isOn,
  isReadOnly,
  set,
}: {
  readonly label: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
  readonly isOn: boolean;
  readonly isReadOnly: boolean;
  set(next: boolean): void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="details-check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isReadOnly}
          aria-describedby={help === undefined ? undefined : id}
          onChange={(event) => set(event.target.checked)}
        />
        {label}
      </label>
      {help !== undefined && (
        <div className="field-help" id={id}>
          {help}
        </div>
      )}
      <Complaint text={error} />
    </div>
  );
}

/** Keeps what is typed: "1." on the way to "1.5" is no number yet. */
function NumberInput({
  value,
  set,
  ...rest
}: { readonly value: unknown; set(next: unknown): void } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value'
>) {
  const [text, setText] = useState(textOf(value));
  const shown = Number(text) === value || (text !== '' && text === value) ? text : textOf(value);
  return (
    <input
      {...rest}
      inputMode="decimal"
      value={shown}
      onChange={(event) => {
        const typed = event.target.value;
        setText(typed);
        const number = Number(typed);
        set(typed.trim() === '' ? undefined : Number.isFinite(number) ? number : typed);
      }}
    />
  );
}

function JsonControl({
  pointer,
  label,
  help,
  rows,
}: {
  readonly pointer: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly rows: number;
}) {
  const { context, complaints, isReadOnly, change, markBroken } = useForm();
  const value = pointer === '' ? context : valueAt(context, pointer);
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<{ readonly text: string; readonly problem?: string }>();
  const type = (text: string): void => {
    try {
      const next: unknown = text.trim() === '' ? undefined : JSON.parse(text);
      if (pointer === '' && !isObject(next)) throw new Error('It must be an object, in braces.');
      setTyped({ text });
      markBroken(pointer, false);
      change(pointer === '' ? next : withValueAt(context, pointer, next));
    } catch (error) {
      setTyped({ text, problem: asError(error).message });
      markBroken(pointer, true);
    }
  };
  return (
    <Field
      label={label}
      error={typed?.problem ?? complaints.get(pointer)}
      {...(help !== undefined && { help })}
    >
      {(wiring) => (
        <textarea
          {...wiring}
          className="input details-json"
          rows={rows}
          spellCheck={false}
          readOnly={isReadOnly}
          value={typed?.text ?? written}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
  );
}
