import { Listeners } from './listeners.ts';
import { warn, type Report } from './problem.ts';

/**
 * A value that changes. Made for `useSyncExternalStore(it.subscribe, it.getSnapshot)`: both need no `this`, and the
 * snapshot is the same object until something in it changes.
 */
export interface Readable<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => Value;
}

/** A readable value that its owner sets. Others get it as a `Readable`. */
export class Cell<Value> implements Readable<Value> {
  #value: Value;
  readonly #listeners: Listeners<void>;

  constructor(value: Value, report: Report = warn) {
    this.#value = value;
    this.#listeners = new Listeners(report);
  }

  readonly getSnapshot = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#listeners.tell();
  }
}
