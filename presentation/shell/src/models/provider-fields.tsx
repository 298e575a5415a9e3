import type { ModelProviderReport } from '@loggia/protocol';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/states.tsx';
import { isOverheard, needsKeyAgain, type ProviderForm } from './provider-form.ts';

interface Fields {
  readonly form: ProviderForm;
  readonly edited: ModelProviderReport | undefined;
  change(part: Partial<ProviderForm>): void;
}

/** The key is never shown again, so the field is empty also where one is stored. */
export function KeyField({
  form,
  edited,
  change,
  keyPage,
  isOptional,
  onEntered,
}: Fields & { readonly keyPage: string | undefined; readonly isOptional: boolean; onEntered(): void }) {
  const again = needsKeyAgain(form, edited);
  return (
    <>
      <Field
        label={isOptional ? 'Key (if it needs one)' : 'Key'}
        error={again ? 'The address has changed. Enter the key again.' : undefined}
        help={
          <>
            It is encrypted on the host and never shown again.{' '}
            {keyPage !== undefined && (
              <a href={keyPage} target="_blank" rel="noreferrer">
                Get a key
              </a>
            )}
          </>
        }
      >
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={8192}
            placeholder={edited?.hasKey === true && !again ? 'Stored. Enter another one to replace it.' : ''}
            value={form.key}
            onChange={({ target: { value } }) => change({ key: value })}
            onBlur={onEntered}
          />
        )}
      </Field>
      {isOverheard(form) && (
        <Note tone="warning">
          This address isn’t encrypted. Others in the network could read the key; use https:// where you can.
        </Note>
      )}
    </>
  );
}

export function AddressField({ form, change, onEntered }: Fields & { onEntered(): void }) {
  return (
    <Field label="Address" help="Where requests go. Most end in /v1.">
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          type="url"
          spellCheck={false}
          maxLength={2000}
          placeholder="http://127.0.0.1:8000/v1"
          value={form.baseURL}
          onChange={({ target: { value } }) => change({ baseURL: value })}
          onBlur={onEntered}
        />
      )}
    </Field>
  );
}

export function NameAndHeaders({ form, change }: Fields) {
  return (
    <>
      <Field label="Name" help="Shown wherever you choose a model.">
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
      <Field label="Headers" help="One Name: value per line. Values are encrypted like the key.">
        {(wiring) => (
          <textarea
            {...wiring}
            className="input model-headers"
            rows={2}
            spellCheck={false}
            value={form.headers}
            onChange={({ target: { value } }) => change({ headers: value })}
          />
        )}
      </Field>
    </>
  );
}
