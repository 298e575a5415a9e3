import { rootUri, type NotificationName } from '@loggia/protocol';
import type { SessionListener } from '@loggia/sessions';
import type { Connection } from './connection.ts';

/**
 * Who is connected now. It is made before the wire, for those that speak to clients unasked: sessions announce the list
 * of them, and equipment asks clients for files.
 */
export class ConnectedClients {
  readonly #connections = new Set<Connection>();
  readonly #byClient = new Map<string, Connection>();

  get size(): number {
    return this.#connections.size;
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#connections.values();
  }

  add(connection: Connection): void {
    this.#connections.add(connection);
  }

  delete(connection: Connection): void {
    this.#connections.delete(connection);
  }

  has(clientId: string): boolean {
    return this.#byClient.has(clientId);
  }

  of(clientId: string): Connection | undefined {
    return this.#byClient.get(clientId);
  }

  /** The client speaks on this connection from now on. */
  name(clientId: string, connection: Connection): void {
    this.#byClient.set(clientId, connection);
  }

  unname(clientId: string): void {
    this.#byClient.delete(clientId);
  }

  announce(name: NotificationName, params: Record<string, unknown>): void {
    const addressed = { channel: rootUri, ...params };
    for (const connection of this.#connections) connection.announce(name, addressed);
  }

  /** Asks a client. Rejects when it is not here, or does not answer. */
  async ask(clientId: string, method: string, params: Record<string, unknown>): Promise<unknown> {
    const connection = this.#byClient.get(clientId);
    if (!connection) throw new Error('The client is not connected.');
    return connection.peer.ask(method, params);
  }
}

/** The list of sessions, told to everybody who watches the root. */
export function sessionListener(clients: Pick<ConnectedClients, 'announce'>): SessionListener {
  return {
    added: (summary) => clients.announce('root/sessionAdded', { summary }),
    removed: (session) => clients.announce('root/sessionRemoved', { session }),
    changed: (session, changes) => clients.announce('root/sessionSummaryChanged', { session, changes }),
    signInNeeded: (resource) => clients.announce('auth/required', { resource, reason: 'required' }),
  };
}
