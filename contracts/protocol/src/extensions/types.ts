import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import {
  closedObject,
  metaSchema,
  openEnum,
  openObject,
  openUnion,
  timestampSchema,
  uriSchema,
} from '../schema.ts';
import { pageSchema } from './artifacts.ts';
import { artifactSchema, idSchema, mimeSchema } from './workspace/artifacts.ts';
import { typeExplanationSchema, typeViewSchema } from './workspace/types.ts';

const server = z.string().min(1).max(200).describe('The id of the server.');
const workspace = idSchema.describe('The id of the workspace.');
const artifact = idSchema.describe('The id of the artifact.');
const events = z
  .array(z.string().max(200))
  .min(1)
  .max(1000)
  .describe('The ids of the events, from listDeliveries.');
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
    /** The customization of the workspace whose `mcp://` channel the View uses. */
    server: z.string(),
    mcpChannel: uriSchema.optional(),
    tool: z.string(),
    resourceUri: uriSchema.optional(),
    /** Sent by the View's host with each message of the View, so that its server can act on this artifact. */
    view: z.string(),
    /** The View's `tool-input` and `tool-result`. */
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
  /** Why it waits, or why it was given up. */
  reason: z.string().optional(),
  server: z.string().optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Commands on types: listing them, opening artifacts, running capabilities, and the delivery of events. */
export const typeExtensions = defineExtensions({
  'x-loggia/listTypes': {
    says: 'Lists the content types that a workspace knows now.',
    params: { workspace },
    result: openObject({ types: z.array(typeViewSchema) }),
  },
  'x-loggia/explainType': {
    says: 'Explains how a content type resolves: who owns it, who else claims it, which rule decided.',
    params: { workspace, type: mimeSchema.describe('The content type.') },
    result: openObject({ explanation: typeExplanationSchema }),
  },
  'x-loggia/setTypePolicy': {
    says: 'Decides which server owns a disputed type, which alternate opens a standard type, which server is trusted with standard types.',
    params: {
      type: mimeSchema.describe('The content type that "precedence" and "openWith" are about.').optional(),
      precedence: z
        .array(server)
        .max(50)
        .describe('Servers in the order in which they own the type; an empty list removes the decision.')
        .optional(),
      openWith: server
        .nullable()
        .describe('The server that opens the type; "builtin" for the platform, null removes the decision.')
        .optional(),
      trust: closedObject({
        server,
        decision: z
          .enum(['trusted', 'untrusted', 'undecided'])
          .describe('Whether it may own standard types.'),
      })
        .describe('Whether a server is trusted with standard types.')
        .optional(),
      grants: closedObject({
        server,
        permissions: z
          .array(z.enum(['servers']))
          .describe('All permissions of the server; an empty list for none.'),
      })
        .describe(
          'Permissions beyond the artifact at hand that the handlers of a server get when they ask for them.',
        )
        .optional(),
    },
    result: openObject({}),
  },
  'x-loggia/openArtifact': {
    says: 'Opens an artifact in the viewer of its type, or in another one.',
    params: {
      artifact,
      version: z
        .number()
        .int()
        .positive()
        .describe('A committed version; without it, the artifact as it is now.')
        .optional(),
      with: server.describe('The server whose viewer opens it, instead of the usual one.').optional(),
      mode: z
        .literal('view')
        .describe('Opens it to read only, if its type declares the modes "view" and "edit".')
        .optional(),
    },
    result: openObject({ opened: openedSchema }),
  },
  'x-loggia/showArtifacts': {
    says: 'Tells which artifacts this client has on screen now. Drafts from a template that it no longer shows, and that nobody has used or shows elsewhere, go to the trash.',
    params: { artifacts: z.array(idSchema).max(1000).describe('The ids of the artifacts on screen.') },
    result: openObject({ discarded: z.array(openObject({ id: idSchema, title: z.string() })) }),
  },
  'x-loggia/runAction': {
    says: 'Runs an action that the type of an artifact declares.',
    params: {
      artifact,
      action: z.string().min(1).max(200).describe('The name of the action, from listTypes.'),
    },
    result: openObject({ result: toolResultSchema }),
  },
  'x-loggia/runCapability': {
    says: 'Asks the provider of a capability for something about an artifact, such as its text or a summary.',
    params: {
      artifact,
      capability: z
        .string()
        .min(1)
        .max(200)
        .describe('The name of the capability, such as "text"; listTypes has them.'),
    },
    result: openObject({ result: toolResultSchema }),
  },
  'x-loggia/readText': {
    says: 'Reads an artifact as text, in parts if it is long: its content if that is text, the words in it if it is something like a PDF, and its fields if it has no content.',
    params: {
      artifact,
      version: z
        .number()
        .int()
        .positive()
        .describe('A committed version; without it, the artifact as it is now.')
        .optional(),
      offset: z
        .number()
        .int()
        .nonnegative()
        .describe('Where to begin: "nextOffset" of the part before; without it, at the start.')
        .optional(),
      limit: z
        .number()
        .int()
        .positive()
        .max(100_000)
        .describe('The largest number of characters to read; 15,000 by default.')
        .optional(),
    },
    result: openObject({
      text: z.string(),
      /** Where the text comes from. */
      source: openEnum(['content', 'extracted', 'context']),
      /** Set if there is more. */
      nextOffset: z.number().optional(),
    }),
  },
  'x-loggia/listDeliveries': {
    says: "Lists lifecycle events that haven't been delivered to their handlers.",
    params: {
      status: z
        .enum(['waiting', 'parked'])
        .describe('Only events that wait, or only those that were given up.')
        .optional(),
      workspace: workspace.optional(),
      artifact: artifact.optional(),
      ...pageSchema,
    },
    result: openObject({ deliveries: z.array(deliverySchema), nextCursor: z.string().optional() }),
  },
  'x-loggia/replayDeliveries': {
    says: 'Retries parked events.',
    params: { ids: events },
    result: openObject({ replayed: z.number() }),
  },
  'x-loggia/discardDeliveries': {
    says: "Discards events; their handlers don't get them.",
    params: { ids: events },
    result: openObject({ discarded: z.number() }),
  },
});
export type TypeExtension = keyof typeof typeExtensions;
