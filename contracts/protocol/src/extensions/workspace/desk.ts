import { z } from 'zod';
import { openEnum, openObject, openUnion, uriSchema } from '../../schema.ts';
import { idSchema } from './artifacts.ts';

/** More are in nobody's interest, and each one is a part of the state that every client reads. */
export const mostWindows = 50;

const name = z.string().min(1).max(300);
const place = z.number().int().min(-100_000).max(100_000);
const size = z.number().int().min(1).max(100_000);

/** What a window shows: an artifact, or the View of a tool call. */
const windowTargetSchema = openUnion('kind', [
  openObject({
    kind: z.literal('artifact'),
    artifact: idSchema,
    /** Absent: as it stands. */
    version: z.number().int().positive().optional(),
    /** The server whose viewer shows it, where it is not the default one. */
    with: name.optional(),
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

/** A window on the desk. Its place is a wish: whoever shows it fits it into the room there is. */
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
