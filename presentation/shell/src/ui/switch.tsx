import { Switch as Base } from '@base-ui/react/switch';

/** On or off, at once. */
export function Switch({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <Base.Root
      className="switch"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
    >
      <Base.Thumb className="switch-thumb" />
    </Base.Root>
  );
}
