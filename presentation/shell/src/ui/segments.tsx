import type { ReactNode } from 'react';
import { useRoving } from './roving.ts';

/** One of a few, all in sight, and one stop for the keyboard. */
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
  const roving = useRoving();
  return (
    <div {...roving} className="segments" role="toolbar" aria-label={label}>
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
