import { z } from 'zod';
import { typeLimits } from '../limits.ts';
import { colorSchema, iconSchema } from './icon.ts';
import { jsonObjectSchema, line, toolNameSchema } from './words.ts';

export const artifactStates = ['draft', 'committed', 'archived'] as const;
export type ArtifactState = (typeof artifactStates)[number];

const statesSchema = z.array(z.enum(artifactStates)).max(artifactStates.length);

/** Renderers of the shell itself. Only definitions of the platform can name one. */
export const nativeRenderers = [
  'text',
  'markdown',
  'json',
  'image',
  'audio',
  'video',
  'pdf',
  'csv',
  'html',
  'download',
] as const;
export type NativeRenderer = (typeof nativeRenderers)[number];

/** A tool of the server whose `_meta.ui.resourceUri` names its View, or a renderer of the shell. */
export const viewerSchema = z.union(
  [z.object({ tool: toolNameSchema }), z.object({ native: z.enum(nativeRenderers) })],
  { error: 'must name a tool of this server that has a View, such as { "tool": "open_invoice" }' },
);
export type Viewer = z.infer<typeof viewerSchema>;

/** A state that cards and windows mark, possibly with a word and a color of the type's own. */
const markedStateSchema = z.union(
  [
    z.enum(artifactStates),
    z.object({ state: z.enum(artifactStates), label: line(24).optional(), color: colorSchema.optional() }),
  ],
  { error: 'must be "draft", "committed" or "archived", or an object with state, label and color' },
);

function nameOfState(marked: z.infer<typeof markedStateSchema>): ArtifactState {
  return typeof marked === 'string' ? marked : marked.state;
}

const actionSchema = z.object({
  id: z.string().regex(/^[a-z][a-zA-Z0-9._-]{0,63}$/, { error: 'must be an id such as "send"' }),
  label: line(80),
  icon: iconSchema.optional(),
  tool: toolNameSchema.optional(),
  /** A question that the user must answer first. */
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

/** An introduction to the type for new users. A shell offers it if there is an artifact of the type. */
const introductionSchema = z.object({
  /** A message for an agent; `{title}` stands for the title of the artifact. */
  say: line(200).optional(),
  /**
   * One thing to try, and how to tell that it was tried: the artifact was opened, or is no longer its first version.
   */
  step: z.object({ label: line(80), done: z.enum(['opened', 'changed']) }).optional(),
});

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
  states: z
    .array(markedStateSchema)
    .max(artifactStates.length)
    .refine((states) => new Set(states.map(nameOfState)).size === states.length, {
      error: 'must not name a state twice',
    })
    .optional(),
  viewer: viewerSchema.optional(),
  creatable: creatableSchema.optional(),
  introduction: introductionSchema.optional(),
  actions: z
    .array(actionSchema)
    .max(typeLimits.actions)
    .refine((actions) => new Set(actions.map(({ id }) => id)).size === actions.length, {
      error: 'must not have two actions with the same id',
    })
    .optional(),
});
export type Presentation = z.infer<typeof presentationSchema>;
