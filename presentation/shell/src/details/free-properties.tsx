import { Plus, Trash2 } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { keysIn, pointerTo, withValueAt } from '../forms/pointer.ts';
import { JsonFields, SchemaFields, type FormBinding } from '../forms/schema-fields.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { freeFields, freeRows, problemOfName, withNewRows, type FreeRow } from './free-form.ts';

const asJson = 'A JSON object. Lists and values within values can only be written here.';

/** Properties that the artifact's type doesn't describe: by name, each with a control, or all of them as JSON. */
export function FreeProperties(form: FormBinding) {
  const { value, isReadOnly, change } = form;
  const [kept, setKept] = useState(() => freeRows(value));
  const [isJson, setJson] = useState(false);
  const rows = withNewRows(kept, value);
  const remove = (key: string): void => {
    setKept(rows.filter((row) => row.key !== key));
    change(withValueAt(value, pointerTo('', key), undefined));
  };
  const swap = (): void => {
    // Text that can't be read as JSON is given up.
    form.setJsonState('', 'valid');
    setKept(freeRows(value));
    setJson(!isJson);
  };
  return (
    <div className="schema-fields">
      {isJson ? (
        <JsonFields label="Properties as JSON" help={asJson} {...form} />
      ) : (
        <>
          {rows.length === 0 && (
            <p className="field-help">
              No properties yet. Add facts about this artifact under names of your own.
            </p>
          )}
          {freeFields(rows, value).map((field) => (
            <div key={field.pointer} className="schema-item">
              <SchemaFields fields={[field]} {...form} />
              {!isReadOnly && (
                <IconButton
                  size="small"
                  label={`Remove ${field.label}`}
                  icon={<Trash2 />}
                  onClick={() => remove(keysIn(field.pointer)[0] ?? '')}
                />
              )}
            </div>
          ))}
          {!isReadOnly && (
            <NewProperty
              rows={rows}
              onAdd={(key, text) => change(withValueAt(value, pointerTo('', key), text))}
            />
          )}
        </>
      )}
      <Button kind="quiet" size="small" className="schema-swap" onClick={swap}>
        {isJson ? 'Edit as a list' : 'Edit as JSON'}
      </Button>
    </div>
  );
}

function NewProperty({
  rows,
  onAdd,
}: {
  readonly rows: readonly FreeRow[];
  onAdd(key: string, text: string): void;
}) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const problem = problemOfName(name, rows);
  const add = (): void => {
    setTried(problem !== undefined);
    if (problem !== undefined) return;
    onAdd(name.trim(), text);
    setName('');
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The form around it would be saved.
    event.preventDefault();
    add();
  };
  return (
    <div className="schema-new">
      <Field label="New property" error={hasTried ? problem : undefined}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            placeholder="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      <Field label="Value">
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      <Button icon={<Plus />} onClick={add}>
        Add
      </Button>
    </div>
  );
}
