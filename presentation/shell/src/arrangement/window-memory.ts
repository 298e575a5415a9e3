import { mostWindows, type DeskWindow, type WindowTarget } from '@loggia/protocol';
import { StoredNames } from '../host/stored-names.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Beyond this number of desks, those that were arranged longest ago are forgotten. */
const mostDesks = 30;
const storageKey = 'loggia.windows.1';

/**
 * Remembers the windows of each desk: in the tab, for a reload, and in the browser, for its next tab. Tabs are
 * independent of each other; a new one begins with the arrangement that was made last in this browser.
 */
export class WindowMemory {
  readonly #tab: StoredNames;
  readonly #browser: StoredNames;

  constructor({ tab, browser }: { readonly tab: Store; readonly browser: Store }) {
    this.#tab = new StoredNames(storageKey, mostDesks, tab);
    this.#browser = new StoredNames(storageKey, mostDesks, browser);
  }

  /** Undefined where this browser has never arranged the desk. */
  recall(workspace: string): readonly DeskWindow[] | undefined {
    return readWindows(this.#tab.get(workspace)) ?? readWindows(this.#browser.get(workspace));
  }

  keep(workspace: string, windows: readonly DeskWindow[]): void {
    const text = JSON.stringify(windows);
    this.#tab.set(workspace, text);
    this.#browser.set(workspace, text);
  }
}

/** A desk full of windows with the longest names that there may be is shorter. */
const longest = 500_000;

/** Only what makes sense: older and newer shells, and people, write there, too. */
function readWindows(text: string | undefined): readonly DeskWindow[] | undefined {
  if (text === undefined || text.length > longest) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return undefined;
    const read = stored.slice(0, mostWindows).flatMap((one) => readWindow(one) ?? []);
    return read.filter(({ id }, at) => read.findIndex((other) => other.id === id) === at);
  } catch {
    return undefined;
  }
}

const states: readonly unknown[] = ['minimised', 'maximised', 'left', 'right'];

function readWindow(stored: unknown): DeskWindow | undefined {
  if (!isRecord(stored)) return undefined;
  const { id, title, x, y, width, height, order, state } = stored;
  const target = readTarget(stored['target']);
  if (!isName(id) || target === undefined) return undefined;
  if (!isBetween(x, -100_000, 100_000) || !isBetween(y, -100_000, 100_000)) return undefined;
  if (!isBetween(width, 1, 100_000) || !isBetween(height, 1, 100_000)) return undefined;
  if (!isBetween(order, 0, Number.MAX_SAFE_INTEGER)) return undefined;
  return {
    id,
    target,
    x,
    y,
    width,
    height,
    order,
    ...(typeof title === 'string' && { title: title.slice(0, 500) }),
    ...(states.includes(state) && { state: state as NonNullable<DeskWindow['state']> }),
  };
}

function readTarget(stored: unknown): WindowTarget | undefined {
  if (!isRecord(stored)) return undefined;
  const { kind, artifact, version, with: server, mode, session, chat, turn, toolCall } = stored;
  if (kind === 'artifact' && isName(artifact)) {
    return {
      kind,
      artifact,
      ...(isBetween(version, 1, Number.MAX_SAFE_INTEGER) && { version }),
      ...(isName(server) && { with: server }),
      ...(mode === 'view' && { mode }),
    };
  }
  if (kind === 'toolCall' && isName(turn) && isName(toolCall) && isUri(session) && isUri(chat))
    return { kind, session, chat, turn, toolCall };
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300;
}

function isUri(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 1000 && URL.canParse(value);
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
