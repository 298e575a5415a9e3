import { z } from 'zod';
import type { ResponsePart } from '../channels/chat/state.ts';

const key = 'loggia.summary';
const sentence = 'Earlier messages were summarized.';

const markSchema = z.object({
  /** Absent if the agent doesn't say what it wrote. */
  text: z.string().optional(),
  /**
   * The part of the conversation before the mark that an agent is still given, besides the summary: nothing, or everything from a
   * turn on. `calls` is for the turn that has the mark: only its last calls. Absent if the agent keeps its own record of
   * the conversation; then the mark is only shown.
   */
  keeps: z
    .union([
      z.literal('nothing'),
      z.object({ turn: z.string(), calls: z.number().int().nonnegative().optional() }),
    ])
    .optional(),
});
export type SummaryMark = Readonly<z.infer<typeof markSchema>>;

/** AHP has no mark for this: other clients show the sentence alone. */
export function summaryPart(mark: SummaryMark): ResponsePart {
  return { kind: 'systemNotification', content: sentence, _meta: { [key]: { ...mark } } };
}

/** The mark that a part is; undefined for every other part. */
export function summaryMarkOf(part: ResponsePart): SummaryMark | undefined {
  const mark = part.kind === 'systemNotification' ? part._meta?.[key] : undefined;
  if (mark === undefined) return undefined;
  const read = markSchema.safeParse(mark);
  return read.success ? read.data : undefined;
}
