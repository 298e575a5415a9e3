import type { ReactNode } from 'react';

/** One setting: its description on the left, the control on the right. */
export function Setting({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="setting">
      <div>
        <div className="setting-title">{title}</div>
        {help !== undefined && <p className="setting-help">{help}</p>}
      </div>
      <div className="setting-control">{children}</div>
    </div>
  );
}
