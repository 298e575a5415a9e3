import type { Principal } from '@loggia/access';
import type { Entry, Subscriber } from '@loggia/kernel';
import type { ClientCapabilities, NotificationName, Params, Version } from '@loggia/protocol';
import type { Frame } from './link.ts';
import type { Peer } from './peer.ts';
import type { WireServices } from './services.ts';

/** Who speaks on a connection, and what was agreed with them. */
export interface SpeakerOptions {
  readonly peer: Peer;
  readonly services: WireServices;
  readonly clientId: string;
  readonly principal: Principal;
  readonly version: Version;
  readonly capabilities: ClientCapabilities;
}

/**
 * One family of the protocol on one connection: it turns what the client says into what the host knows, and back.
 * It is made once the version is agreed on.
 */
export interface Speaker extends Subscriber {
  deliver(entry: Entry): void;
  /** The rest of the handshake: snapshots of what the client wants to see at once. */
  initialized(params: Params<'initialize'>): Promise<unknown>;
  /** What was missed since, or all anew. */
  resumed(lastSeen: number, subscriptions: readonly string[]): Promise<unknown>;
  request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
  notify(method: string, params: Record<string, unknown>): Promise<void>;
  /** A notification of the host, if the client is one that gets it. */
  announce(name: NotificationName, params: Record<string, unknown>): void;
  watches(channel: string): boolean;
  /** Whether it watches the channel and may act on it. */
  mayAct(channel: string): boolean;
  /** Something that is neither logged nor for everybody; it keeps its place among the actions. */
  pass(frame: Frame): void;
  closed(): void;
}
