import { z } from 'zod';
import { authChallengeSchema } from '../../common/auth.ts';
import { changesetSchema, stringOrMarkdownSchema, usageInfoSchema } from '../../common/text.ts';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { metaSchema, timestampSchema, uriSchema } from '../../schema.ts';
import {
  chatInputAnswersSchema,
  chatInputAnswerSchema,
  chatInputRequestSchema,
  chatInputResponseSchema,
} from './input-requests.ts';
import { messageSchema } from './messages.ts';
import { backgroundWorkSchema, errorPartSchema, responsePartSchema, turnSchema } from './state.ts';
import {
  cancellationReasonSchema,
  confirmationFields,
  confirmedSchema,
  contributorSchema,
  toolContentSchema,
  toolInputSchema,
  toolResultSchema,
} from './tool-calls.ts';

const turn = { turnId: z.string() };
const ended = { ...turn, duration: z.number() };
const part = { ...turn, partId: z.string(), content: z.string() };
const call = { ...turn, toolCallId: z.string(), _meta: metaSchema.optional() };
const directory = { directory: uriSchema };
const pendingKind = z.enum(['steering', 'queued']);

export const chatActions = defineActions({
  'chat/turnStarted': {
    since: '0.4.0',
    by: 'client',
    fields: {
      ...turn,
      startedAt: timestampSchema,
      message: messageSchema,
      queuedMessageId: z.string().optional(),
    },
  },
  'chat/delta': { since: '0.4.0', by: 'host', fields: part },
  'chat/responsePart': { since: '0.4.0', by: 'host', fields: { ...turn, part: responsePartSchema } },
  'chat/reasoning': { since: '0.4.0', by: 'host', fields: part },
  'chat/usage': { since: '0.4.0', by: 'host', fields: { ...turn, usage: usageInfoSchema } },
  'chat/turnComplete': { since: '0.4.0', by: 'host', fields: ended },
  'chat/turnCancelled': { since: '0.4.0', by: 'client', fields: ended },
  'chat/error': { since: '0.4.0', by: 'host', fields: { ...ended, part: errorPartSchema } },
  'chat/turnResume': { since: '0.9.0', by: 'client', fields: turn },
  'chat/activityChanged': { since: '0.5.0', by: 'host', fields: { activity: z.string().optional() } },
  'chat/backgroundWorkSet': { since: '1.0.0', by: 'host', fields: { work: backgroundWorkSchema } },
  'chat/backgroundWorkRemoved': { since: '1.0.0', by: 'host', fields: { id: z.string() } },
  'chat/movableChanged': { since: '1.0.0', by: 'host', fields: { movable: z.boolean() } },
  'chat/changesetsChanged': {
    since: '1.0.0',
    by: 'host',
    fields: { changesets: z.array(changesetSchema).optional() },
  },
  'chat/canvasesChanged': {
    since: '1.0.0',
    by: 'host',
    fields: { canvases: z.array(metaSchema).optional() },
  },
  'chat/workingDirectorySet': { since: '0.7.0', by: 'client', fields: directory },
  'chat/workingDirectoryRemoved': { since: '0.7.0', by: 'client', fields: directory },
  'chat/truncated': { since: '0.4.0', by: 'client', fields: { turnId: z.string().optional() } },
  'chat/turnsLoaded': {
    since: '0.5.1',
    by: 'host',
    fields: { turns: z.array(turnSchema), turnsNextCursor: z.string().optional() },
  },
  'chat/pendingMessageSet': {
    since: '0.4.0',
    by: 'client',
    fields: { kind: pendingKind, id: z.string(), message: messageSchema },
  },
  'chat/pendingMessageRemoved': {
    since: '0.4.0',
    by: 'client',
    fields: { kind: pendingKind, id: z.string() },
  },
  'chat/queuedMessagesReordered': {
    since: '0.4.0',
    by: 'client',
    fields: { order: z.array(z.string()).max(10_000) },
  },
  'chat/draftChanged': { since: '0.5.0', by: 'client', fields: { draft: messageSchema.optional() } },
  'chat/isReadChanged': { since: '1.0.0', by: 'client', fields: { isRead: z.boolean() } },
  'chat/isArchivedChanged': { since: '1.0.0', by: 'client', fields: { isArchived: z.boolean() } },
  'chat/inputRequested': { since: '0.4.0', by: 'host', fields: { request: chatInputRequestSchema } },
  'chat/inputAnswerChanged': {
    since: '0.4.0',
    by: 'client',
    fields: { requestId: z.string(), questionId: z.string(), answer: chatInputAnswerSchema.optional() },
  },
  'chat/inputCompleted': {
    since: '0.4.0',
    by: 'client',
    fields: {
      requestId: z.string(),
      response: chatInputResponseSchema,
      answers: chatInputAnswersSchema.optional(),
    },
  },
  'chat/toolCallStart': {
    since: '0.4.0',
    by: 'host',
    fields: {
      ...call,
      toolName: z.string(),
      displayName: z.string(),
      intention: z.string().optional(),
      contributor: contributorSchema.optional(),
    },
  },
  'chat/toolCallDelta': {
    since: '0.4.0',
    by: 'host',
    fields: { ...call, content: z.string().optional(), invocationMessage: stringOrMarkdownSchema.optional() },
  },
  'chat/toolCallReady': {
    since: '0.4.0',
    by: 'host',
    fields: {
      ...call,
      ...confirmationFields,
      invocationMessage: stringOrMarkdownSchema,
      toolInput: toolInputSchema.optional(),
      confirmed: confirmedSchema.optional(),
      contributor: contributorSchema.optional(),
      intention: z.string().optional(),
    },
  },
  'chat/toolCallConfirmed': {
    since: '0.4.0',
    by: 'client',
    fields: {
      ...call,
      approved: z.boolean(),
      confirmed: confirmedSchema.optional(),
      editedToolInput: z.string().optional(),
      reason: cancellationReasonSchema.optional(),
      reasonMessage: stringOrMarkdownSchema.optional(),
      userSuggestion: messageSchema.optional(),
      selectedOptionId: z.string().optional(),
    },
  },
  'chat/toolCallContentChanged': {
    since: '0.4.0',
    by: 'client',
    fields: { ...call, content: z.array(toolContentSchema) },
  },
  'chat/toolCallComplete': {
    since: '0.4.0',
    by: 'client',
    fields: { ...call, result: toolResultSchema, requiresResultConfirmation: z.boolean().optional() },
  },
  'chat/toolCallResultConfirmed': {
    since: '0.4.0',
    by: 'client',
    fields: { ...call, approved: z.boolean() },
  },
  'chat/toolCallAuthRequired': { since: '0.6.0', by: 'host', fields: { ...call, auth: authChallengeSchema } },
  'chat/toolCallAuthResolved': { since: '0.6.0', by: 'host', fields: call },
});
export type ChatAction = ActionOf<typeof chatActions>;
