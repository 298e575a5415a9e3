import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { metaSchema, openEnum, openObject, openUnion, timestampSchema, uriSchema } from '../schema.ts';
import { pageSchema } from './artifacts.ts';
import { artifactSchema, idSchema, mimeSchema } from './workspace/artifacts.ts';
import { typeExplanationSchema, typeViewSchema } from './workspace/types.ts';

const server = z.string().min(1).max(200);
const toolResultSchema = openObject({
  content: z.array(z.record(z.string(), z.unknown())).optional(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
  _meta: metaSchema.optional(),
});

const openedSchema = openUnion('kind', [
  openObject({ kind: z.literal('native'), renderer: z.string(), artifact: artifactSchema }),
  openObject({
    kind: z.literal('view'),
    artifact: artifactSchema,
    /** The customization of the workspace whose `mcp://` channel the View speaks on. */
    server: z.string(),
    mcpChannel: uriSchema.optional(),
    tool: z.string(),
    resourceUri: uriSchema.optional(),
    /** Sent by the View's host with each message of the View, so that its server may act on this artifact. */
    view: z.string(),
    /** What the View gets as `tool-input` and `tool-result`. */
    input: z.record(z.string(), z.unknown()),
    result: toolResultSchema,
  }),
]);

const deliverySchema = openObject({
  /** The event's id. */
  id: z.string(),
  event: openEnum(['create', 'commit', 'archive', 'delete']),
  artifact: idSchema,
  workspace: idSchema,
  type: mimeSchema,
  title: z.string(),
  at: timestampSchema,
  status: openEnum(['waiting', 'parked']),
  attempts: z.number(),
  nextAttemptAt: timestampSchema.optional(),
  /** What it waits for, or why it was given up. */
  reason: z.string().optional(),
  server: z.string().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** What handlers are asked for: types, how to open them, what they can do, and what they are told. */
export const typeExtensions = defineCommands({
  'x-loggia/listTypes': {
    says: 'Lists the content types that a workspace knows now.',
    params: { workspace: idSchema },
    result: openObject({ types: z.array(typeViewSchema) }),
  },
  'x-loggia/explainType': {
    says: 'Explains how a content type resolves: who owns it, who else claims it, which rule decided.',
    params: { workspace: idSchema, type: mimeSchema },
    result: openObject({ explanation: typeExplanationSchema }),
  },
  'x-loggia/setTypePolicy': {
    says: 'Decides who wins: which server owns a disputed type, which alternate opens a standard type, which server is trusted with standard types.',
    params: {
      type: mimeSchema.optional(),
      /** Servers in the order in which they own `type`; empty forgets the decision. */
      precedence: z.array(server).max(50).optional(),
      /** The server that opens `type`; "builtin" for the platform's own, null forgets the decision. */
      openWith: server.nullable().optional(),
      trust: z.strictObject({ server, decision: z.enum(['trusted', 'untrusted', 'undecided']) }).optional(),
      /** Permissions beyond the artifact at hand that a server's handlers get when they ask for them. */
      grants: z.strictObject({ server, permissions: z.array(z.enum(['servers'])) }).optional(),
    },
    result: openObject({}),
  },
  'x-loggia/openArtifact': {
    says: 'Opens an artifact in the viewer of its type, or in another one.',
    params: {
      artifact: idSchema,
      version: z.number().int().positive().optional(),
      with: server.optional(),
    },
    result: openObject({ opened: openedSchema }),
  },
  'x-loggia/runAction': {
    says: 'Runs an action that the type of an artifact declares.',
    params: { artifact: idSchema, action: z.string().min(1).max(200) },
    result: openObject({ result: toolResultSchema }),
  },
  'x-loggia/runCapability': {
    says: 'Asks whoever provides it for something about an artifact, such as its text or a summary.',
    params: { artifact: idSchema, capability: z.string().min(1).max(200) },
    result: openObject({ result: toolResultSchema }),
  },
  'x-loggia/listDeliveries': {
    says: 'Lists lifecycle events that their handlers have not taken yet, or could not.',
    params: {
      status: z.enum(['waiting', 'parked']).optional(),
      workspace: idSchema.optional(),
      artifact: idSchema.optional(),
      ...pageSchema,
    },
    result: openObject({ deliveries: z.array(deliverySchema), nextCursor: z.string().optional() }),
  },
  'x-loggia/replayDeliveries': {
    says: 'Tries parked events again.',
    params: { ids: z.array(z.string().max(200)).min(1).max(1000) },
    result: openObject({ replayed: z.number() }),
  },
  'x-loggia/discardDeliveries': {
    says: 'Gives up on events; their handlers never hear of them.',
    params: { ids: z.array(z.string().max(200)).min(1).max(1000) },
    result: openObject({ discarded: z.number() }),
  },
});
export type TypeExtension = keyof typeof typeExtensions;
