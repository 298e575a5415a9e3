import { z } from 'zod';
import { telemetryCapabilitiesSchema } from '../channels/otlp/capabilities.ts';
import { defineCommands } from '../define-commands.ts';
import { metaSchema, openObject, uriSchema } from '../schema.ts';
import { actionEnvelopeSchema, snapshotSchema } from './envelope.ts';

/** The name and version of a peer; for people to read, never a switch for features. */
export const implementationSchema = openObject({
  name: z.string().max(256),
  version: z.string().max(256).optional(),
  title: z.string().max(256).optional(),
});
export type Implementation = z.infer<typeof implementationSchema>;

export const clientCapabilitiesSchema = openObject({ mcpApps: openObject({}).optional() });
export type ClientCapabilities = z.infer<typeof clientCapabilitiesSchema>;

const clientId = z.string().min(1).max(256);
const subscriptions = z.array(uriSchema).max(10_000);

const initializeResultSchema = openObject({
  protocolVersion: z.string(),
  serverSeq: z.number(),
  snapshots: z.array(snapshotSchema),
  serverInfo: implementationSchema.optional(),
  defaultDirectory: uriSchema.optional(),
  completionTriggerCharacters: z.array(z.string()).optional(),
  terminalCommandPrefix: z.string().optional(),
  telemetry: telemetryCapabilitiesSchema.optional(),
  automations: metaSchema.optional(),
  _meta: metaSchema.optional(),
});
export type InitializeResult = z.infer<typeof initializeResultSchema>;

const reconnectResultSchema = z.discriminatedUnion('type', [
  openObject({
    type: z.literal('replay'),
    actions: z.array(actionEnvelopeSchema),
    missing: z.array(uriSchema),
  }),
  openObject({ type: z.literal('snapshot'), snapshots: z.array(snapshotSchema) }),
]);
export type ReconnectResult = z.infer<typeof reconnectResultSchema>;

const subscribeResultSchema = openObject({ snapshot: snapshotSchema.optional() });
export type SubscribeResult = z.infer<typeof subscribeResultSchema>;

export const connectionCommands = defineCommands({
  initialize: {
    params: {
      protocolVersions: z.array(z.string().max(64)).max(256),
      clientId,
      clientInfo: implementationSchema.optional(),
      initialSubscriptions: subscriptions.optional(),
      locale: z.string().max(64).optional(),
      capabilities: clientCapabilitiesSchema.optional(),
    },
    result: initializeResultSchema,
  },
  reconnect: {
    params: { clientId, lastSeenServerSeq: z.number().int().nonnegative(), subscriptions },
    result: reconnectResultSchema,
  },
  ping: { params: {}, result: z.null() },
  subscribe: {
    params: {
      view: openObject({ turns: z.number().int().nonnegative() }).optional(),
      delivery: openObject({ maxLatencyMs: z.number().nonnegative() }).optional(),
    },
    result: subscribeResultSchema,
  },
});

/** From client to host, without a response: the echo of an action is its answer. */
export const unsubscribeParamsSchema = openObject({ channel: uriSchema });
export const dispatchActionParamsSchema = openObject({
  channel: uriSchema,
  clientSeq: z.number().int(),
  action: openObject({ type: z.string() }),
});
