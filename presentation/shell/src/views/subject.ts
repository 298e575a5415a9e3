import type { Readable } from '@loggia/client';
import type { ServerFacts } from './server-facts.ts';
import type { ToolData } from './tool-data.ts';

export interface ArtifactRevision {
  readonly id: string;
  readonly revision: number;
}

/** The subject of a View: a tool call, or an opened artifact. */
export interface ViewFacts {
  /** `looking`: it is being loaded. `gone`: it no longer exists. */
  readonly state: 'looking' | 'known' | 'gone';
  readonly title: string;
  readonly resourceUri: string | undefined;
  readonly server: ServerFacts | undefined;
  /** The channel with the server's state. */
  readonly shownOn: string;
  readonly tool: { readonly name: string; readonly callId?: string | undefined };
  readonly data: ToolData;
  /** Sent with each request, so that the host knows which View asks. */
  readonly key: string;
  /** The artifact that the View may change, with its current revision, which the View is told. */
  readonly artifact?: ArtifactRevision | undefined;
}

export interface ViewSubject extends Readable<ViewFacts> {
  readonly id: string;
  /** The session that the View belongs to, if any. */
  readonly session?: string;
  /** Follows the subject until the returned function is called. */
  follow(): () => void;
  /** The View's chat, if there is one now. */
  conversation(): Promise<string | undefined>;
  /** Opens the same thing again; absent where a new page is enough. */
  reopen?(): void;
}

/** Changing facts; the same object until one of them changes. */
export class FactsCell {
  readonly #listeners = new Set<() => void>();
  #facts: ViewFacts;

  constructor(facts: ViewFacts) {
    this.#facts = facts;
  }

  readonly getSnapshot = (): ViewFacts => this.#facts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(next: ViewFacts): void {
    const keys = Object.keys(next) as (keyof ViewFacts)[];
    if (keys.every((key) => Object.is(next[key], this.#facts[key]))) return;
    this.#facts = next;
    for (const listener of this.#listeners) listener();
  }
}
