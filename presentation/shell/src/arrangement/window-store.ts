import { Cell, type Readable } from '@loggia/client';
import { mostWindows, type DeskWindow } from '@loggia/protocol';
import { oncePerTarget } from './stack.ts';

interface Ports {
  /** The windows that this browser had last; undefined where it has never arranged this desk. */
  recall(): readonly DeskWindow[] | undefined;
  keep(windows: readonly DeskWindow[]): void;
  /** A window is gone for good: not minimized, and not of another size. */
  closed(id: string): void;
}

/**
 * The windows of one desk in this tab. Other browsers and tabs have their own store, and nothing that happens there
 * reaches this one.
 */
export class WindowStore implements Readable<readonly DeskWindow[]> {
  readonly #ports: Ports;
  readonly #windows: Cell<readonly DeskWindow[]>;
  readonly getSnapshot: () => readonly DeskWindow[];
  readonly subscribe: (listener: () => void) => () => void;
  #isBegun: boolean;

  constructor(ports: Ports) {
    this.#ports = ports;
    const known = ports.recall();
    this.#isBegun = known !== undefined;
    this.#windows = new Cell(known ?? []);
    ({ getSnapshot: this.getSnapshot, subscribe: this.subscribe } = this.#windows);
  }

  /** False until it has initial windows. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** A browser that is new to this desk begins with these, and then goes its own way. */
  begin(windows: readonly DeskWindow[]): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#set(oncePerTarget(windows).slice(0, mostWindows));
  }

  /** Throws where there are too many already. */
  put(window: DeskWindow): void {
    const before = this.getSnapshot();
    const at = before.findIndex(({ id }) => id === window.id);
    if (at < 0 && before.length >= mostWindows)
      throw new Error(`A desk holds ${mostWindows} windows. Close one to open another.`);
    this.#set(at < 0 ? [...before, window] : before.with(at, window));
  }

  change(id: string, change: (window: DeskWindow) => DeskWindow): void {
    const window = this.getSnapshot().find((one) => one.id === id);
    if (window) this.put(change(window));
  }

  remove(id: string): void {
    this.replace(this.getSnapshot().filter((window) => window.id !== id));
  }

  /** These windows, and no others. */
  replace(windows: readonly DeskWindow[]): void {
    const before = this.getSnapshot();
    const after = windows.slice(0, mostWindows);
    if (after.length === before.length && after.every((window, at) => window === before[at])) return;
    this.#set(after);
    const closed = before.filter(({ id }) => after.every((window) => window.id !== id));
    for (const { id } of closed) this.#ports.closed(id);
  }

  #set(windows: readonly DeskWindow[]): void {
    this.#isBegun = true;
    this.#windows.set(windows);
    this.#ports.keep(windows);
  }
}
