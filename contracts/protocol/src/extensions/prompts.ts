import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject } from '../schema.ts';
import { sessionScope } from './servers.ts';

const name = z.string().min(1).max(1000);
const server = name.describe('The id of the server, or its name if it is unique.');
const prompt = name.describe('The name of the prompt.');
const values = z.record(z.string(), z.string());
const scope = { session: sessionScope };

const promptSchema = openObject({
  server: z.string(),
  serverName: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  arguments: z.array(
    openObject({
      name: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      required: z.boolean().optional(),
    }),
  ),
});
export type ServerPrompt = z.infer<typeof promptSchema>;

/** The prompts that MCP servers offer. */
export const promptExtensions = defineExtensions({
  /** From servers that are ready; no server is started for this. */
  'x-loggia/listPrompts': {
    params: { server: server.optional(), ...scope },
    result: openObject({ prompts: z.array(promptSchema) }),
  },
  /** Returns MCP's own messages, and their text for a composer. */
  'x-loggia/getPrompt': {
    params: {
      server,
      prompt,
      arguments: values.describe('The arguments of the prompt, by name.').optional(),
      ...scope,
    },
    result: openObject({
      description: z.string().optional(),
      messages: z.array(openObject({ role: z.string(), content: z.record(z.string(), z.unknown()) })),
      text: z.string(),
    }),
  },
  /** None from a server that suggests nothing. */
  'x-loggia/completePrompt': {
    params: {
      server,
      prompt,
      argument: name.describe('The name of the argument.'),
      value: z.string().max(10_000).describe('The text typed so far.'),
      arguments: values.describe('The other arguments, as far as they are known.').optional(),
      ...scope,
    },
    result: openObject({ values: z.array(z.string()) }),
  },
});

export type PromptExtension = keyof typeof promptExtensions;
