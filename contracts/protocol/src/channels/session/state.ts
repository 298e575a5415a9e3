import { z } from 'zod';
import { configStateSchema } from '../../common/config.ts';
import { statusSchema } from '../../common/status.ts';
import { changesetSchema, changesSummarySchema, errorInfoSchema } from '../../common/text.ts';
import { toolDefinitionSchema } from '../../common/tools.ts';
import { metaSchema, openEnum, openObject, openUnion, timestampSchema, uriSchema } from '../../schema.ts';
import { annotationsSummarySchema } from '../annotations/state.ts';
import { chatInputRequestSchema } from '../chat/input-requests.ts';
import { chatOriginSchema, chatSummarySchema, interactivitySchema } from '../chat/summary.ts';
import { toolCallSchema } from '../chat/tool-calls.ts';
import { clientPluginSchema, customizationSchema } from './customizations.ts';

const metadata = {
  provider: z.string(),
  title: z.string(),
  status: statusSchema,
  activity: z.string().optional(),
  origin: openUnion('kind', [
    openObject({ kind: z.literal('automation'), automation: uriSchema, run: uriSchema }),
  ]).optional(),
  project: openObject({ uri: uriSchema, displayName: z.string() }).optional(),
  workingDirectories: z.array(uriSchema).optional(),
  annotations: annotationsSummarySchema.optional(),
};

export const activeClientSchema = openObject({
  clientId: z.string(),
  displayName: z.string().optional(),
  tools: z.array(toolDefinitionSchema),
  customizations: z.array(clientPluginSchema).optional(),
});
export type ActiveClient = z.infer<typeof activeClientSchema>;

const waiting = { id: z.string(), chat: uriSchema };
const waitingCall = { ...waiting, turnId: z.string(), toolCall: toolCallSchema };

/** One thing that the session waits for. It names the chat on which to answer. */
export const inputNeededSchema = openUnion('kind', [
  openObject({ kind: z.literal('chatInput'), ...waiting, request: chatInputRequestSchema }),
  openObject({ kind: z.literal('toolConfirmation'), ...waitingCall }),
  openObject({ kind: z.literal('toolClientExecution'), ...waitingCall, clientId: z.string() }),
  openObject({ kind: z.literal('toolAuthentication'), ...waitingCall }),
]);
export type InputNeeded = z.infer<typeof inputNeededSchema>;

export const sessionStateSchema = openObject({
  ...metadata,
  lifecycle: openEnum(['creating', 'ready', 'failed']),
  creationError: errorInfoSchema.optional(),
  serverTools: z.array(toolDefinitionSchema).optional(),
  activeClients: z.array(activeClientSchema),
  chats: z.array(chatSummarySchema),
  defaultChat: uriSchema.optional(),
  config: configStateSchema.optional(),
  customizations: z.array(customizationSchema).optional(),
  changesets: z.array(changesetSchema).optional(),
  inputNeeded: z.array(inputNeededSchema).optional(),
  _meta: metaSchema.optional(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

const sessionChatSummarySchema = openObject({
  resource: uriSchema,
  title: z.string(),
  origin: chatOriginSchema.optional(),
  interactivity: interactivitySchema.optional(),
  status: statusSchema.optional(),
  changes: changesSummarySchema.optional(),
});
export type SessionChatSummary = z.infer<typeof sessionChatSummarySchema>;

export const sessionSummarySchema = openObject({
  ...metadata,
  resource: uriSchema,
  createdAt: timestampSchema,
  modifiedAt: timestampSchema,
  changes: changesSummarySchema.optional(),
  chats: z.array(sessionChatSummarySchema).optional(),
  defaultChat: uriSchema.optional(),
  _meta: metaSchema.optional(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;
