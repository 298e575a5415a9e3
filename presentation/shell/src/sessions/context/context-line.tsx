import type { ReactNode } from 'react';

export function ContextLine({
  name,
  tokens,
  children,
}: {
  readonly name: ReactNode;
  readonly tokens?: number | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <span className="context-line">
      <span>{name}</span>
      <span className="context-actions">{children}</span>
      {tokens !== undefined && <span className="context-tokens">{tokens.toLocaleString()}</span>}
    </span>
  );
}
