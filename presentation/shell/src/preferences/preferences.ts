import { Cell, type Readable } from '@loggia/client';

/** Preferences of this browser: looks, not content. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly deskLayout: 'grid' | 'list';
  /** Whether the conversation stands beside the desk. */
  readonly dockOpen: boolean;
  readonly dockWidth: number;
  /** By workspace, the session that the dock shows. */
  readonly dockSession: Readonly<Record<string, string>>;
  readonly lastWorkspace?: string;
  /** The completed first steps, or that they were dismissed. */
  readonly firstSteps: readonly string[] | 'dismissed';
  /** Whether conversations without a model offer to connect one, until the offer is dismissed. */
  readonly connectCard: boolean;
}

const storageKey = 'loggia.preferences';
const defaults: Preferences = {
  theme: 'system',
  deskLayout: 'grid',
  dockOpen: true,
  dockWidth: 440,
  dockSession: {},
  firstSteps: [],
  connectCard: true,
};

export class PreferenceStore implements Readable<Preferences> {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #value: Cell<Preferences>;
  readonly getSnapshot: () => Preferences;
  readonly subscribe: (listener: () => void) => () => void;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
    this.#value = new Cell<Preferences>({ ...defaults, ...readStored(storage.getItem(storageKey)) });
    ({ getSnapshot: this.getSnapshot, subscribe: this.subscribe } = this.#value);
  }

  set(change: Partial<Preferences>): void {
    const next = { ...this.getSnapshot(), ...change };
    try {
      this.#storage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // A browser without room to store it still shows it.
    }
    this.#value.set(next);
  }
}

/** Validates each preference. */
const makesSense: { readonly [Name in keyof Required<Preferences>]: (value: unknown) => boolean } = {
  theme: (value) => value === 'system' || value === 'light' || value === 'dark',
  deskLayout: (value) => value === 'grid' || value === 'list',
  dockOpen: (value) => typeof value === 'boolean',
  dockWidth: (value) => typeof value === 'number' && value >= 100 && value <= 10_000,
  dockSession: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((session) => typeof session === 'string'),
  lastWorkspace: (value) => typeof value === 'string',
  firstSteps: (value) =>
    value === 'dismissed' || (Array.isArray(value) && value.every((step) => typeof step === 'string')),
  connectCard: (value) => typeof value === 'boolean',
};

/** Only valid values: older shells, and people, write here too. */
function readStored(text: string | null): Partial<Preferences> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const known = Object.entries(makesSense) as [keyof Preferences, (value: unknown) => boolean][];
    const given = stored as Record<string, unknown>;
    return Object.fromEntries(
      known.filter(([name, check]) => check(given[name])).map(([name]) => [name, given[name]]),
    );
  } catch {
    return {};
  }
}
