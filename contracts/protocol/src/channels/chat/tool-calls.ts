import { z } from 'zod';
import { authChallengeSchema } from '../../common/auth.ts';
import { contentRefSchema, fileEditSchema, stringOrMarkdownSchema } from '../../common/text.ts';
import { metaSchema, openEnum, openObject, openUnion, uriSchema } from '../../schema.ts';
import { messageSchema } from './messages.ts';

export const contributorSchema = openUnion('kind', [
  openObject({ kind: z.literal('client'), clientId: z.string() }),
  openObject({ kind: z.literal('mcp'), customizationId: z.string() }),
]);
export type Contributor = z.infer<typeof contributorSchema>;

export const toolInputSchema = z.union([z.string(), contentRefSchema]);
export type ToolInput = z.infer<typeof toolInputSchema>;

export const confirmedSchema = openEnum(['not-needed', 'user-action', 'setting']);
export const cancellationReasonSchema = openEnum(['denied', 'skipped', 'result-denied']);

export const confirmationOptionSchema = openObject({
  id: z.string(),
  label: z.string(),
  kind: openEnum(['approve', 'deny']),
  group: z.number().optional(),
});
export type ConfirmationOption = z.infer<typeof confirmationOptionSchema>;

export const toolContentSchema = openUnion('type', [
  openObject({ type: z.literal('text'), text: z.string() }),
  openObject({ type: z.literal('embeddedResource'), data: z.string(), contentType: z.string() }),
  openObject({ type: z.literal('resource'), ...contentRefSchema.shape }),
  openObject({ type: z.literal('fileEdit'), ...fileEditSchema.shape }),
  openObject({
    type: z.literal('terminal'),
    resource: uriSchema,
    title: z.string(),
    isPty: z.boolean().optional(),
    result: openObject({
      exitCode: z.number().optional(),
      preview: z.string().optional(),
      truncated: z.boolean().optional(),
    }).optional(),
  }),
  openObject({
    type: z.literal('subagent'),
    resource: uriSchema,
    title: z.string(),
    agentName: z.string().optional(),
    description: z.string().optional(),
  }),
]);
export type ToolContent = z.infer<typeof toolContentSchema>;

const result = {
  success: z.boolean(),
  pastTenseMessage: stringOrMarkdownSchema,
  content: z.array(toolContentSchema).optional(),
  structuredContent: z.unknown().optional(),
  error: openObject({ message: z.string(), code: z.string().optional() }).optional(),
};
export const toolResultSchema = openObject(result);
export type ToolResult = z.infer<typeof toolResultSchema>;

/** The fields of a confirmation besides the call itself. */
export const confirmationFields = {
  confirmationTitle: stringOrMarkdownSchema.optional(),
  riskAssessment: metaSchema.optional(),
  edits: openObject({ items: z.array(fileEditSchema) }).optional(),
  editable: z.boolean().optional(),
  options: z.array(confirmationOptionSchema).optional(),
};

const base = {
  toolCallId: z.string(),
  toolName: z.string(),
  displayName: z.string(),
  intention: z.string().optional(),
  contributor: contributorSchema.optional(),
  _meta: metaSchema.optional(),
};
const described = {
  ...base,
  invocationMessage: stringOrMarkdownSchema,
  toolInput: toolInputSchema.optional(),
};
const allowed = {
  ...described,
  confirmed: confirmedSchema,
  selectedOption: confirmationOptionSchema.optional(),
};
const content = { content: z.array(toolContentSchema).optional() };

export const toolCallSchema = openUnion('status', [
  openObject({
    status: z.literal('streaming'),
    ...base,
    partialInput: z.string().optional(),
    invocationMessage: stringOrMarkdownSchema.optional(),
  }),
  openObject({ status: z.literal('pending-confirmation'), ...described, ...confirmationFields }),
  openObject({ status: z.literal('running'), ...allowed, ...content }),
  openObject({ status: z.literal('auth-required'), ...allowed, ...content, auth: authChallengeSchema }),
  openObject({ status: z.literal('pending-result-confirmation'), ...allowed, ...result }),
  openObject({ status: z.literal('completed'), ...allowed, ...result }),
  openObject({
    status: z.literal('cancelled'),
    ...described,
    reason: cancellationReasonSchema,
    reasonMessage: stringOrMarkdownSchema.optional(),
    userSuggestion: messageSchema.optional(),
    selectedOption: confirmationOptionSchema.optional(),
  }),
]);
export type ToolCall = z.infer<typeof toolCallSchema>;
export type ToolCallStatus = ToolCall['status'];
export type ToolCallIn<S extends ToolCallStatus> = Extract<ToolCall, { status: S }>;
