import './schema-fields.css';
import { Plus, Trash2 } from 'lucide-react';
import { createContext, useContext, useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { asError } from '../host/as-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { Complaints } from './check-form.ts';
import { valueAt, withValueAt } from './pointer.ts';
import { isObject, type FormField } from './schema-form.ts';

/** The value that a form edits, and its change handler. */
export interface FormBinding {
  readonly value: unknown;
  readonly complaints: Complaints;
  readonly isReadOnly: boolean;
  change(value: unknown): void;
  /** While the JSON of a field can't be read, the value keeps what was there before. */
  setJsonState(pointer: string, state: 'valid' | 'broken'): void;
}

/** A control for each field. Give it another key to forget what was typed and could not be read. */
export function SchemaFields({ fields, ...form }: FormBinding & { readonly fields: readonly FormField[] }) {
  return (
    <FormContext value={form}>
      <div className="schema-fields">
        {fields.map((field) => (
          <FieldControl key={field.pointer} field={field} />
        ))}
      </div>
    </FormContext>
  );
}

/** A value that no schema describes, as JSON. */
export function JsonFields({
  label,
  help,
  ...form
}: FormBinding & { readonly label: string; readonly help: string }) {
  return (
    <FormContext value={form}>
      <JsonControl pointer="" label={label} help={help} rows={14} />
    </FormContext>
  );
}

const FormContext = createContext<FormBinding | undefined>(undefined);

function useForm(): FormBinding {
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
    <fieldset className="schema-group">
      <legend>{field.label}</legend>
      {field.help !== undefined && <p className="field-help">{field.help}</p>}
      <Problem text={complaints.get(field.pointer)?.text} />
      {field.fields.map((inner) => (
        <FieldControl key={inner.pointer} field={inner} />
      ))}
    </fieldset>
  );
}

function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <div className="field-error" role="alert">
      {text}
    </div>
  );
}

function List({ field }: { readonly field: FormField & { kind: 'list' } }) {
  const { value: root, complaints, isReadOnly, change } = useForm();
  const { pointer, items, fresh } = field;
  const present = valueAt(root, pointer);
  const list: readonly unknown[] = Array.isArray(present) ? present : [];
  // Items are known by their place only: when one is removed, the controls of all are remounted.
  const [round, setRound] = useState(0);
  const remove = (index: number): void => {
    setRound(round + 1);
    change(withValueAt(root, pointer, list.toSpliced(index, 1)));
  };
  return (
    <fieldset className="schema-group">
      <legend>{field.label}</legend>
      {field.help !== undefined && <p className="field-help">{field.help}</p>}
      <Problem text={complaints.get(pointer)?.text} />
      {items.map((item, index) => (
        <div key={`${round} ${item.pointer}`} className="schema-item">
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
      {items.length === 0 && <p className="field-help">None yet.</p>}
      {!isReadOnly && (
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => change(withValueAt(root, pointer, [...list, fresh]))}
        >
          Add
        </Button>
      )}
    </fieldset>
  );
}

function ValueControl({ field }: { readonly field: FormField & { kind: 'value' } }) {
  const { value: root, complaints, isReadOnly, change } = useForm();
  const { pointer, widget, options, help } = field;
  const value = valueAt(root, pointer);
  const set = (next: unknown): void => change(withValueAt(root, pointer, next));
  const error = complaints.get(pointer)?.text;
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
                onChange={(event) => set(emptyAsNothing(event.target.value, field))}
              />
            );
          case 'number':
            return <NumberInput {...common} value={value} set={set} />;
          case 'color':
            return (
              <span className="schema-color">
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

/** An optional value disappears when it is emptied; a required one becomes an empty text, which the form may complain about. */
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
      <label className="check-label">
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
      <Problem text={error} />
    </div>
  );
}

/** Keeps what is typed: "1." on the way to "1.5" isn't a number yet. */
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
  const { value: root, complaints, isReadOnly, change, setJsonState } = useForm();
  const value = pointer === '' ? root : valueAt(root, pointer);
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<{ readonly text: string; readonly problem?: string }>();
  const type = (text: string): void => {
    try {
      const next: unknown = text.trim() === '' ? undefined : JSON.parse(text);
      if (pointer === '' && !isObject(next)) throw new Error('Enter a JSON object in braces.');
      setTyped({ text });
      setJsonState(pointer, 'valid');
      change(pointer === '' ? next : withValueAt(root, pointer, next));
    } catch (error) {
      setTyped({ text, problem: asError(error).message });
      setJsonState(pointer, 'broken');
    }
  };
  return (
    <Field
      label={label}
      error={typed?.problem ?? complaints.get(pointer)?.text}
      {...(help !== undefined && { help })}
    >
      {(wiring) => (
        <textarea
          {...wiring}
          className="input schema-json"
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
