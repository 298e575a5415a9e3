import { lazy, Suspense, useState } from 'react';
import type { NamingDialogProps } from './shown-naming-dialog.tsx';

// Loaded when it first opens, because most visits name nothing.
const Shown = lazy(async () => ({ default: (await import('./shown-naming-dialog.tsx')).ShownNamingDialog }));

/** Names something. Stays mounted once it was open, so that it can close with its animation. */
export function NamingDialog(props: NamingDialogProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  ) : null;
}
