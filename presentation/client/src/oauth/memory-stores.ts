import type { Grant, GrantStore } from './grant.ts';
import type { Registration, RegistrationStore } from './registration.ts';

/** Forgets everything with the page or the process. */
export class MemoryGrantStore implements GrantStore {
  readonly #grants = new Map<string, Grant>();

  async get(server: string): Promise<Grant | undefined> {
    return this.#grants.get(server);
  }

  async put(server: string, grant: Grant): Promise<void> {
    this.#grants.set(server, grant);
  }

  async delete(server: string): Promise<void> {
    this.#grants.delete(server);
  }

  async list(): Promise<readonly { readonly server: string; readonly grant: Grant }[]> {
    return Array.from(this.#grants, ([server, grant]) => ({ server, grant }));
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
