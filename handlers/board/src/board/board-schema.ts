import { z } from 'zod';
import { boardLimits, columnColors, dayPattern } from './board.ts';

const id = z.string().min(1).max(64);
const title = z.string().min(1).max(boardLimits.title);

export const cardFields = {
  title,
  text: z.string().max(boardLimits.text),
  labels: z.array(z.string().min(1).max(boardLimits.label)).max(boardLimits.labels),
  due: z.string().regex(dayPattern, { error: 'must be a day such as 2026-11-16' }),
  done: z.boolean(),
};

const columnSchema = z.looseObject({
  id,
  title,
  color: z.enum(columnColors).optional(),
  limit: z.int().positive().max(boardLimits.cards).optional(),
  done: z.boolean().optional(),
});

const cardSchema = z.looseObject({
  id,
  column: id,
  order: z.number().optional(),
  title: cardFields.title,
  text: cardFields.text.optional(),
  labels: cardFields.labels.optional(),
  due: cardFields.due.optional(),
  done: cardFields.done.optional(),
  archived: z.boolean().optional(),
});

/** The `context` of a board, as it may be committed. */
export const boardSchema = z.looseObject({
  columns: z.array(columnSchema).max(boardLimits.columns),
  cards: z.array(cardSchema).max(boardLimits.cards),
  progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }).optional(),
});
