import type { McpServerCustomization } from '@loggia/protocol';
import type { AllowedBy, Caller } from '../audit/recorder.ts';
import type { CancelSignal } from '../cancel-signal.ts';
import type { ConnectionChange, McpTool, ServerConnection, ServerFacts } from '../connection.ts';
import { callTool, createMessage, listTools, logMessage, proxy } from './methods.ts';

/** As it stands in `mcpApp.capabilities` of the customization. */
export type ChannelCapabilities = NonNullable<McpServerCustomization['mcpApp']>['capabilities'];

type Json = Readonly<Record<string, unknown>>;

/** Answers a request of the session's model, in MCP's words. */
export type Sampler = (params: Json, signal: AbortSignal) => Promise<Json>;

/** What a method of the channel works with. Parameters have been rid of what is not the client's to say. */
export interface MethodContext {
  readonly session: string;
  readonly connection: ServerConnection;
  readonly sampling: Sampler | undefined;
  readonly caller: Caller;
  /** Why a View's call of that tool may run. Throws where the user has to allow it first. */
  consent(tool: McpTool): AllowedBy;
  readonly signal: CancelSignal;
}

/** Who answers a request: the server, whose connection puts it on record, or the host by itself. */
export interface Answer {
  readonly from: 'server' | 'host';
  readonly result: Promise<unknown>;
}

/** Throws what the host refuses. */
export type RequestMethod = (params: Json, context: MethodContext, method: string) => Answer;
export type NotificationMethod = (params: Json, context: MethodContext) => void;

interface Capability<Advertised> {
  /** Undefined: the server has nothing of this kind. */
  advertised(facts: ServerFacts, sampling: Sampler | undefined): Advertised | undefined;
  readonly requests: Readonly<Record<string, RequestMethod>>;
  readonly notifications: Readonly<Record<string, NotificationMethod>>;
  /** What is passed on where `listChanged` is advertised. */
  readonly forwarded?: { readonly when: ConnectionChange; readonly method: string };
}

type CapabilityTable = {
  readonly [Name in 'serverTools' | 'serverResources' | 'logging' | 'sampling']: Capability<
    NonNullable<ChannelCapabilities[Name]>
  >;
};

/** One table for both: what is advertised is served, and nothing else is. */
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
    // The modern era has no level to set: each request says what it wants logged.
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

/** What one channel serves. */
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
