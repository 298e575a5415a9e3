import { partyOf, type Principal } from '@loggia/access';
import type { CancelSignal, ChannelCaller, SideChannels } from '@loggia/mcp';
import {
  commandTable,
  explainParameters,
  familyOf,
  negotiate,
  ProtocolError,
  rootUri,
  supportedVersions,
  type ClientCapabilities,
  type Family,
  type NotificationName,
  type Params,
  type Version,
} from '@loggia/protocol';
import type { ClientRecord, Clients } from './clients.ts';
import { closings, type Frame, type Link } from './link.ts';
import { Peer, RawResult, type PeerHandler } from './peer.ts';
import type { RunningRequest } from './running-request.ts';
import type { WireServices } from './services.ts';
import type { Speaker, SpeakerOptions } from './speaker.ts';
import { withSpelledRoot } from './spelled-root.ts';
import { SubscriptionChoices } from './subscription-choices.ts';
import { rendersApps } from './without-apps.ts';

export interface ConnectionPorts {
  readonly services: WireServices;
  readonly clients: Clients;
  speakerFor(family: Family, options: SpeakerOptions): Speaker;
  /** A client has introduced itself on this connection; an older one with the same id is replaced. */
  opened(connection: Connection, clientId: string): void;
  /** Resolves when everything the client sent on earlier connections is done and durable. */
  woundUp(clientId: string): Promise<void>;
  closed(connection: Connection): void;
}

type Json = Record<string, unknown>;

interface Agreed {
  readonly version: Version;
  readonly family: Family;
  readonly capabilities: ClientCapabilities;
  readonly choices: SubscriptionChoices;
}

/** Notifications complete immediately: there is nothing to cancel. */
const unending = new AbortController().signal;

/** One client's connection: the handshake, and then the agreed version. */
export class Connection implements PeerHandler {
  readonly peer: Peer;
  readonly #ports: ConnectionPorts;
  readonly #principal: Principal;
  readonly #cancelDeadline: () => void;
  #speaker: Speaker | undefined;
  #clientId: string | undefined;
  #locale: string | undefined;
  #rendersApps = false;
  /** A message to a server may change anything, so it requires the grant to act on the server's session. */
  readonly #maySpeakIn = (session: string): boolean => this.#speaker?.mayAct(session) ?? false;

