import type { Grant, GrantStore, Registration, RegistrationStore } from '@loggia/client/oauth';

/** What of a browser's storage is needed; it is of this origin, so of this host and this user. */
export type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export const grantPrefix = 'loggia.grant.';
const registrationPrefix = 'loggia.registration.';

/** Each entry is an item of its own: tabs that write at the same time do not undo each other. */
export class StoredGrants implements GrantStore {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async get(server: string): Promise<Grant | undefined> {
    return read(this.#place, grantPrefix + server, isGrant);
  }

  async put(server: string, grant: Grant): Promise<void> {
    write(this.#place, grantPrefix + server, grant);
  }

  async delete(server: string): Promise<void> {
    this.#place.removeItem(grantPrefix + server);
  }

  async list(): Promise<readonly { readonly server: string; readonly grant: Grant }[]> {
    return namesIn(this.#place, grantPrefix).flatMap((server) => {
      const grant = read(this.#place, grantPrefix + server, isGrant);
      return grant === undefined ? [] : [{ server, grant }];
    });
  }
}

export class StoredRegistrations implements RegistrationStore {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async get(key: string): Promise<Registration | undefined> {
    return read(this.#place, registrationPrefix + key, isRegistration);
  }

  async put(key: string, registration: Registration): Promise<void> {
    write(this.#place, registrationPrefix + key, registration);
  }

  async delete(key: string): Promise<void> {
    this.#place.removeItem(registrationPrefix + key);
  }
}

/** Whether somebody signed in to anything with this browser. */
export function hasGrants(place: Place): boolean {
  return namesIn(place, grantPrefix).length > 0;
}

function namesIn(place: Place, prefix: string): string[] {
  return Array.from({ length: place.length }, (_, index) => place.key(index))
    .filter((key): key is string => key?.startsWith(prefix) === true)
    .map((key) => key.slice(prefix.length))
    .toSorted();
}

function write(place: Place, key: string, value: unknown): void {
  try {
    place.setItem(key, JSON.stringify(value));
  } catch {
    throw new Error(
      'This browser can’t store the sign-in. Allow this site to store data, then sign in again.',
    );
  }
}

function read<Value>(
  place: Place,
  key: string,
  isValue: (value: unknown) => value is Value,
): Value | undefined {
  try {
    const value: unknown = JSON.parse(place.getItem(key) ?? 'null');
    return isValue(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
}

function isGrant(value: unknown): value is Grant {
  return (
    hasTexts(value, ['accessToken', 'resource', 'issuer', 'clientId', 'clientAuthMethod', 'tokenEndpoint']) &&
    typeof value['issuedAt'] === 'number' &&
    Array.isArray(value['scopes'])
  );
}

function isRegistration(value: unknown): value is Registration {
  return hasTexts(value, ['clientId', 'clientAuthMethod', 'redirectUri']);
}
