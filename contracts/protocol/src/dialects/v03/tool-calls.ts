import { z } from 'zod';
import {
  cancellationReasonSchema,
  confirmationOptionSchema,
  confirmedSchema,
  contributorSchema,
  toolContentSchema,
  toolResultSchema,
} from '../../channels/chat/tool-calls.ts';
import { fileEditSchema, stringOrMarkdownSchema } from '../../common/text.ts';
import { metaSchema, openObject } from '../../schema.ts';
import { v03MessageSchema } from './messages.ts';

const base = {
  toolCallId: z.string(),
  toolName: z.string(),
  displayName: z.string(),
  contributor: contributorSchema.optional(),
  _meta: metaSchema.optional(),
};
/** Input is always inline: references came later. */
const described = { ...base, invocationMessage: stringOrMarkdownSchema, toolInput: z.string().optional() };
const allowed = {
  ...described,
  confirmed: confirmedSchema,
  selectedOption: confirmationOptionSchema.optional(),
};

/** The fields of a confirmation besides the call itself. */
export const v03ConfirmationFields = {
  confirmationTitle: stringOrMarkdownSchema.optional(),
  edits: openObject({ items: z.array(fileEditSchema) }).optional(),
  editable: z.boolean().optional(),
  options: z.array(confirmationOptionSchema).optional(),
};

export const v03ToolCallSchema = z.discriminatedUnion('status', [
  openObject({
    status: z.literal('streaming'),
    ...base,
    partialInput: z.string().optional(),
    invocationMessage: stringOrMarkdownSchema.optional(),
  }),
  openObject({ status: z.literal('pending-confirmation'), ...described, ...v03ConfirmationFields }),
  openObject({
    status: z.literal('running'),
    ...allowed,
    content: z.array(toolContentSchema).optional(),
  }),
  openObject({ status: z.literal('pending-result-confirmation'), ...allowed, ...toolResultSchema.shape }),
  openObject({ status: z.literal('completed'), ...allowed, ...toolResultSchema.shape }),
  openObject({
    status: z.literal('cancelled'),
    ...described,
    reason: cancellationReasonSchema,
    reasonMessage: stringOrMarkdownSchema.optional(),
    userSuggestion: v03MessageSchema.optional(),
    selectedOption: confirmationOptionSchema.optional(),
  }),
]);
export type V03ToolCall = z.infer<typeof v03ToolCallSchema>;
