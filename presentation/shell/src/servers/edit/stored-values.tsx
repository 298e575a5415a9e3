import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Fate, Fates } from './edited-server.ts';

/** Values that the host has and keeps to itself: each stays, is replaced, or is removed. */
export function StoredValues({
  label,
  fates,
  change,
}: {
  readonly label: string;
  readonly fates: Fates;
  change(name: string, fate: Fate): void;
}) {
  const id = useId();
  const entries = Object.entries(fates);
  if (entries.length === 0) return null;
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {label}
      </span>
      <ul className="stored-values">
        {entries.map(([name, fate]) => (
          <li key={name}>
            <StoredValue name={name} fate={fate} change={(next) => change(name, next)} />
          </li>
        ))}
      </ul>
      <div className="field-help">The host never shows these values again.</div>
    </div>
  );
}

function StoredValue({
  name,
  fate,
  change,
}: {
  readonly name: string;
  readonly fate: Fate;
  change(fate: Fate): void;
}) {
  const undo = (
    <Button
      size="small"
      kind="quiet"
      icon={<Undo2 />}
      aria-label={`Keep the stored value of ${name}`}
      onClick={() => change('keep')}
    >
      Undo
    </Button>
  );
  return (
    <>
      <code data-removed={fate === 'remove'}>{name}</code>
      {fate === 'keep' && (
        <>
          <span className="stored-state">Set</span>
          <Button
            size="small"
            aria-label={`Replace the value of ${name}`}
            onClick={() => change({ value: '' })}
          >
            Replace
          </Button>
          <Button size="small" kind="quiet" aria-label={`Remove ${name}`} onClick={() => change('remove')}>
            Remove
          </Button>
        </>
      )}
      {fate === 'remove' && (
        <>
          <span className="stored-state">Removed when you save</span>
          {undo}
        </>
      )}
      {typeof fate === 'object' && (
        <>
          <input
            className="input add-code"
            type="password"
            autoComplete="off"
            autoFocus
            aria-label={`New value of ${name}`}
            value={fate.value}
            onChange={(event) => change({ value: event.target.value })}
          />
          {undo}
        </>
      )}
    </>
  );
}
