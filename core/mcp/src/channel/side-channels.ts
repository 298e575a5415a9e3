import { randomBytes } from 'node:crypto';
import type { Principal } from '@loggia/access';
import type { Clock } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';
import type { Audit, AuditEntry } from '../audit/audit.ts';
import type { ServerConnection } from '../connection.ts';
import {
  servedSurface,
  type ChannelCapabilities,
  type MethodContext,
  type Sampler,
  type ServedSurface,
} from './capabilities.ts';
import { outgoingParams, viewOf, withMeta } from './outgoing-params.ts';
import type { ChannelCaller, SideChannels } from './port.ts';
import { toldOf } from './told.ts';
import { consentIn, ViewConsents } from './view-consent.ts';

export interface SideChannelPorts {
  readonly audit: Pick<Audit, 'write'>;
  readonly clock: Clock;
  /** The part of a URI that nobody can guess. Random by default. */
  newId?(): string;
  /** How many requests one channel takes at a time. */
  readonly maxRequestsAtOnce?: number;
  /** Whether users are asked before something runs that can change something; they are unless told. */
  readonly asksUsers?: boolean;
  /** What a tool call of that View takes along to its server in `_meta`, beside what the View itself says. */
  metaFor?(
    view: string,
    asked: { readonly server: string; readonly tool: string; readonly principal: Principal },
  ): Json | undefined;
}

/** Whose channel it is, and what is behind it. */
export interface ChannelRequest {
  readonly session: string;
  readonly customizationId: string;
  readonly serverName: string;
  /** Ready: what it serves is read off it now. Open another channel when it is ready again. */
  readonly connection: ServerConnection;
  readonly principal: Principal;
  /** Absent: `sampling` is not advertised. */
  readonly sampling?: Sampler | undefined;
}

export interface OpenChannel {
  readonly uri: string;
  /** Empty where the server has nothing for Views; such a channel is not worth showing. */
  readonly capabilities: ChannelCapabilities;
  /** From now on nobody is served on it. Safe to call twice. */
  close(): void;
}

/** The channels of all sessions, and the way to make one. */
export interface SideChannelDesk extends SideChannels {
  open(request: ChannelRequest): OpenChannel;
  /** What is behind a channel, for whoever may speak on it. Throws MethodNotFound to all others, as `request` does. */
  behind(uri: string, caller: ChannelCaller): ChannelRequest;
}

type Json = Readonly<Record<string, unknown>>;
type Listener = Parameters<SideChannels['onNotification']>[0];

interface Channel extends ChannelRequest {
  readonly surface: ServedSurface;
  readonly consents: ViewConsents;
  underWay: number;
}

interface Message {
  readonly uri: string;
  readonly method: string;
  readonly params: Json;
  readonly caller: ChannelCaller;
}

