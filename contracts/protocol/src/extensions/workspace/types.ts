import { z } from 'zod';
import { metaSchema, openEnum, openObject, openUnion } from '../../schema.ts';
import { mimeSchema } from './artifacts.ts';

/** A server, as whoever resolves a type names it. */
const providerSchema = openObject({ server: z.string(), name: z.string() });

const viewerSchema = openUnion('kind', [
  /** The shell shows it by itself. */
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

/** A content type as it resolves now: how to show it, and who answers for it. */
export const typeViewSchema = openObject({
  mime: mimeSchema,
  version: z.string().optional(),
  label: z.string(),
  description: z.string().optional(),
  icon: z.string().optional(),
  color: z.string().optional(),
  badge: z.string().optional(),
  extensions: z.array(z.string()),
  creatable: openObject({ label: z.string().optional(), title: z.string().optional() }).optional(),
  actions: z.array(typeActionSchema),
  owner: openUnion('kind', [
    openObject({ kind: z.literal('platform') }),
    openObject({ kind: z.literal('server'), ...providerSchema.shape }),
    openObject({ kind: z.literal('nobody') }),
  ]),
  viewer: viewerSchema.optional(),
  /** Others that may show it: "open with…". */
  alternates: z.array(
    openObject({
      ...providerSchema.shape,
      /** A tool of that server; of the platform itself, a renderer. */
      tool: z.string().optional(),
      renderer: z.string().optional(),
      label: z.string().optional(),
    }),
  ),
  /** Why nobody owns it although somebody says so, in a sentence. */
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
  /** The files of the definition that holds, by name. */
  files: metaSchema.optional(),
});
export type TypeExplanation = z.infer<typeof typeExplanationSchema>;
