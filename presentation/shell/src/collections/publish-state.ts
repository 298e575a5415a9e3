import type { Readable } from '@loggia/client';

export interface Publishable {
  readonly id: string;
  readonly title: string;
  /** 0: never committed, so that there is nothing to publish yet. */
  readonly version: number;
}

let asked: readonly Publishable[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Publishable[]): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** The artifacts that somebody wants to publish, until they have said where. */
export const publishing: Readable<readonly Publishable[]> = {
  getSnapshot: () => asked,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function askForCollection(artifacts: readonly Publishable[]): void {
  set(artifacts);
}

export function stopPublishing(): void {
  set([]);
}