export function createSideChannels(ports: SideChannelPorts): SideChannelDesk {
  const { audit, clock, newId = randomId, maxRequestsAtOnce = 100, asksUsers = true } = ports;
  const channels = new Map<string, Channel>();
  const listeners = new Set<Listener>();

  function open(wanted: ChannelRequest): OpenChannel {
    const uri = `mcp://${newId()}`;
    const surface = wanted.connection.facts
      ? servedSurface(wanted.connection.facts, wanted.sampling)
      : nothing;
    channels.set(uri, { ...wanted, surface, consents: new ViewConsents(), underWay: 0 });
    const stopListening = wanted.connection.onChange((change) => {
      const method = surface.forwarded.get(change);
      if (method === undefined) return;
      for (const listener of listeners)
        listener({ session: wanted.session, channel: uri, method, params: {} });
    });
    const close = (): void => {
      stopListening();
      channels.delete(uri);
    };
    return { uri, capabilities: surface.capabilities, close };
  }

  /** Others than the owner are told the same as of a channel that does not exist: it is no way to find one. */
  function channelFor({ uri, caller }: Pick<Message, 'uri' | 'caller'>): Channel | undefined {
    const channel = channels.get(uri);
    const isTheirs = channel?.principal.id === caller.principal.id && caller.watches(channel.session);
    return isTheirs && caller.mcpApps ? channel : undefined;
  }

  function metaOf({ customizationId, principal }: Channel, { params }: Message): Json | undefined {
    const view = ports.metaFor && viewOf(params);
    const tool = params['name'];
    if (view === undefined || typeof tool !== 'string') return undefined;
    return ports.metaFor?.(view, { server: customizationId, tool, principal });
  }

  function request(uri: string, method: string, params: Json, caller: ChannelCaller): Promise<string> {
    const message = { uri, method, params, caller };
    return audited(message, async (channel) => {
      const serve = channel.surface.requests.get(method);
      if (!serve) throw notServed(method, channel);
      if (channel.underWay >= maxRequestsAtOnce) throw tooMany(channel.underWay);
      channel.underWay += 1;
      try {
        const outgoing = withMeta(
          outgoingParams(params),
          method === 'tools/call' && metaOf(channel, message),
        );
        const context = { ...contextOf(channel, message), ...(asksUsers && consentFor(channel, message)) };
        const result = await serve(outgoing, context, method);
        return JSON.stringify(result) ?? 'null';
      } finally {
        channel.underWay -= 1;
      }
    });
  }

  async function notify(uri: string, method: string, params: Json, caller: ChannelCaller): Promise<void> {
    const message = { uri, method, params, caller };
    await audited(message, async (channel) => {
      const serve = channel.surface.notifications.get(method);
      if (!serve) throw notServed(method, channel);
      serve(outgoingParams(params), contextOf(channel, message));
      return '';
    });
  }

  /** Whatever comes of it, one record says so. It is prepared while the server works, and not before. */
  async function audited(message: Message, serve: (channel: Channel) => Promise<string>): Promise<string> {
    const { method, params } = message;
    const startedAt = clock.now();
    const channel = channelFor(message);
    const serving = channel ? serve(channel) : Promise.reject(noChannel());
    const about = entryOf(message, channel);
    try {
      const json = await serving;
      about.decision = 'allowed';
      const allowed = method === 'tools/call' ? allowances[consentIn(params) ?? 'ask'] : undefined;
      if (allowed !== undefined) about.reason = allowed;
      if (json !== '') about.responseBytes = Buffer.byteLength(json);
      return json;
    } catch (error) {
      const told = toldOf(error);
      about.decision = isRefusal(error) ? 'refused' : 'failed';
      about.reason = told instanceof Error ? told.message : String(told);
      throw told;
    } finally {
      about.durationMs = clock.now() - startedAt;
      audit.write(about);
    }
  }

  return {
    open,
    behind(uri, caller) {
      const channel = channelFor({ uri, caller });
      if (!channel) throw noChannel();
      return channel;
    },
    request,
    notify,
    onNotification(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const nothing: ServedSurface = {
  capabilities: {},
  requests: new Map(),
  notifications: new Map(),
  forwarded: new Map(),
};

/** In small letters: some clients write every URI so. */
function randomId(): string {
  return randomBytes(24).toString('hex');
}

type Draft = { -readonly [Key in keyof AuditEntry]: AuditEntry[Key] };

/** As far as it is known before there is an answer. */
function entryOf({ method, params, caller }: Message, channel: Channel | undefined): Draft {
  const entry: Draft = {
    server: channel?.customizationId ?? 'unknown',
    serverName: channel?.serverName ?? 'unknown',
    principal: caller.principal.id,
    clientId: caller.clientId,
    method,
    decision: 'failed',
    requestBytes: sizeOf(params),
  };
  const view = viewOf(params);
  const target = targetOf(params);
  if (channel) entry.session = channel.session;
  if (view !== undefined) entry.view = view;
  if (target !== undefined) entry.target = target;
  return entry;
}

function contextOf({ session, connection, sampling }: Channel, { params, caller }: Message) {
  return { session, connection, sampling, view: viewOf(params), signal: caller.signal };
}

/** For the record. */
const allowances = {
  ask: undefined,
  opener: 'A call of this tool opened the View.',
  once: 'The user allowed this call.',
  view: 'The user allowed this tool for this View.',
} as const;

function consentFor({ consents }: Channel, { params }: Message): Pick<MethodContext, 'consent'> | undefined {
  const consent = consentIn(params);
  if (consent === undefined) return undefined;
  return { consent: (tool) => consents.check(tool, viewOf(params), consent) };
}

/** The tool or resource that a message names. */
function targetOf({ name, uri }: Json): string | undefined {
  if (typeof name === 'string') return name;
  return typeof uri === 'string' ? uri : undefined;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

function noChannel(): ProtocolError {
  return new ProtocolError(
    'MethodNotFound',
    'There is no such channel for this client: its server is not running, or was started anew. Read it off the customization again, as a client that watches the session and declares mcpApps.',
  );
}

function notServed(method: string, { serverName, surface }: Channel): ProtocolError {
  const served = [...surface.requests.keys(), ...surface.notifications.keys()];
  const advice = served.length > 0 ? `It serves ${served.join(', ')}.` : 'It serves nothing.';
  return new ProtocolError(
    'MethodNotFound',
    `The channel of ${serverName} does not serve ${method}, which is not among its capabilities. ${advice}`,
  );
}

function tooMany(count: number): ProtocolError {
  return new ProtocolError(
    'Unavailable',
    `${count} requests are under way on this channel, which is as many as it takes. Wait for some to be answered.`,
  );
}

/** The host said no before the server was asked. */
function isRefusal(error: unknown): boolean {
  return error instanceof ProtocolError;
}
