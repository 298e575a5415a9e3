import type { SignInRecord, SignInRecordStore } from './grant.ts';
import type { Registration, RegistrationStore } from './registration.ts';

/** Forgets everything with the page or the process. */
export class MemoryRecordStore implements SignInRecordStore {
  readonly #records = new Map<string, SignInRecord>();

  async get(server: string): Promise<SignInRecord | undefined> {
    return this.#records.get(server);
  }

  async put(server: string, record: SignInRecord): Promise<void> {
    this.#records.set(server, record);
  }

  async delete(server: string): Promise<void> {
    this.#records.delete(server);
  }

  async list(): Promise<readonly { readonly server: string; readonly record: SignInRecord }[]> {
    return Array.from(this.#records, ([server, record]) => ({ server, record }));
  }
}

/** Forgets everything with the page or the process. */
export class MemoryRegistrationStore implements RegistrationStore {
  readonly #registrations = new Map<string, Registration>();

  async get(key: string): Promise<Registration | undefined> {
    return this.#registrations.get(key);
  }

  async put(key: string, registration: Registration): Promise<void> {
    this.#registrations.set(key, registration);
  }

  async delete(key: string): Promise<void> {
    this.#registrations.delete(key);
  }
}
