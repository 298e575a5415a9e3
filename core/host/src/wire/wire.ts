import type { Principal } from '@loggia/access';
import type { Family, NotificationName } from '@loggia/protocol';
import { CanonicalSpeaker } from './canonical-speaker.ts';
import type { Clients } from './clients.ts';
import type { ConnectedClients } from './connected-clients.ts';
import { Connection } from './connection.ts';
import { LegacySessions } from './legacy/legacy-session.ts';
import { LegacySpeaker } from './legacy/legacy-speaker.ts';
import { closings, type Frame, type Link, type LinkHandler } from './link.ts';
import type { Peer } from './peer.ts';
import type { WireServices } from './services.ts';
import type { Speaker, SpeakerOptions } from './speaker.ts';
import { Watchers } from './watchers.ts';

export interface WireOptions extends Omit<WireServices, 'notificationFrame' | 'watchers'> {
  readonly clients: Clients;
  readonly connected: ConnectedClients;
}

/** All connections. */
export class Wire {
  readonly #services: WireServices;
  readonly #clients: Clients;
  readonly #legacy: LegacySessions;
  readonly #connected: ConnectedClients;
  /** Clients whose connection has ended, until the last message on it is handled and durable. */
  readonly #windingUp = new Map<string, Promise<void>>();
  readonly #stopListening: (() => void) | undefined;

  constructor({ clients, connected, ...options }: WireOptions) {
    this.#services = { ...options, notificationFrame, watchers: new Watchers(options) };
    this.#clients = clients;
    this.#connected = connected;
    this.#legacy = new LegacySessions(options.kernel);
    this.#stopListening = options.sideChannels?.onNotification(({ session, ...told }) => {
      const frame = sideChannelFrame(told);
      for (const connection of connected) connection.pass(session, frame);
    });
  }

  get size(): number {
    return this.#connected.size;
  }

  get subscriptions(): number {
    return this.#services.watchers.size;
  }

  get isFull(): boolean {
    return this.#connected.size >= this.#services.limits.maxConnections;
  }

  /** Takes over a link whose client has been admitted. */
  connect(link: Link, principal: Principal): LinkHandler {
    const connection: Connection = new Connection(link, principal, {
      services: this.#services,
      clients: this.#clients,
      speakerFor: (family, options) => this.#speakerFor(family, options),
      opened: (opened, clientId) => this.#opened(opened, clientId),
      woundUp: async (clientId) => this.#windingUp.get(clientId),
      closed: (closed) => this.#closed(closed),
    });
    this.#connected.add(connection);
    return connection.peer;
  }

  close(): void {
    this.#stopListening?.();
    for (const connection of this.#connected) connection.peer.close(closings.goingAway);
  }

  #speakerFor(family: Family, options: SpeakerOptions): Speaker {
    return family === '0.3' ? new LegacySpeaker(options, this.#legacy) : new CanonicalSpeaker(options);
  }

  #opened(connection: Connection, clientId: string): void {
    const older = this.#connected.of(clientId);
    older?.peer.close(closings.superseded);
    if (older) this.#windUp(older, clientId);
    this.#connected.name(clientId, connection);
    this.#services.sessions.presence.arrived(clientId);
  }

  #closed(connection: Connection): void {
    this.#connected.delete(connection);
    const { clientId } = connection;
    if (clientId === undefined || this.#connected.of(clientId) !== connection) return;
    this.#connected.unname(clientId);
    this.#windUp(connection, clientId);
    this.#services.sessions.presence.lost(clientId);
  }

  #windUp({ peer }: Connection, clientId: string): void {
    const windingUp = this.#woundUp(peer, clientId, this.#windingUp.get(clientId)).finally(() => {
      if (this.#windingUp.get(clientId) === windingUp) this.#windingUp.delete(clientId);
    });
    this.#windingUp.set(clientId, windingUp);
  }

  async #woundUp(peer: Peer, clientId: string, earlier: Promise<void> | undefined): Promise<void> {
    await earlier;
    await peer.idle;
    try {
      await this.#services.kernel.settledOf(clientId);
    } catch {
      // The kernel is closed or has stopped: unstored data is lost.
    }
  }
}

/** Plain MCP, with the channel in both places where implementations look for it. */
function sideChannelFrame({
  channel,
  method,
  params,
}: {
  channel: string;
  method: string;
  params: object;
}): Frame {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', channel, method, params: { ...params, channel } }));
}

/** All clients get the same parameters object, so its text is serialized once. */
const frames = new WeakMap<object, Frame>();

function notificationFrame(name: NotificationName, params: Record<string, unknown>): Frame {
  const known = frames.get(params);
  if (known) return known;
  const frame = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: name, params }));
  frames.set(params, frame);
  return frame;
}
