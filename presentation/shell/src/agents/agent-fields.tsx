import type { AgentCatalogEntry } from '@loggia/protocol';
import { StoredValues } from '../servers/edit/stored-values.tsx';
import { visibly } from '../ui/foreign-words.ts';
import { Field } from '../ui/field.tsx';
import type { AgentForm } from './agent-form.ts';

interface Fields {
  readonly form: AgentForm;
  change(part: Partial<AgentForm>): void;
}

export function NameField({ form, change }: Fields) {
  return (
    <Field label="Name" help="Shown wherever you choose an agent.">
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          value={form.name}
          maxLength={100}
          onChange={({ target: { value } }) => change({ name: value })}
        />
      )}
    </Field>
  );
}

export function CommandField({ form, change }: Fields) {
  return (
    <Field
      label="Command"
      help="A program on the PATH of the host, or its absolute path, and its arguments. Put quotes around an argument with spaces."
    >
      {(wiring) => (
        <input
          {...wiring}
          className="input agent-code"
          value={form.line}
          spellCheck={false}
          autoComplete="off"
          placeholder="opencode acp"
          onChange={({ target: { value } }) => change({ line: value })}
        />
      )}
    </Field>
  );
}

/** The variables that the catalog knows of. None of them is required: many agents have a sign-in of their own. */
export function KeyFields({ form, change, keys }: Fields & Pick<AgentCatalogEntry, 'keys'>) {
  return keys.map(({ name, description }) => (
    <Field
      key={name}
      label={`${name} (optional)`}
      help={`${description === undefined ? '' : `${visibly(description)}. `}It is encrypted on the host and never shown again.`}
    >
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={65_536}
          value={form.keys[name] ?? ''}
          onChange={({ target: { value } }) => change({ keys: { ...form.keys, [name]: value } })}
        />
      )}
    </Field>
  ));
}

export function MoreFields({ form, change, isOpen }: Fields & { readonly isOpen: boolean }) {
  return (
    <details className="agent-more" open={isOpen || undefined}>
      <summary>Variables, folder and sign-in method</summary>
      <div className="agent-form">
        <StoredValues
          label="Stored variables"
          fates={form.stored}
          change={(name, fate) => change({ stored: { ...form.stored, [name]: fate } })}
        />
        <Field
          label="Variables"
          help="One NAME=value per line. Values are encrypted on the host and never shown again."
        >
          {(wiring) => (
            <textarea
              {...wiring}
              className="input agent-code"
              rows={2}
              spellCheck={false}
              autoComplete="off"
              value={form.variables}
              onChange={({ target: { value } }) => change({ variables: value })}
            />
          )}
        </Field>
        <Field
          label="Folder"
          help="Where the program starts, as an absolute path. If empty, it starts in the folder of the session."
        >
          {(wiring) => (
            <input
              {...wiring}
              className="input agent-code"
              spellCheck={false}
              value={form.folder}
              onChange={({ target: { value } }) => change({ folder: value })}
            />
          )}
        </Field>
        <Field
          label="Sign-in method"
          help="The id of the method that the agent wants each time it starts, such as gemini-api-key. Most agents want none."
        >
          {(wiring) => (
            <input
              {...wiring}
              className="input agent-code"
              spellCheck={false}
              maxLength={200}
              value={form.authMethod}
              onChange={({ target: { value } }) => change({ authMethod: value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
