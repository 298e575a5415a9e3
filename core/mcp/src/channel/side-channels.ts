import { randomBytes } from 'node:crypto';
import { authorOf, type Principal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import type { Act, AllowedBy, Caller, Recorder } from '../audit/recorder.ts';
import { written } from '../audit/sizes.ts';
import { targetOf } from '../audit/target.ts';
import type { McpTool, ServerConnection } from '../connection.ts';
import {
  servedSurface,
  type ChannelCapabilities,
  type MethodContext,
  type Sampler,
  type ServedSurface,
} from './capabilities.ts';
import type { AskingBack } from './capabilities.ts';
import { outgoingParams, viewOf, withMeta } from './outgoing-params.ts';
import type { ChannelCaller, SideChannels } from './port.ts';
import { toldOf } from './told.ts';
import {
  askedAbout,
  consentIn,
  ViewConsents,
  type ToolForViews,
  type ViewAllowances,
} from './view-consent.ts';

export interface SideChannelPorts {
  readonly recorder: Recorder;
  /** The unguessable part of a URI. Random by default. */
  newId?(): string;
  /** The number of concurrent requests on one channel. */
  readonly maxRequestsAtOnce?: number;
  /** Whether users are asked before something runs that can change something; true by default. */
  readonly asksUsers?: boolean;
  /** Absent: consent ends with the View. */
  readonly allowances?: ViewAllowances;
  /** The `_meta` that a View's tool call sends to its server, in addition to the View's own. */
  metaFor?(
    view: string,
    asked: { readonly server: string; readonly tool: string; readonly principal: Principal },
  ): Json | undefined;
  /**
   * Lets the server of a View's call ask back: the client that shows the View is asked. Absent: nobody is, and the
   * server is told so.
   */
  asking?(call: {
    readonly request: ChannelRequest;
    readonly tool: string;
    readonly clientId: string;
  }): AskingBack;
}

/** The owner of a channel, and the connection behind it. */
export interface ChannelRequest {
  readonly session: string;
  readonly customizationId: string;
  readonly serverName: string;
  /** The fingerprint of the server's definition. */
  readonly definition: string;
  /** Ready: its capabilities are read now. Open another channel when it is ready again. */
  readonly connection: ServerConnection;
  readonly principal: Principal;
  /** Absent: `sampling` isn't advertised. */
  readonly sampling?: Sampler | undefined;
}

export interface OpenChannel {
  readonly uri: string;
  /** Empty if the server has nothing for Views; such a channel isn't worth showing. */
  readonly capabilities: ChannelCapabilities;
  /** Stops serving it. Safe to call twice. */
  close(): void;
}

/** The channels of all sessions; also opens new ones. */
export interface SideChannelHub extends SideChannels {
  open(request: ChannelRequest): OpenChannel;
  /**
   * The connection behind a channel, for clients that may use it. Throws MethodNotFound to all others, as `request`
   * does.
   */
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
  /** The tool that the user always allows to Views. */
  readonly allowed?: McpTool | undefined;
}

export function createSideChannels(ports: SideChannelPorts): SideChannelHub {
  const { recorder, newId = randomId, maxRequestsAtOnce = 100, asksUsers = true } = ports;
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

  /** Others than the owner get the same error as for a missing channel, so that channels can't be probed. */
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

  async function request(uri: string, method: string, params: Json, caller: ChannelCaller): Promise<string> {
    try {
      return written(await answerTo({ uri, method, params, caller }));
    } catch (error) {
      throw toldOf(error);
    }
  }

  /** The called tool if the user always allows it to Views; looked up only if they would be asked otherwise. */
  async function allowedTool(message: Message): Promise<McpTool | undefined> {
    const { params, method } = message;
    const channel = method === 'tools/call' ? channelFor(message) : undefined;
    const tool = channel?.connection.tools.find(({ name }) => name === params['name']);
    if (!channel || !tool || consentIn(params) !== 'ask' || askedAbout(tool) !== 'view') return undefined;
    // If the lookup fails, the user is asked.
    const isAllowed = ports.allowances?.includes(forViews(channel, tool)).catch(() => false);
    return (await isAllowed) ? tool : undefined;
  }

  async function answerTo(message: Message): Promise<unknown> {
    const { params, method } = message;
    const allowed = ports.allowances && (await allowedTool(message));
    const { act, channel, served } = unlessRefused({ ...message, allowed }, (found, context) => {
      const serve = found.surface.requests.get(method);
      if (!serve) throw notServed(method, found);
      if (found.underWay >= maxRequestsAtOnce) throw tooMany(found.underWay);
      const added = method === 'tools/call' && metaOf(found, message);
      return serve(withMeta(outgoingParams(params), added), context, method);
    });
    channel.underWay += 1;
    try {
      return await (served.from === 'server' ? served.result : recorder.run(act, () => served.result));
    } finally {
      channel.underWay -= 1;
    }
  }

  async function notify(uri: string, method: string, params: Json, caller: ChannelCaller): Promise<void> {
    const message = { uri, method, params, caller };
    const { act } = unlessRefused(message, (channel, context) => {
      const serve = channel.surface.notifications.get(method);
      if (!serve) throw notServed(method, channel);
      serve(outgoingParams(params), context);
    });
    await recorder.run(act, async () => undefined);
  }

  /** Records the host's refusals, too. Requests that are passed on are recorded by the connection. */
  function unlessRefused<Served>(
    message: Message,
    serve: (channel: Channel, context: MethodContext) => Served,
  ): { readonly act: Act; readonly channel: Channel; readonly served: Served } {
    const channel = channelFor(message);
    const act = actOf(message, channel);
    try {
      if (!channel) throw noChannel();
      return { act, channel, served: serve(channel, contextOf(channel, message, act.caller)) };
    } catch (error) {
      recorder.missed(act, 'refused', error);
      throw error;
    }
  }

  function contextOf(
    channel: Channel,
    { params, allowed, caller: { signal } }: Message,
    caller: Caller,
  ): MethodContext {
    const { session, connection, sampling, consents } = channel;
    const consentTo = (tool: McpTool): AllowedBy => {
      if (!asksUsers) return 'policy';
      const consent = consentIn(params);
      if (consent === undefined) return 'client';
      // A tool that the server has redefined since the lookup is another object.
      const allowedBy = consents.check(tool, { view: caller.view, consent, isAllowed: allowed === tool });
      if (consent === 'always' && allowedBy === 'always') ports.allowances?.add(forViews(channel, tool));
      return allowedBy;
    };
    const asking = (tool: string): AskingBack | undefined =>
      ports.asking?.({ request: channel, tool, clientId: caller.clientId });
    return { session, connection, sampling, caller, consent: consentTo, asking, signal };
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

function forViews({ customizationId, serverName, definition }: Channel, tool: McpTool): ToolForViews {
  return { server: customizationId, serverName, definition, tool };
}

const nothing: ServedSurface = {
  capabilities: {},
  requests: new Map(),
  notifications: new Map(),
  forwarded: new Map(),
};

/** Lower case: some clients normalize URIs that way. */
function randomId(): string {
  return randomBytes(24).toString('hex');
}

function actOf({ method, params, caller }: Message, channel: Channel | undefined): Act {
  return {
    server: channel?.customizationId ?? 'unknown',
    serverName: channel?.serverName ?? 'unknown',
    session: channel?.session,
    caller: {
      by: 'view',
      principal: authorOf(caller.principal),
      clientId: caller.clientId,
      view: viewOf(params),
    },
    method,
    target: targetOf(params),
    request: params,
  };
}

function noChannel(): ProtocolError {
  return new ProtocolError(
    'MethodNotFound',
    'There is no such channel for this client: its server is not running, or was restarted. Read the channel from the customization again, as a client that watches the session and declares mcpApps.',
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
    `${count} requests are under way on this channel, which is the limit. Wait for some to be answered.`,
  );
}
