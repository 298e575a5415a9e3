import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from './button.tsx';

/** Nothing is here, and this is what to do about it. */
export function Empty({
  icon,
  title,
  children,
  actions,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="empty">
      {icon}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="empty-actions">{actions}</div>}
    </div>
  );
}

const signs = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const;

export function Note({
  tone,
  children,
  actions,
}: {
  readonly tone: keyof typeof signs;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  const Sign = signs[tone];
  return (
    <div className="note" data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      <Sign aria-hidden />
      <div className="note-body">
        <div>{children}</div>
        {actions}
      </div>
    </div>
  );
}

/** Something could not be loaded: what happened, and another try. */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  return (
    <Note
      tone="danger"
      actions={
        retry && (
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {error.message}
    </Note>
  );
}

/** Where something will be, of the size that it will have. */
export function Skeleton({ style }: { readonly style?: CSSProperties }) {
  return <div className="skeleton" style={style} aria-hidden />;
}

export function Spinner({ label = 'Loading' }: { readonly label?: string }) {
  return <span className="spinner" role="status" aria-label={label} />;
}

export function Progress({
  value,
  most,
  label,
}: {
  readonly value: number;
  readonly most: number;
  readonly label: string;
}) {
  const percent = most > 0 ? Math.min(100, (value / most) * 100) : 0;
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}

export function Badge({
  tone,
  color,
  children,
  title,
}: {
  readonly tone?: 'info' | 'success' | 'warning' | 'danger' | 'accent' | undefined;
  /** As CSS takes it; in place of the tone. */
  readonly color?: string | undefined;
  readonly children: ReactNode;
  readonly title?: string;
}) {
  return (
    <span
      className="badge"
      data-tone={color === undefined ? tone : 'own'}
      title={title}
      style={color === undefined ? {} : { ['--badge-color' as string]: color }}
    >
      {children}
    </span>
  );
}