  constructor(link: Link, principal: Principal, ports: ConnectionPorts) {
    const { clock, scheduler, limits, report } = ports.services;
    this.#ports = ports;
    this.#principal = principal;
    this.peer = new Peer(link, this, { clock, scheduler, limits, report });
    this.#cancelDeadline = scheduler.after(limits.handshakeWithinMs, () => {
      if (!this.#speaker) this.peer.close({ code: 1002, reason: 'No initialize or reconnect came in time.' });
    });
  }

  get clientId(): string | undefined {
    return this.#clientId;
  }

  /** The language that the client's user reads. */
  get locale(): string | undefined {
    return this.#locale;
  }

  async request(method: string, input: Json, running: RunningRequest): Promise<unknown> {
    if (running.sideChannel !== undefined) {
      const caller = this.#caller(running);
      return new RawResult(await this.#sideChannels().request(running.sideChannel, method, input, caller));
    }
    if (method === 'ping') return null;
    const params = withSpelledRoot(input);
    const { guard } = this.#ports.services;
    if (method === 'initialize') return guard.run(this.#initialize(params));
    if (method === 'reconnect') return guard.run(this.#reconnect(params));
    if (!this.#speaker) {
      throw new ProtocolError('InvalidRequest', `Send initialize or reconnect before ${method}.`);
    }
    return this.#speaker.request(method, params, running.signal);
  }

  async notify(method: string, params: Json, sideChannel: string | undefined): Promise<void> {
    if (sideChannel === undefined) return this.#speaker?.notify(method, withSpelledRoot(params));
    // A cancelled request is recorded as such; the cancellation isn't a message of its own.
    if (method === 'notifications/cancelled') return this.peer.cancel(params['requestId'], sideChannel);
    return this.#sideChannels().notify(sideChannel, method, params, this.#caller(unending));
  }

  isDetached(method: string): boolean {
    return this.#speaker !== undefined && this.#ports.services.commands.isDetached(method);
  }

  announce(name: NotificationName, params: Json): void {
    this.#speaker?.announce(name, params);
  }

  /** A server's message to clients that watch the session and render MCP Apps. */
  pass(session: string, frame: Frame): void {
    if (this.#rendersApps && this.#speaker?.watches(session)) this.#speaker.pass(frame);
  }

  closed(): void {
    this.#cancelDeadline();
    this.#speaker?.closed();
    this.#ports.closed(this);
  }

  async #initialize(input: Json): Promise<unknown> {
    this.#assertNew();
    const params = parse('initialize', input);
    const agreed = this.#agree(params.protocolVersions);
    const { clientId, clientInfo, locale, capabilities = {} } = params;
    const principal = partyOf(this.#principal);
    await this.#ports.clients.find(clientId, principal);
    const { version } = agreed;
    const choices = this.#remember(clientId, { principal, version, capabilities, clientInfo, locale });
    return this.#open({ ...agreed, capabilities, choices }, clientId, async (speaker) => {
      await this.#ports.services.sessions.presence.startedOver(clientId);
      return speaker.initialized(params);
    });
  }

  /** Without a version: the client continues with the one agreed before. */
  async #reconnect(input: Json): Promise<unknown> {
    this.#assertNew();
    const { clientId, lastSeenServerSeq, subscriptions } = parse('reconnect', input);
    const record = await this.#ports.clients.find(clientId, partyOf(this.#principal));
    const family = record && familyOf(record.version);
    if (!record || !family) {
      throw new ProtocolError(
        'NotFound',
        'This host does not know the client (any more). Send initialize instead.',
      );
    }
    const { version, capabilities, choices: stored = {} } = record;
    const watched = Object.entries(stored).filter(([uri]) => subscriptions.includes(uri));
    const choices = this.#remember(clientId, { ...record, choices: Object.fromEntries(watched) });
    return this.#open({ version, family, capabilities, choices }, clientId, async (speaker) => {
      // Otherwise a pending action would be missing from the answer, and be sent again.
      await this.#ports.woundUp(clientId);
      await this.#ports.services.sessions.presence.returned(clientId, new Set(subscriptions));
      return speaker.resumed(lastSeenServerSeq, subscriptions);
    });
  }

  #remember(clientId: string, record: Omit<ClientRecord, 'seenAt'>): SubscriptionChoices {
    const { clients } = this.#ports;
    clients.remember(clientId, record);
    this.#locale = record.locale;
    return new SubscriptionChoices(
      // Not after another connection of the same client has taken over.
      (choices) => !this.peer.isClosed && clients.remember(clientId, { ...record, choices }),
      record.choices,
    );
  }

  #sideChannels(): SideChannels {
    if (!this.#speaker) {
      throw new ProtocolError('InvalidRequest', 'Send initialize or reconnect before anything else.');
    }
    const { sideChannels } = this.#ports.services;
    if (sideChannels) return sideChannels;
    throw new ProtocolError('MethodNotFound', 'This host has no channels to MCP servers.');
  }

  #caller(signal: CancelSignal): ChannelCaller {
    return {
      principal: this.#principal,
      clientId: this.#clientId ?? '',
      mcpApps: this.#rendersApps,
      watches: this.#maySpeakIn,
      signal,
    };
  }

  #assertNew(): void {
    if (this.#speaker) throw new ProtocolError('InvalidRequest', 'This connection is initialized already.');
  }

  #agree(offered: readonly string[]): { version: Version; family: Family } {
    const agreed = negotiate(offered);
    if (agreed.outcome === 'agreed') return agreed;
    if (agreed.outcome === 'malformed') {
      throw new ProtocolError('InvalidParams', `"${agreed.entry}" is not a version such as 1.0.0.`);
    }
    // After the answer is sent.
    this.#ports.services.scheduler.turn(() => this.peer.close(closings.unsupported));
    throw new ProtocolError(
      'UnsupportedProtocolVersion',
      `This host speaks ${supportedVersions.join(', ')}.`,
      {
        supportedVersions,
      },
    );
  }

  /** Binds the connection to the client. If it fails, it stays unbound, for another attempt. */
  async #open(
    { version, family, capabilities, choices }: Agreed,
    clientId: string,
    greet: (speaker: Speaker) => Promise<unknown>,
  ): Promise<unknown> {
    if (this.peer.isClosed) throw new ProtocolError('Unavailable', 'The connection has ended.');
    const { services, speakerFor } = this.#ports;
    const principal = this.#principal;
    const options = { peer: this.peer, services, clientId, principal, version, capabilities, choices };
    const speaker = speakerFor(family, options);
    this.#clientId = clientId;
    this.#rendersApps = rendersApps(capabilities);
    this.#speaker = speaker;
    this.#ports.opened(this, clientId);
    try {
      return await greet(speaker);
    } catch (error) {
      speaker.closed();
      if (this.#speaker === speaker) this.#speaker = undefined;
      throw error;
    }
  }
}

function parse<Name extends 'initialize' | 'reconnect'>(name: Name, input: Json): Params<Name> {
  const addressed = { channel: rootUri, ...input };
  const parsed = commandTable[name].params.safeParse(addressed);
  if (!parsed.success) throw new ProtocolError('InvalidParams', explainParameters(parsed.error));
  return parsed.data as Params<Name>;
}
