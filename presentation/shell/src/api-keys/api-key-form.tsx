import { useState, type RefObject } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { Created } from './api-key-dialog.tsx';
import { lifetimeOf, lifetimes, scopes, type Scope } from './api-key-words.ts';

export function ApiKeyForm({
  first,
  onCancel,
  onCreated,
}: {
  readonly first: RefObject<HTMLInputElement | null>;
  onCancel(): void;
  onCreated(created: Created): void;
}) {
  const host = useHost();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [days, setDays] = useState('90');
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const create = (): void => {
    setBusy(true);
    setError(undefined);
    host
      .ask('x-loggia/createApiKey', { name: name.trim(), scope, ...lifetimeOf(days) })
      .then(onCreated, (problem: unknown) => setError(asError(problem)))
      .finally(() => setBusy(false));
  };
  return (
    <form
      className="api-key-form"
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
    >
      <Field label="Name" help="The program that is to use it, such as “ci”." error={error?.message}>
        {(wiring) => (
          <input
            {...wiring}
            ref={first}
            className="input"
            required
            maxLength={40}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label="Scope" help={scopes.find((one) => one.scope === scope)?.says}>
        {(wiring) => (
          <select
            {...wiring}
            className="input"
            value={scope}
            onChange={({ target }) => setScope(target.value as Scope)}
          >
            {scopes.map((one) => (
              <option key={one.scope} value={one.scope}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Expires" help={days === 'never' ? 'It works until you revoke it.' : undefined}>
        {(wiring) => (
          <select {...wiring} className="input" value={days} onChange={({ target }) => setDays(target.value)}>
            {lifetimes.map((one) => (
              <option key={one.days} value={one.days}>
                {one.days === 'never' ? one.label : `After ${one.label.toLowerCase()}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="api-key-foot">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={name.trim() === '' || isBusy}>
          Create key
        </Button>
      </div>
    </form>
  );
}
