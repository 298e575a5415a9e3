import { z } from 'zod';
import { openEnum, openObject, openUnion, timestampSchema, uriSchema } from '../../schema.ts';
import { idSchema } from './artifacts.ts';

/** A limit, because each one is part of the state that every client reads. */
export const mostWindows = 50;

const name = z.string().min(1).max(300);
const place = z.number().int().min(-100_000).max(100_000);
const size = z.number().int().min(1).max(100_000);

/** The content of a window: an artifact, or the View of a tool call. */
const windowTargetSchema = openUnion('kind', [
  openObject({
    kind: z.literal('artifact'),
    artifact: idSchema,
    /** Absent: the current draft. */
    version: z.number().int().positive().optional(),
    /** The server whose viewer shows it, if it isn't the default one. */
    with: name.optional(),
    /** Opened to read, although it could be edited. */
    mode: z.literal('view').optional(),
  }),
  openObject({
    kind: z.literal('toolCall'),
    session: uriSchema.max(1000),
    chat: uriSchema.max(1000),
    turn: name,
    toolCall: name,
  }),
]);
export type WindowTarget = z.infer<typeof windowTargetSchema>;

/** A window on the desk. Its position is a preference: each client fits it into its own screen. */
export const deskWindowSchema = openObject({
  id: name,
  target: windowTargetSchema,
  title: z.string().max(500).optional(),
  x: place,
  y: place,
  width: size,
  height: size,
  /** The highest is in front. */
  order: z.number().int().nonnegative(),
  state: openEnum(['normal', 'minimised', 'maximised', 'left', 'right']).optional(),
});
export type DeskWindow = z.infer<typeof deskWindowSchema>;

/** A limit for the size of the state. */
export const mostLayouts = 20;

/** An arrangement of windows that was saved for everybody on the desk. */
export const deskLayoutSchema = openObject({
  id: name,
  title: z.string().min(1).max(200),
  savedAt: timestampSchema,
  windows: z.array(deskWindowSchema).max(mostWindows),
});
export type DeskLayout = z.infer<typeof deskLayoutSchema>;
