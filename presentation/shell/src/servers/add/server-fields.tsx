import { useId, type ComponentProps, type ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';
import type { TypedServer } from './typed-settings.ts';

export interface Fields {
  readonly typed: TypedServer;
  /** The stored values that the server has already, above the field for new ones. */
  readonly stored?: ReactNode;
  change(part: Partial<TypedServer>): void;
}

export function CommandFields(fields: Fields) {
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
      <details className="add-more" open={fields.stored !== undefined}>
        <summary>More options</summary>
        {fields.stored}
        <LinesOf
          {...fields}
          part="env"
          label="Environment"
          help="One NAME=value per line. The rest of the host’s environment is not passed on."
        />
        <TextOf {...fields} part="cwd" label="Working directory" />
        <TreatmentFields {...fields} />
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

export function UrlFields(fields: Fields) {
  return (
    <>
      <TextOf
        {...fields}
        part="url"
        label="Address"
        help="If it asks you to sign in, a button appears on its page."
        type="url"
        placeholder="https://tickets.example/mcp"
        autoFocus
      />
      <details className="add-more" open={fields.stored !== undefined}>
        <summary>More options</summary>
        {fields.stored}
        <LinesOf {...fields} part="headers" label="Headers" help="One Name: value per line." />
        <TextOf
          {...fields}
          part="clientId"
          label="OAuth client id"
          help="Only if the authorization server requires manual client registration."
        />
        <TextOf {...fields} part="clientSecret" label="OAuth client secret" type="password" />
        <CheckOf {...fields} part="isSse" label="Use the legacy HTTP+SSE transport" />
        <TreatmentFields {...fields} />
      </details>
    </>
  );
}

/** How the host treats a server, however it is reached. */
function TreatmentFields(fields: Fields) {
  const { typed, change } = fields;
  return (
    <>
      <Field
        label="Session’s folder (roots)"
        help="By default, the host tells the server the folder, unless the command names folders for it."
      >
        {(wiring) => (
          <select
            {...wiring}
            className="input"
            value={typed.roots}
            onChange={(event) => change({ roots: event.target.value as TypedServer['roots'] })}
          >
            <option value="">Default</option>
            <option value="session">Tell the server</option>
            <option value="none">Don’t tell the server</option>
          </select>
        )}
      </Field>
      <TextOf
        {...fields}
        part="startWithin"
        label="Start timeout"
        help="In seconds. Time spent on installing doesn’t count."
        placeholder="30"
        inputMode="numeric"
      />
      <TextOf
        {...fields}
        part="callWithin"
        label="Call timeout"
        help="In seconds. Progress extends a call."
        placeholder="300"
        inputMode="numeric"
      />
      <CheckOf {...fields} part="isOwn" label="Use a separate connection for each session" />
    </>
  );
}

type Written =
  | 'startWithin'
  | 'callWithin'
  | 'command'
  | 'cwd'
  | 'url'
  | 'clientId'
  | 'clientSecret'
  | 'env'
  | 'headers'
  | 'reads'
  | 'writes';

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
  stored: _stored,
  ...input
}: WrittenField & Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'autoFocus' | 'inputMode'>) {
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
