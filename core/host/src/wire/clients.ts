import type { Clock, Kernel } from '@loggia/kernel';
import { ProtocolError, type ClientCapabilities, type Implementation, type Version } from '@loggia/protocol';
import type { StoredChoices } from './subscription-choices.ts';

/** The host's memory of a client between its connections, which `reconnect` itself doesn't repeat. */
export interface ClientRecord {
  readonly principal: string;
  readonly version: Version;
  readonly capabilities: ClientCapabilities;
  readonly clientInfo?: Implementation | undefined;
  /** The language that its user reads, such as `de-AT`. */
  readonly locale?: string | undefined;
  /** How it wants the channels that it last watched. */
  readonly choices?: StoredChoices | undefined;
  readonly seenAt: string;
}

const namespace = 'clients';
const mostKept = 1_000;

/** Client ids and their owners. A client chooses its id, so it is bound to the principal that connected with it. */
export class Clients {
  readonly #kernel: Kernel;
  readonly #clock: Clock;

  constructor(kernel: Kernel, clock: Clock) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  async find(clientId: string, principal: string): Promise<ClientRecord | undefined> {
    const record = (await this.#kernel.records.get(namespace, clientId)) as ClientRecord | undefined;
    if (record && record.principal !== principal) {
      throw new ProtocolError(
        'PermissionDenied',
        'This clientId belongs to somebody else. Choose another one.',
      );
    }
    return record;
  }

  remember(clientId: string, record: Omit<ClientRecord, 'seenAt'>): void {
    const seenAt = new Date(this.#clock.now()).toISOString();
    this.#kernel.records.put(namespace, clientId, { ...record, seenAt });
  }

  /**
   * Removes clients that were last seen before `before`, and the oldest if there are very many. Connected ones stay.
   */
  async prune(isHere: (clientId: string) => boolean, before = ''): Promise<void> {
    const { records } = this.#kernel;
    const away = (await records.list(namespace))
      .map(({ key, value }) => ({ key, seenAt: (value as ClientRecord).seenAt }))
      .filter(({ key }) => !isHere(key))
      .sort((one, other) => (one.seenAt < other.seenAt ? 1 : -1));
    for (const [index, { key, seenAt }] of away.entries()) {
      if (index >= mostKept || seenAt < before) records.delete(namespace, key);
    }
  }
}
