import { z } from 'zod';
import { metaSchema, openEnum, openObject, openUnion } from '../../schema.ts';
import { mimeSchema } from './artifacts.ts';

/** A server as a provider of a type. */
const providerSchema = openObject({ server: z.string(), name: z.string() });

const viewerSchema = openUnion('kind', [
  /** Shown by the shell itself. */
  openObject({ kind: z.literal('native'), renderer: z.string() }),
  /** A tool of that server, whose View the shell shows. */
  openObject({ kind: z.literal('view'), server: z.string(), tool: z.string() }),
]);
export type Viewer = z.infer<typeof viewerSchema>;

const typeActionSchema = openObject({
  id: z.string(),
  label: z.string(),
  icon: z.string().optional(),
  confirm: z.string().optional(),
  states: z.array(z.string()).optional(),
});

/** A content type as it currently resolves: how to show it, and its owner. */
export const typeViewSchema = openObject({
  mime: mimeSchema,
  version: z.string().optional(),
  label: z.string(),
  description: z.string().optional(),
  icon: z.string().optional(),
  color: z.string().optional(),
  badge: z.string().optional(),
  /** The ways to open it that its viewer knows: "view", "edit". Absent if its definition doesn't say. */
  modes: z.array(z.string()).optional(),
  /** The states that cards and windows mark. Absent: drafts and what is archived, in words of the client. */
  states: z
    .array(openObject({ state: z.string(), label: z.string().optional(), color: z.string().optional() }))
    .optional(),
  extensions: z.array(z.string()),
  creatable: openObject({ label: z.string().optional(), title: z.string().optional() }).optional(),
  /** An introduction to the type for new users; `{title}` stands for the title of an artifact. */
  introduction: openObject({
    say: z.string().optional(),
    step: openObject({ label: z.string(), done: openEnum(['opened', 'changed']) }).optional(),
  }).optional(),
  actions: z.array(typeActionSchema),
  owner: openUnion('kind', [
    openObject({ kind: z.literal('platform') }),
    openObject({ kind: z.literal('server'), ...providerSchema.shape }),
    openObject({ kind: z.literal('nobody') }),
  ]),
  viewer: viewerSchema.optional(),
  /** Other providers that can show it: "open with…". */
  alternates: z.array(
    openObject({
      ...providerSchema.shape,
      /** A tool of that server; for the platform itself, a renderer. */
      tool: z.string().optional(),
      renderer: z.string().optional(),
      label: z.string().optional(),
    }),
  ),
  /** Why it has no owner despite a claim, in a sentence. */
  problem: z.string().optional(),
});
export type TypeView = z.infer<typeof typeViewSchema>;

export const typeExplanationSchema = openObject({
  mime: mimeSchema,
  type: typeViewSchema.optional(),
  /** The rule that decided, by a short name, and each step as a sentence. */
  rule: z.string(),
  steps: z.array(z.string()),
  claims: z.array(
    openObject({
      ...providerSchema.shape,
      trust: openEnum(['platform', 'trusted', 'untrusted']),
      verdict: z.string(),
    }),
  ),
  problems: z.array(z.string()),
  /** The files of the definition in effect, by name. */
  files: metaSchema.optional(),
});
export type TypeExplanation = z.infer<typeof typeExplanationSchema>;
