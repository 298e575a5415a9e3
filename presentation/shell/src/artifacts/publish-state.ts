import { Cell, type Readable } from '@loggia/client';

export interface Publishable {
  readonly id: string;
  readonly title: string;
  /** 0: never committed, so there is nothing to publish yet. */
  readonly version: number;
}

const asked = new Cell<readonly Publishable[]>([]);

/** The artifacts that somebody wants to publish, until they have said where. */
export const publishing: Readable<readonly Publishable[]> = asked;

export function askForCollection(artifacts: readonly Publishable[]): void {
  asked.set(artifacts);
}

export function stopPublishing(): void {
  asked.set([]);
}
