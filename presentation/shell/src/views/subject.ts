import type { Readable } from '@loggia/client';
import type { ServerFacts } from './server-facts.ts';
import type { ToolData } from './tool-data.ts';

/** The subject of a View: a tool call, or an opened artifact. */
export interface ViewFacts {
  /** `looking`: it is being read. `gone`: there is nothing to show. */
  readonly state: 'looking' | 'known' | 'gone';
  readonly title: string;
  readonly resourceUri: string | undefined;
  readonly server: ServerFacts | undefined;
  /** The channel on which the server's state is seen. */
  readonly shownOn: string;
  readonly tool: { readonly name: string; readonly callId?: string | undefined };
  readonly data: ToolData;
  /** Said with each request, so that the host knows which View asks. */
  readonly key: string;
}

export interface ViewSubject extends Readable<ViewFacts> {
  readonly id: string;
  /** Follows what the View stands for until the result is called. */
  follow(): () => void;
  /** The chat that the View belongs to, if there is one now. */
  conversation(): Promise<string | undefined>;
  /** The same thing anew; absent where a new page is all there is to it. */
  reopen?(): void;
}

/** Facts that change, and are the same object until something in them does. */
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
