import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/states.tsx';
import type { GrantPanelProps } from './grant-panel.tsx';

// Signing in takes a library that most pages never need. It is there before anybody can click.
const GrantPanel = lazy(async () => ({ default: (await import('./grant-panel.tsx')).GrantPanel }));

/** Signs in for a waiting tool call or server. The call continues by itself afterwards. */
export function GrantButton(props: GrantPanelProps) {
  return (
    <Suspense fallback={<Skeleton style={{ height: 136 }} />}>
      <GrantPanel {...props} />
    </Suspense>
  );
}
