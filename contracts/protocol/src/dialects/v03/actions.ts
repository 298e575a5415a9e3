import { z } from 'zod';
import {
  chatInputAnswerSchema,
  chatInputAnswersSchema,
  chatInputRequestSchema,
  chatInputResponseSchema,
} from '../../channels/chat/input-requests.ts';
import {
  cancellationReasonSchema,
  confirmedSchema,
  contributorSchema,
  toolContentSchema,
  toolResultSchema,
} from '../../channels/chat/tool-calls.ts';
import { configValuesSchema } from '../../common/config.ts';
import {
  changesetSchema,
  errorInfoSchema,
  stringOrMarkdownSchema,
  usageInfoSchema,
} from '../../common/text.ts';
import { toolDefinitionSchema } from '../../common/tools.ts';
import { defineActions, definitionsOf, type ActionDefinition, type ActionOf } from '../../define-actions.ts';
import { metaSchema, uriSchema } from '../../schema.ts';
import { v03CustomizationSchema, v03McpServerStateSchema } from './customizations.ts';
import { v03AgentSelectionSchema, v03MessageSchema, v03ModelSelectionSchema } from './messages.ts';
import { v03ActiveClientSchema, v03ResponsePartSchema } from './state.ts';
import { v03ConfirmationFields } from './tool-calls.ts';

const id = { id: z.string() };
const turn = { turnId: z.string() };
const part = { ...turn, partId: z.string(), content: z.string() };
const call = { ...turn, toolCallId: z.string(), _meta: metaSchema.optional() };
const pending = { kind: z.enum(['steering', 'queued']), ...id };

