import type { McpServerCustomization } from '@loggia/protocol';
import type { AllowedBy, Caller } from '../audit/recorder.ts';
import type { CancelSignal } from '../cancel-signal.ts';
import type { CallOptions, ConnectionChange, McpTool, ServerConnection, ServerFacts } from '../connection.ts';
import { callTool, createMessage, listTools, logMessage, proxy } from './methods.ts';

/** The value of `mcpApp.capabilities` in the customization. */
export type ChannelCapabilities = NonNullable<McpServerCustomization['mcpApp']>['capabilities'];

type Json = Readonly<Record<string, unknown>>;

/** Answers a sampling request with the session's model, in MCP's format. */
export type Sampler = (params: Json, signal: AbortSignal) => Promise<Json>;

/** Lets a server ask back during a call. */
export interface AskingBack {
  readonly hooks: Pick<CallOptions, 'elicit' | 'sample'>;
  /** The call is over. */
  end(): void;
}

/** The context of a channel's methods. Fields that clients may not set have been removed from the parameters. */
export interface MethodContext {
  readonly session: string;
  readonly connection: ServerConnection;
  readonly sampling: Sampler | undefined;
  readonly caller: Caller;
  /** Why a View's call of that tool may run. Throws if the user must allow it first. */
  consent(tool: McpTool): AllowedBy;
  /** For a call of that tool; undefined if nobody can be asked. */
  asking(tool: string): AskingBack | undefined;
  readonly signal: CancelSignal;
}

/** An answer and its source: the server, whose connection records the request, or the host itself. */
export interface Answer {
  readonly from: 'server' | 'host';
  readonly result: Promise<unknown>;
}

/** Throws if the host refuses. */
export type RequestMethod = (params: Json, context: MethodContext, method: string) => Answer;
export type NotificationMethod = (params: Json, context: MethodContext) => void;

interface Capability<Advertised> {
  /** Undefined: the server has nothing of this kind. */
  advertised(facts: ServerFacts, sampling: Sampler | undefined): Advertised | undefined;
  readonly requests: Readonly<Record<string, RequestMethod>>;
  readonly notifications: Readonly<Record<string, NotificationMethod>>;
  /** The notification that is forwarded if `listChanged` is advertised. */
  readonly forwarded?: { readonly when: ConnectionChange; readonly method: string };
}

type CapabilityTable = {
  readonly [Name in 'serverTools' | 'serverResources' | 'logging' | 'sampling']: Capability<
    NonNullable<ChannelCapabilities[Name]>
  >;
};

/** One table for both: exactly what is advertised is served. */
const table: CapabilityTable = {
  serverTools: {
    advertised: ({ tools }) => tools && listOf(tools),
    requests: { 'tools/list': listTools, 'tools/call': callTool },
    notifications: {},
    forwarded: { when: 'tools', method: 'notifications/tools/list_changed' },
  },
  serverResources: {
    advertised: ({ resources }) => resources && listOf(resources),
    requests: { 'resources/list': proxy, 'resources/templates/list': proxy, 'resources/read': proxy },
    notifications: {},
    forwarded: { when: 'resources', method: 'notifications/resources/list_changed' },
  },
  logging: {
    // The modern era has no level to set: each request carries its own.
    advertised: ({ logging, era }) => (logging && era === 'legacy' ? {} : undefined),
    requests: { 'logging/setLevel': proxy },
    notifications: { 'notifications/message': logMessage },
  },
  sampling: {
    advertised: (_facts, sampling) => (sampling ? {} : undefined),
    requests: { 'sampling/createMessage': createMessage },
    notifications: {},
  },
};

function listOf({ listChanged }: { readonly listChanged: boolean }): { listChanged?: true } {
  return listChanged ? { listChanged } : {};
}

/** The capabilities and methods of one channel. */
export interface ServedSurface {
  readonly capabilities: ChannelCapabilities;
  readonly requests: ReadonlyMap<string, RequestMethod>;
  readonly notifications: ReadonlyMap<string, NotificationMethod>;
  readonly forwarded: ReadonlyMap<ConnectionChange, string>;
}

export function servedSurface(facts: ServerFacts, sampling: Sampler | undefined): ServedSurface {
  const capabilities: Record<string, Json> = {};
  const requests = new Map<string, RequestMethod>();
  const notifications = new Map<string, NotificationMethod>();
  const forwarded = new Map<ConnectionChange, string>();
  for (const [name, capability] of Object.entries<Capability<Json>>(table)) {
    const advertised = capability.advertised(facts, sampling);
    if (!advertised) continue;
    capabilities[name] = advertised;
    for (const [method, serve] of Object.entries(capability.requests)) requests.set(method, serve);
    for (const [method, serve] of Object.entries(capability.notifications)) notifications.set(method, serve);
    if (capability.forwarded && advertised['listChanged'] === true)
      forwarded.set(capability.forwarded.when, capability.forwarded.method);
  }
  return { capabilities, requests, notifications, forwarded };
}
