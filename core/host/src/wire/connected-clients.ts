import { rootUri, type NotificationName } from '@loggia/protocol';
import type { SessionListener } from '@loggia/sessions';
import type { Connection } from './connection.ts';

/**
 * The connected clients. Created before the wire, for parts that send to clients unasked: sessions announce changes to
 * their list, and equipment asks clients for files.
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

  /** The client uses this connection from now on. */
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

  /** To one client, if it is connected. */
  announceTo(clientId: string, name: NotificationName, params: Record<string, unknown>): void {
    this.of(clientId)?.announce(name, { channel: rootUri, ...params });
  }

  /** Sends a request to a client. Rejects if it isn't connected, or doesn't answer. */
  async ask(clientId: string, method: string, params: Record<string, unknown>): Promise<unknown> {
    const connection = this.#byClient.get(clientId);
    if (!connection) throw new Error('The client is not connected.');
    return connection.peer.ask(method, params);
  }
}

/** Announces the list of sessions to every client that watches the root. */
export function sessionListener(clients: Pick<ConnectedClients, 'announce' | 'announceTo'>): SessionListener {
  return {
    added: (summary) => clients.announce('root/sessionAdded', { summary }),
    removed: (session) => clients.announce('root/sessionRemoved', { session }),
    changed: (session, changes) => clients.announce('root/sessionSummaryChanged', { session, changes }),
    signInNeeded: (resource) => clients.announce('auth/required', { resource, reason: 'required' }),
    progress: (clientId, progress) => clients.announceTo(clientId, 'root/progress', progress),
  };
}
