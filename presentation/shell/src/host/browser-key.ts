const storageKey = 'loggia.token';

/** What of a browser is needed; another one in tests. */
export interface TokenPlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly location: { hash: string };
  /** Takes the fragment out of the address, so that nobody copies the token along with it. */
  clearFragment(): void;
  exchange(ticket: string): Promise<string | undefined>;
}

/**
 * The token with which this browser signs in: from the address it was opened with, where it stands behind the `#` and
 * never reaches a server; from a ticket that works once; or from last time.
 */
export async function findToken(place: TokenPlace): Promise<string | undefined> {
  const given = new URLSearchParams(place.location.hash.replace(/^#/, ''));
  const [token, ticket] = [given.get('token'), given.get('ticket')];
  if (token !== null || ticket !== null) place.clearFragment();
  const fresh = token ?? (ticket === null ? undefined : await place.exchange(ticket));
  if (fresh) keepToken(place, fresh);
  return fresh ?? place.storage.getItem(storageKey) ?? undefined;
}

export function keepToken({ storage }: Pick<TokenPlace, 'storage'>, token: string): void {
  storage.setItem(storageKey, token);
}

export function forgetToken({ storage }: Pick<TokenPlace, 'storage'>): void {
  storage.removeItem(storageKey);
}

export function browserPlace(): TokenPlace {
  return {
    storage: localStorage,
    location,
    clearFragment: () => history.replaceState(history.state, '', location.pathname + location.search),
    exchange: async (ticket) => {
      const response = await fetch('/ticket', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ticket }),
      });
      if (!response.ok) return undefined;
      return ((await response.json()) as { readonly token: string }).token;
    },
  };
}
