export interface PollingPorts {
  /** One look; its answer says how long to wait for the next, in milliseconds. */
  look(): Promise<number>;
  later(run: () => void, milliseconds: number): () => void;
}

export interface Polling {
  /** Starts polling at once, or pauses it while nobody sees the View. */
  setActive(active: boolean): void;
  /** Looks at once; if one is under way, again right after it. */
  now(): void;
}

const afterFailure = 10_000;

/** Polls one look at a time, and only while the View is visible. */
export function createPolling({ look, later }: PollingPorts): Polling {
  let active = false;
  let looking = false;
  let again = false;
  let cancel: (() => void) | undefined;

  async function run(): Promise<void> {
    cancel?.();
    cancel = undefined;
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    let pause = afterFailure;
    try {
      pause = await look();
    } catch {
      // `look` reports its own failures.
    }
    looking = false;
    if (!active) return;
    if (again) {
      again = false;
      void run();
      return;
    }
    cancel = later(() => void run(), pause);
  }

  return {
    setActive(next) {
      if (active === next) return;
      active = next;
      cancel?.();
      cancel = undefined;
      again = false;
      if (active) void run();
    },
    now() {
      if (active) void run();
    },
  };
}
