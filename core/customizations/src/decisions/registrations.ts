import { createHash } from 'node:crypto';
import type { ServerSettings } from '@loggia/protocol';
import type { RecordStore } from '../session/ports.ts';

const namespace = 'server-registrations';

interface Registration {
  /** The artifact whose handler added the server. */
  readonly artifact: string;
  /** The digest of the settings it was added with. */
  readonly digest: string;
}

/**
 * Maps servers to the artifacts that added them. The host keeps this itself: claims by an artifact or a server could be
 * made up. Complete once `load` has been awaited.
 */
export class Registrations {
  readonly #records: RecordStore;
  /** By server name. */
  readonly #registrations = new Map<string, Registration>();

  constructor(records: RecordStore) {
    this.#records = records;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#records.list(namespace))
      this.#registrations.set(key, value as Registration);
  }

  artifactOf(server: string): string | undefined {
    return this.#registrations.get(server)?.artifact;
  }

  /** Whether the server was added on behalf of this artifact, with exactly these settings. */
  isRegistered(server: string, artifact: string, settings: ServerSettings): boolean {
    const found = this.#registrations.get(server);
    return found?.artifact === artifact && found.digest === digestOf(settings);
  }

  set(server: string, artifact: string, settings: ServerSettings): void {
    const registration: Registration = { artifact, digest: digestOf(settings) };
    this.#registrations.set(server, registration);
    this.#records.put(namespace, server, registration);
  }

  forget(server: string): void {
    if (this.#registrations.delete(server)) this.#records.delete(namespace, server);
  }
}

function digestOf(settings: ServerSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}