/** The session channel of 0.3. Root and resource watches still have the same actions. */
export const v03SessionActions = defineActions({
  'session/ready': { since: '0.1.0', by: 'host', fields: {} },
  'session/creationFailed': { since: '0.1.0', by: 'host', fields: { error: errorInfoSchema } },

  'session/turnStarted': {
    since: '0.1.0',
    by: 'client',
    fields: { ...turn, message: v03MessageSchema, queuedMessageId: z.string().optional() },
  },
  'session/delta': { since: '0.1.0', by: 'host', fields: part },
  'session/reasoning': { since: '0.1.0', by: 'host', fields: part },
  'session/responsePart': { since: '0.1.0', by: 'host', fields: { ...turn, part: v03ResponsePartSchema } },
  'session/usage': { since: '0.1.0', by: 'host', fields: { ...turn, usage: usageInfoSchema } },
  'session/turnComplete': { since: '0.1.0', by: 'host', fields: turn },
  'session/turnCancelled': { since: '0.1.0', by: 'client', fields: turn },
  'session/error': { since: '0.1.0', by: 'host', fields: { ...turn, error: errorInfoSchema } },
  'session/truncated': { since: '0.1.0', by: 'client', fields: { turnId: z.string().optional() } },

  'session/toolCallStart': {
    since: '0.1.0',
    by: 'host',
    fields: {
      ...call,
      toolName: z.string(),
      displayName: z.string(),
      contributor: contributorSchema.optional(),
      /** 0.1's name for the client that runs the call; its readers still look for it here. */
      toolClientId: z.string().optional(),
    },
  },
  'session/toolCallDelta': {
    since: '0.1.0',
    by: 'host',
    fields: { ...call, content: z.string(), invocationMessage: stringOrMarkdownSchema.optional() },
  },
  'session/toolCallReady': {
    since: '0.1.0',
    by: 'host',
    fields: {
      ...call,
      ...v03ConfirmationFields,
      invocationMessage: stringOrMarkdownSchema,
      toolInput: z.string().optional(),
      confirmed: confirmedSchema.optional(),
    },
  },
  'session/toolCallConfirmed': {
    since: '0.1.0',
    by: 'client',
    fields: {
      ...call,
      approved: z.boolean(),
      confirmed: confirmedSchema.optional(),
      editedToolInput: z.string().optional(),
      reason: cancellationReasonSchema.optional(),
      reasonMessage: stringOrMarkdownSchema.optional(),
      userSuggestion: v03MessageSchema.optional(),
      selectedOptionId: z.string().optional(),
    },
  },
  'session/toolCallContentChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { ...call, content: z.array(toolContentSchema) },
  },
  'session/toolCallComplete': {
    since: '0.1.0',
    by: 'client',
    fields: { ...call, result: toolResultSchema, requiresResultConfirmation: z.boolean().optional() },
  },
  'session/toolCallResultConfirmed': {
    since: '0.1.0',
    by: 'client',
    fields: { ...call, approved: z.boolean() },
  },

  'session/inputRequested': { since: '0.1.0', by: 'host', fields: { request: chatInputRequestSchema } },
  'session/inputAnswerChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { requestId: z.string(), questionId: z.string(), answer: chatInputAnswerSchema.optional() },
  },
  'session/inputCompleted': {
    since: '0.1.0',
    by: 'client',
    fields: {
      requestId: z.string(),
      response: chatInputResponseSchema,
      answers: chatInputAnswersSchema.optional(),
    },
  },

  'session/pendingMessageSet': {
    since: '0.1.0',
    by: 'client',
    fields: { ...pending, message: v03MessageSchema },
  },
  'session/pendingMessageRemoved': { since: '0.1.0', by: 'client', fields: pending },
  'session/queuedMessagesReordered': {
    since: '0.1.0',
    by: 'client',
    fields: { order: z.array(z.string()).max(10_000) },
  },

  'session/titleChanged': { since: '0.1.0', by: 'client', fields: { title: z.string().max(2000) } },
  'session/isReadChanged': { since: '0.1.0', by: 'client', fields: { isRead: z.boolean() } },
  'session/isArchivedChanged': { since: '0.1.0', by: 'client', fields: { isArchived: z.boolean() } },
  'session/activityChanged': { since: '0.1.0', by: 'host', fields: { activity: z.string().optional() } },
  /** A client can replace a model but not clear it; the host's own form may leave it out. */
  'session/modelChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { model: v03ModelSelectionSchema.optional() },
  },
  'session/agentChanged': {
    since: '0.2.0',
    by: 'client',
    fields: { agent: v03AgentSelectionSchema.optional() },
  },
  'session/configChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { config: configValuesSchema, replace: z.boolean().optional() },
  },
  'session/metaChanged': { since: '0.1.0', by: 'host', fields: { _meta: metaSchema.optional() } },
  'session/serverToolsChanged': {
    since: '0.1.0',
    by: 'host',
    fields: { tools: z.array(toolDefinitionSchema) },
  },
  'session/changesetsChanged': {
    since: '0.2.0',
    by: 'host',
    fields: { changesets: z.array(changesetSchema).optional() },
  },

  'session/activeClientChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { activeClient: v03ActiveClientSchema.nullable() },
  },
  'session/activeClientToolsChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { tools: z.array(toolDefinitionSchema) },
  },

  'session/customizationsChanged': {
    since: '0.1.0',
    by: 'host',
    fields: { customizations: z.array(v03CustomizationSchema) },
  },
  'session/customizationToggled': { since: '0.1.0', by: 'client', fields: { ...id, enabled: z.boolean() } },
  'session/customizationUpdated': {
    since: '0.1.0',
    by: 'host',
    fields: { customization: v03CustomizationSchema },
  },
  'session/customizationRemoved': { since: '0.2.0', by: 'host', fields: id },
  'session/mcpServerStateChanged': {
    since: '0.3.0',
    by: 'host',
    fields: { ...id, state: v03McpServerStateSchema, channel: uriSchema.optional() },
  },
});

export type V03Action = ActionOf<typeof v03SessionActions>;
export type V03ActionType = V03Action['type'];
export type V03ActionOf<Type extends V03ActionType> = Extract<V03Action, { type: Type }>;

export const v03ActionTable: ReadonlyMap<string, ActionDefinition> = new Map(
  Object.entries(definitionsOf(v03SessionActions)),
);
