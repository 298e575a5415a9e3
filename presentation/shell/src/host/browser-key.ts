const storageKey = 'loggia.key';
/** Where earlier versions kept the token itself. */
const formerKey = 'loggia.token';

/** Something that buys a key: a ticket, which works once, or the host's token. */
export interface Entry {
  readonly kind: 'ticket' | 'token';
  readonly text: string;
}

export type SignedIn =
  | { readonly outcome: 'accepted'; readonly key: string }
  | { readonly outcome: 'refused' | 'unreachable' };

/** The needed part of a browser; tests bring their own. */
export interface KeyPlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly location: { hash: string };
  /** Replaces the fragment of the address, so that the ticket isn't copied along with it. */
  setFragment(fragment: string): void;
  /** Sends this browser's key, if any: a signed-in browser keeps it. */
  exchange(entry: Entry, key: string | undefined): Promise<SignedIn>;
}

export interface FoundKey {
  readonly key: string | undefined;
  /** The outcome of the entry that the page was opened with, if any. */
  readonly entry?: SignedIn['outcome'];
}

/**
 * The key of this browser: exchanged for the page's entry, or stored from the last visit. A stored key is replaced only
 * by one that the host has just issued, so that no address can sign anybody out.
 */
export async function findKey(place: KeyPlace): Promise<FoundKey> {
  const given = entryIn(place.location.hash);
  if (given) place.setFragment(destinationIn(place.location.hash));
  const kept = place.storage.getItem(storageKey) ?? undefined;
  const entry = given ?? (kept === undefined ? formerEntry(place) : undefined);
  if (!entry) return { key: kept };
  const signedIn = await signIn(place, entry);
  if (signedIn.outcome !== 'unreachable') place.storage.removeItem(formerKey);
  return { key: signedIn.outcome === 'accepted' ? signedIn.key : kept, entry: signedIn.outcome };
}

/** Keeps the key if the host gives one. */
export async function signIn(place: KeyPlace, entry: Entry): Promise<SignedIn> {
  const signedIn = await place.exchange(entry, place.storage.getItem(storageKey) ?? undefined);
  if (signedIn.outcome === 'accepted') place.storage.setItem(storageKey, signedIn.key);
  return signedIn;
}

export function forgetKey({ storage }: Pick<KeyPlace, 'storage'>): void {
  storage.removeItem(storageKey);
}

/** From what somebody pasted: an address, a ticket or the token. */
export function pastedEntry(text: string): Entry | undefined {
  const pasted = text.trim();
  const inAddress = entryIn(pasted.slice(Math.max(0, pasted.indexOf('#'))));
  if (inAddress) return inAddress;
  if (/^[\w-]{32}$/.test(pasted)) return { kind: 'ticket', text: pasted };
  return /^[\w-]{43}$/.test(pasted) ? { kind: 'token', text: pasted } : undefined;
}

function entryIn(hash: string): Entry | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  for (const kind of ['ticket', 'token'] as const) {
    const text = given.get(kind);
    if (text !== null) return { kind, text };
  }
  return undefined;
}

/** A ticket may come with the place in the shell that it leads to: `#ticket=…&to=/<workspace>/artifact/<id>`. */
function destinationIn(hash: string): string {
  const to = new URLSearchParams(hash.replace(/^#/, '')).get('to') ?? '';
  return /^\/\S{1,2000}$/.test(to) ? `#${to}` : '';
}

function formerEntry({ storage }: KeyPlace): Entry | undefined {
  const token = storage.getItem(formerKey);
  return token === null ? undefined : { kind: 'token', text: token };
}

export function browserPlace(): KeyPlace {
  return {
    storage: localStorage,
    location,
    setFragment: (fragment) =>
      history.replaceState(history.state, '', location.pathname + location.search + fragment),
    exchange,
  };
}

async function exchange(entry: Entry, key: string | undefined): Promise<SignedIn> {
  try {
    const ticket = entry.kind === 'ticket' ? entry.text : await ticketFor(entry.text);
    if (ticket === undefined) return { outcome: 'refused' };
    const answer = await post('/sign-in', { ticket }, key);
    if (!answer.ok) return { outcome: answer.status < 500 ? 'refused' : 'unreachable' };
    return { outcome: 'accepted', key: ((await answer.json()) as { readonly key: string }).key };
  } catch {
    return { outcome: 'unreachable' };
  }
}

async function ticketFor(token: string): Promise<string | undefined> {
  const answer = await post('/ticket', { for: 'browser' }, token);
  if (answer.status >= 500) throw new Error("The host can't answer at the moment.");
  return answer.ok ? ((await answer.json()) as { readonly ticket: string }).ticket : undefined;
}

function post(path: string, body: object, credential?: string): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
    },
    body: JSON.stringify(body),
    credentials: 'omit',
  });
}
