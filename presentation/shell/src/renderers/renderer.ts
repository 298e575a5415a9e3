import type { Artifact } from '@loggia/protocol';

/** The props of every renderer. Changes arrive as a newer `artifact`; the renderer keeps its place on screen. */
export interface RendererProps {
  readonly artifact: Artifact;
  /** An old version, which never changes; undefined for the artifact as it stands. */
  readonly version: number | undefined;
  /** Whether its type lets people edit it here, and its state too. */
  readonly mayEdit: boolean;
}
