import { Cell, type Readable } from '@loggia/client';
import type { ArtifactSummary } from '@loggia/protocol';

/** Artifacts that somebody wants in another workspace, until they have said in which. */
export interface Relocation {
  readonly how: 'move' | 'copy';
  readonly artifacts: readonly Pick<ArtifactSummary, 'id' | 'title' | 'workspace'>[];
}

const asked = new Cell<Relocation | undefined>(undefined);

export const relocating: Readable<Relocation | undefined> = asked;

export function askForWorkspace(relocation: Relocation): void {
  asked.set(relocation);
}

export function stopRelocating(): void {
  asked.set(undefined);
}
