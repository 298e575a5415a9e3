import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'small';
  readonly icon?: ReactNode;
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'secondary',
  size,
  icon,
  pressed,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className === undefined ? 'button' : `button ${className}`}
      data-kind={kind}
      data-size={size}
      data-icon-only={children === undefined}
      data-pressed={pressed}
      aria-pressed={pressed}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button that only shows a picture; its label is read out and shown on hovering. */
export function IconButton({
  label,
  icon,
  kind = 'quiet',
  ...rest
}: Omit<ButtonProps, 'children' | 'icon'> & { readonly label: string; readonly icon: ReactNode }) {
  return (
    <Tooltip label={label}>
      <Button {...rest} kind={kind} icon={icon} aria-label={label} />
    </Tooltip>
  );
}
