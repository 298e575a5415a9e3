import { useId, type RefObject } from 'react';
import { Field } from '../ui/field.tsx';

export interface NamedValue {
  readonly name: string;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  readonly isRequired?: boolean | undefined;
}

export type Values = Readonly<Record<string, string>>;

/** One text field for each name. */
export function NamedValues({
  names,
  values,
  first,
  suggested,
  change,
  onFocus,
}: {
  readonly names: readonly NamedValue[];
  readonly values: Values;
  /** The first field. */
  readonly first?: RefObject<HTMLInputElement | null> | undefined;
  /** Suggested values for one of the fields. */
  readonly suggested?: { readonly name: string; readonly values: readonly string[] } | undefined;
  change(values: Values): void;
  onFocus?(name: string): void;
}) {
  const list = useId();
  return names.map(({ name, label = name, help, isRequired }, index) => (
    <Field key={name} label={isRequired === false ? `${label} (optional)` : label} help={help}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            {...(index === 0 && first && { ref: first })}
            className="input"
            autoComplete="off"
            list={`${list}-${index}`}
            required={isRequired !== false}
            value={values[name] ?? ''}
            onFocus={() => onFocus?.(name)}
            onChange={(event) => change({ ...values, [name]: event.target.value })}
          />
          <datalist id={`${list}-${index}`}>
            {suggested?.name === name &&
              suggested.values.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
          </datalist>
        </>
      )}
    </Field>
  ));
}
