import type { ReactNode } from 'react';

/** One of a few, all in sight. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: ReactNode;
    readonly iconOnly?: boolean;
  }[];
  onChange(value: Value): void;
}) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          {...(option.iconOnly === true && { 'aria-label': option.label, title: option.label })}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.iconOnly !== true && option.label}
        </button>
      ))}
    </div>
  );
}
