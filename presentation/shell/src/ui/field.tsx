import { useId, type ReactNode } from 'react';

interface Wiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** A label, a control, and its hint; the control gets the ids that connect them. */
export function Field({
  label,
  help,
  error,
  children,
}: {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  children(wiring: Wiring): ReactNode;
}) {
  const id = useId();
  const said = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': said.length === 0 ? undefined : said.join(' '),
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {help !== undefined && (
        <div className="field-help" id={`${id}-help`}>
          {help}
        </div>
      )}
      {error !== undefined && (
        <div className="field-error" id={`${id}-error`} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
