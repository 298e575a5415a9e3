import { z } from 'zod';
import { typeLimits } from '../limits.ts';
import { colorSchema, iconSchema } from './icon.ts';
import { jsonObjectSchema, line, toolNameSchema } from './words.ts';

export const artifactStates = ['draft', 'committed', 'archived'] as const;
export type ArtifactState = (typeof artifactStates)[number];

const statesSchema = z.array(z.enum(artifactStates)).max(artifactStates.length);

/** What a shell can show by itself. Only definitions of the platform may name one. */
export const nativeRenderers = [
  'text',
  'markdown',
  'json',
  'image',
  'audio',
  'video',
  'pdf',
  'csv',
  'download',
] as const;
export type NativeRenderer = (typeof nativeRenderers)[number];

/** A tool of the server whose `_meta.ui.resourceUri` names its View, or a renderer of the shell. */
export const viewerSchema = z.union(
  [z.object({ tool: toolNameSchema }), z.object({ native: z.enum(nativeRenderers) })],
  { error: 'must name a tool of this server that has a View, such as { "tool": "open_invoice" }' },
);
export type Viewer = z.infer<typeof viewerSchema>;

const actionSchema = z.object({
  id: z.string().regex(/^[a-z][a-zA-Z0-9._-]{0,63}$/, { error: 'must be an id such as "send"' }),
  label: line(80),
  icon: iconSchema.optional(),
  tool: toolNameSchema.optional(),
  /** The question that the user answers before anything is done. */
  confirm: line(300).optional(),
  states: statesSchema.optional(),
});
export type TypeAction = z.infer<typeof actionSchema>;

const creatableSchema = z.union(
  [
    z.boolean(),
    z.object({
      label: line(80).optional(),
      title: line(200).optional(),
      context: jsonObjectSchema.optional(),
      content: z
        .string()
        .max(64 * 1024)
        .optional(),
    }),
  ],
  { error: 'must be true, false, or an object with label, title, context and content for a new artifact' },
);

/** `presentation.json` */
export const presentationSchema = z.object({
  label: line(80),
  icon: iconSchema.optional(),
  color: colorSchema.optional(),
  badge: line(24).optional(),
  modes: z
    .array(z.enum(['view', 'edit']))
    .max(2)
    .optional(),
  states: statesSchema.optional(),
  viewer: viewerSchema.optional(),
  creatable: creatableSchema.optional(),
  actions: z
    .array(actionSchema)
    .max(typeLimits.actions)
    .refine((actions) => new Set(actions.map(({ id }) => id)).size === actions.length, {
      error: 'must not have two actions with the same id',
    })
    .optional(),
});
export type Presentation = z.infer<typeof presentationSchema>;
