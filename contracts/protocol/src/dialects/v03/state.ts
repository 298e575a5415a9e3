import { z } from 'zod';
import { chatInputRequestSchema } from '../../channels/chat/input-requests.ts';
import { configStateSchema } from '../../common/config.ts';
import { statusSchema } from '../../common/status.ts';
import {
  changesetSchema,
  changesSummarySchema,
  contentRefSchema,
  errorInfoSchema,
  stringOrMarkdownSchema,
  usageInfoSchema,
} from '../../common/text.ts';
import { toolDefinitionSchema } from '../../common/tools.ts';
import { metaSchema, openEnum, openObject, openUnion, uriSchema } from '../../schema.ts';
import { v03ClientPluginSchema, v03CustomizationSchema } from './customizations.ts';
import {
  v03AgentSelectionSchema,
  v03MessageSchema,
  v03ModelSelectionSchema,
  v03PendingMessageSchema,
} from './messages.ts';
import { v03ToolCallSchema } from './tool-calls.ts';

/**
 * The session of AHP 0.3: one conversation inside the session itself, one active client, and a summary
 * whose timestamps are milliseconds.
 */

export const v03ResponsePartSchema = openUnion('kind', [
  openObject({ kind: z.literal('markdown'), id: z.string(), content: z.string() }),
  openObject({ kind: z.literal('reasoning'), id: z.string(), content: z.string() }),
  openObject({ kind: z.literal('contentRef'), ...contentRefSchema.shape }),
  openObject({ kind: z.literal('toolCall'), toolCall: v03ToolCallSchema }),
  openObject({ kind: z.literal('systemNotification'), content: stringOrMarkdownSchema }),
]);
export type V03ResponsePart = z.infer<typeof v03ResponsePartSchema>;

const turn = {
  id: z.string(),
  message: v03MessageSchema,
  responseParts: z.array(v03ResponsePartSchema),
  usage: usageInfoSchema.optional(),
};

export const v03TurnSchema = openObject({
  ...turn,
  state: z.enum(['complete', 'cancelled', 'error']),
  error: errorInfoSchema.optional(),
});
export type V03Turn = z.infer<typeof v03TurnSchema>;

export const v03ActiveTurnSchema = openObject(turn);
export type V03ActiveTurn = z.infer<typeof v03ActiveTurnSchema>;

export const v03ActiveClientSchema = openObject({
  clientId: z.string(),
  displayName: z.string().optional(),
  tools: z.array(toolDefinitionSchema),
  customizations: z.array(v03ClientPluginSchema).optional(),
});
export type V03ActiveClient = z.infer<typeof v03ActiveClientSchema>;

export const v03SessionSummarySchema = openObject({
  resource: uriSchema,
  provider: z.string(),
  title: z.string(),
  status: statusSchema,
  activity: z.string().optional(),
  createdAt: z.number(),
  modifiedAt: z.number(),
  project: openObject({ uri: uriSchema, displayName: z.string() }).optional(),
  model: v03ModelSelectionSchema.optional(),
  agent: v03AgentSelectionSchema.optional(),
  workingDirectory: uriSchema.optional(),
  changes: changesSummarySchema.optional(),
});
export type V03SessionSummary = z.infer<typeof v03SessionSummarySchema>;

export const v03SessionStateSchema = openObject({
  summary: v03SessionSummarySchema,
  lifecycle: openEnum(['creating', 'ready', 'creationFailed']),
  creationError: errorInfoSchema.optional(),
  serverTools: z.array(toolDefinitionSchema).optional(),
  activeClient: v03ActiveClientSchema.optional(),
  turns: z.array(v03TurnSchema),
  activeTurn: v03ActiveTurnSchema.optional(),
  steeringMessage: v03PendingMessageSchema.optional(),
  queuedMessages: z.array(v03PendingMessageSchema).optional(),
  inputRequests: z.array(chatInputRequestSchema).optional(),
  config: configStateSchema.optional(),
  customizations: z.array(v03CustomizationSchema).optional(),
  changesets: z.array(changesetSchema).optional(),
  _meta: metaSchema.optional(),
});
export type V03SessionState = z.infer<typeof v03SessionStateSchema>;
