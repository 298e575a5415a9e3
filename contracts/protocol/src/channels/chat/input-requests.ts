import { z } from 'zod';
import { openObject, openUnion } from '../../schema.ts';

const question = {
  id: z.string(),
  title: z.string().optional(),
  message: z.string(),
  required: z.boolean().optional(),
};
const option = openObject({
  id: z.string(),
  label: z.string(),
  description: z.string().optional(),
  recommended: z.boolean().optional(),
});
const bounds = { min: z.number().optional(), max: z.number().optional() };

export const chatInputQuestionSchema = openUnion('kind', [
  openObject({
    kind: z.literal('text'),
    ...question,
    ...bounds,
    format: z.string().optional(),
    defaultValue: z.string().optional(),
  }),
  openObject({
    kind: z.enum(['number', 'integer']),
    ...question,
    ...bounds,
    defaultValue: z.number().optional(),
  }),
  openObject({ kind: z.literal('boolean'), ...question, defaultValue: z.boolean().optional() }),
  openObject({
    kind: z.literal('single-select'),
    ...question,
    options: z.array(option),
    allowFreeformInput: z.boolean().optional(),
  }),
  openObject({
    kind: z.literal('multi-select'),
    ...question,
    ...bounds,
    options: z.array(option),
    allowFreeformInput: z.boolean().optional(),
  }),
]);
export type ChatInputQuestion = z.infer<typeof chatInputQuestionSchema>;

const freeform = { freeformValues: z.array(z.string()).optional() };
export const chatInputValueSchema = openUnion('kind', [
  openObject({ kind: z.literal('text'), value: z.string() }),
  openObject({ kind: z.literal('number'), value: z.number() }),
  openObject({ kind: z.literal('boolean'), value: z.boolean() }),
  openObject({ kind: z.literal('selected'), value: z.string(), ...freeform }),
  openObject({ kind: z.literal('selected-many'), value: z.array(z.string()), ...freeform }),
]);
export type ChatInputValue = z.infer<typeof chatInputValueSchema>;

export const chatInputAnswerSchema = z.discriminatedUnion('state', [
  openObject({ state: z.literal('draft'), value: chatInputValueSchema }),
  openObject({ state: z.literal('submitted'), value: chatInputValueSchema }),
  openObject({ state: z.literal('skipped') }),
]);
export type ChatInputAnswer = z.infer<typeof chatInputAnswerSchema>;

export const chatInputAnswersSchema = z.record(z.string(), chatInputAnswerSchema);
export type ChatInputAnswers = z.infer<typeof chatInputAnswersSchema>;

export const chatInputRequestSchema = openObject({
  id: z.string(),
  message: z.string().optional(),
  url: z.string().optional(),
  questions: z.array(chatInputQuestionSchema).optional(),
  answers: chatInputAnswersSchema.optional(),
});
export type ChatInputRequest = z.infer<typeof chatInputRequestSchema>;

export const chatInputResponseSchema = z.enum(['accept', 'decline', 'cancel']);
export type ChatInputResponse = z.infer<typeof chatInputResponseSchema>;
