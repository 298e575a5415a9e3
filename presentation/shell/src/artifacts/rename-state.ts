import { Cell, type Readable } from '@loggia/client';
import type { ArtifactSummary } from '@loggia/protocol';

type Renamed = Pick<ArtifactSummary, 'id' | 'title' | 'revision'>;

const asked = new Cell<Renamed | undefined>(undefined);

/** The artifact that somebody is renaming. */
export const renaming: Readable<Renamed | undefined> = asked;

export function askForTitle(artifact: Renamed): void {
  asked.set(artifact);
}

export function stopRenaming(): void {
  asked.set(undefined);
}
