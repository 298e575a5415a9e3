import type { Artifact } from '@loggia/protocol';

/** What every renderer is given. It is told of changes by a newer `artifact`, and keeps its place on screen. */
export interface RendererProps {
  readonly artifact: Artifact;
  /** An old version, which never changes; undefined for the artifact as it stands. */
  readonly version: number | undefined;
  /** Whether its type lets people edit it here, and its state too. */
  readonly mayEdit: boolean;
}
