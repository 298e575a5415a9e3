import type { ReactNode } from 'react';
import { useRoving } from '../../ui/roving.ts';

/** The toolbar of a message or an answer. Roving focus makes it one Tab stop, whatever the number of buttons. */
export function TurnTools({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const roving = useRoving();
  return (
    <div {...roving} className="turn-tools" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
