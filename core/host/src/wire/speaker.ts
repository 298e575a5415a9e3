import type { Principal } from '@loggia/access';
import type { Entry, Subscriber } from '@loggia/kernel';
import type { ClientCapabilities, NotificationName, Params, Version } from '@loggia/protocol';
import type { Frame } from './link.ts';
import type { Peer } from './peer.ts';
import type { WireServices } from './services.ts';
import type { SubscriptionChoices } from './subscription-choices.ts';

/** The client of a connection, and what was agreed with it. */
export interface SpeakerOptions {
  readonly peer: Peer;
  readonly services: WireServices;
  readonly clientId: string;
  readonly principal: Principal;
  readonly version: Version;
  readonly capabilities: ClientCapabilities;
  /** How the client wants its channels, also after it reconnects. */
  readonly choices: SubscriptionChoices;
}

/**
 * One family of the protocol on one connection: translates between the client's dialect and the host. Created once the
 * version is agreed.
 */
export interface Speaker extends Subscriber {
  deliver(entry: Entry): void;
  /** The rest of the handshake: snapshots of the channels that the client wants to see immediately. */
  initialized(params: Params<'initialize'>): Promise<unknown>;
  /** The changes since then, or new snapshots. */
  resumed(lastSeen: number, subscriptions: readonly string[]): Promise<unknown>;
  request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
  notify(method: string, params: Record<string, unknown>): Promise<void>;
  /** Sends a notification of the host, if the client gets this kind. */
  announce(name: NotificationName, params: Record<string, unknown>): void;
  watches(channel: string): boolean;
  /** Whether it watches the channel and may act on it. */
  mayAct(channel: string): boolean;
  /** Sends something that is neither logged nor for everybody; it keeps its place among the actions. */
  pass(frame: Frame): void;
  closed(): void;
}
