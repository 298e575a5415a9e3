/** The reading position: at the end, or some pixels into a row. */
export type Place =
  | { readonly at: 'end' }
  | { readonly at: 'row'; readonly turn: string; readonly key: string; readonly into: number };

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const storageKey = 'loggia.places';
/** Chats, that is; the one left longest ago is forgotten first. */
const most = 50;

/** Survives a reload of the page, and no longer. */
export function rememberPlace(storage: Store, chat: string, place: Place): void {
  const { [chat]: _, ...others } = readPlaces(storage);
  const kept = Object.entries(others).slice(1 - most);
  try {
    storage.setItem(storageKey, JSON.stringify(Object.fromEntries([...kept, [chat, place]])));
  } catch {
    // Without room for it the chat opens at its end.
  }
}

export function placeIn(storage: Store, chat: string): Place {
  const places = readPlaces(storage);
  const place = Object.hasOwn(places, chat) ? places[chat] : undefined;
  return isRowPlace(place) ? place : { at: 'end' };
}

function readPlaces(storage: Store): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function isRowPlace(value: unknown): value is Extract<Place, { at: 'row' }> {
  const { at, turn, key, into } = (value ?? {}) as Record<string, unknown>;
  return at === 'row' && typeof turn === 'string' && typeof key === 'string' && Number.isFinite(into);
}
