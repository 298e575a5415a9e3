import type { ExtensionResult } from '@loggia/client';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/states.tsx';
import { useViews } from './wanted.ts';

// The code for Views is loaded with the first View.
const ShownArtifact = lazy(async () => ({ default: (await import('./shown-artifact.tsx')).ShownArtifact }));

export type OpenedArtifact = ExtensionResult<'x-loggia/openArtifact'>['opened'];
export type OpenedView = Extract<OpenedArtifact, { kind: 'view' }>;

/** The View that an artifact was opened in. It fills its slot. */
export function ArtifactView(props: {
  readonly workspace: string;
  readonly opened: OpenedView;
  /** Opens the artifact again because the View can't continue, for example after its server restarted. */
  readonly reopen: () => void;
}) {
  useViews();
  return (
    <Suspense fallback={<Skeleton style={{ height: '100%' }} />}>
      <ShownArtifact {...props} />
    </Suspense>
  );
}
