import type { Registration, RegistrationStore, SignInRecord, SignInRecordStore } from '@loggia/client/oauth';

/** The needed part of a browser's storage. It belongs to this origin, so to this host and this user. */
export type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export const recordPrefix = 'loggia.sign-in.';
const registrationPrefix = 'loggia.registration.';
/** Where earlier versions kept tokens. */
const formerPrefix = 'loggia.grant.';

/** Each entry is its own item, so that tabs writing at the same time don't undo each other's changes. */
export class StoredRecords implements SignInRecordStore {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async get(server: string): Promise<SignInRecord | undefined> {
    return read(this.#place, recordPrefix + server, isRecord);
  }

  async put(server: string, record: SignInRecord): Promise<void> {
    write(this.#place, recordPrefix + server, record);
  }

  async delete(server: string): Promise<void> {
    this.#place.removeItem(recordPrefix + server);
  }

  async list(): Promise<readonly { readonly server: string; readonly record: SignInRecord }[]> {
    return namesIn(this.#place, recordPrefix).flatMap((server) => {
      const record = read(this.#place, recordPrefix + server, isRecord);
      return record === undefined ? [] : [{ server, record }];
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

/** Removes the tokens and client secrets that earlier versions kept in browsers. The host has its own. */
export function forgetFormerSecrets(place: Place): void {
  for (const server of namesIn(place, formerPrefix)) place.removeItem(formerPrefix + server);
  for (const key of namesIn(place, registrationPrefix)) {
    const known = read(place, registrationPrefix + key, isRegistration);
    if (known?.clientSecret !== undefined) place.removeItem(registrationPrefix + key);
  }
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

function isRecord(value: unknown): value is SignInRecord {
  return hasTexts(value, ['resource', 'issuer']) && Array.isArray(value['scopes']);
}

function isRegistration(value: unknown): value is Registration {
  return hasTexts(value, ['clientId', 'clientAuthMethod', 'redirectUri']);
}
