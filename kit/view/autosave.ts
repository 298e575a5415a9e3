/** The visible state of saving. */
export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string };

export interface AutosavePorts {
  /** Saves everything there is to save at this moment. */
  save(): Promise<void>;
  /** Runs something later; returns what takes that back. */
  later(run: () => void): () => void;
  changed(state: SaveState): void;
}

export interface Autosave {
  readonly state: SaveState;
  /** There is something new to save. */
  touch(): void;
  /** Saves now, also after a failure; resolves when nothing is left or it failed. */
  flush(): Promise<void>;
  /** The pending changes are no longer wanted. */
  settle(): void;
}

/** Saves a moment after the last edit, one save at a time; later edits are saved next. */
export function createAutosave({ save, later, changed }: AutosavePorts): Autosave {
  let state: SaveState = { kind: 'saved' };
  let cancel: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  function become(next: SaveState): void {
    state = next;
    changed(next);
  }

  async function run(): Promise<void> {
    cancel?.();
    cancel = undefined;
    do {
      again = false;
      become({ kind: 'saving' });
      try {
        await save();
      } catch (error) {
        // Not again by itself: what fails now fails in a second, and the user is told.
        again = false;
        become({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
        return;
      }
    } while (again);
    become({ kind: 'saved' });
  }

  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    get state() {
      return state;
    },
    touch() {
      if (running) {
        again = true;
        return;
      }
      cancel?.();
      if (state.kind !== 'waiting') become({ kind: 'waiting' });
      cancel = later(() => void start());
    },
    settle() {
      cancel?.();
      cancel = undefined;
      become({ kind: 'saved' });
    },
    async flush() {
      if (running) await running;
      if (state.kind !== 'saved') await start();
    },
  };
}
