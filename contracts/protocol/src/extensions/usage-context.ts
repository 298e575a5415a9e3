import { z } from 'zod';
import type { ChatState } from '../channels/chat/state.ts';
import type { UsageInfo } from '../common/text.ts';
import { openEnum } from '../schema.ts';

const key = 'loggia.context';
const tokens = z.int().nonnegative();

const contextPartSchema = z.object({
  kind: openEnum([
    'instructions',
    'rules',
    'skills',
    'tools',
    'history',
    'attachments',
    'viewContext',
    'turn',
  ]),
  /** For users: the name of the server for `tools`, of the file for an attachment. */
  label: z.string(),
  tokens,
});

const contextUseSchema = z.object({
  used: tokens,
  window: tokens.min(1).optional(),
  parts: z.array(contextPartSchema).readonly().optional(),
});

/** How full the model's context window was at the last step of a turn, and with what. */
export type ContextUse = z.infer<typeof contextUseSchema>;
export type ContextPart = z.infer<typeof contextPartSchema>;

/** Adds how full the context window is. */
export function withContextUse(usage: UsageInfo, context: ContextUse): UsageInfo {
  return { ...usage, _meta: { ...usage._meta, [key]: context } };
}

export function contextUseOf(usage: UsageInfo | undefined): ContextUse | undefined {
  const read = contextUseSchema.safeParse(usage?._meta?.[key]);
  return read.success ? read.data : undefined;
}

const ofFinished = new WeakMap<ChatState['turns'], { readonly use: ContextUse | undefined }>();

/** While a turn runs, the finished ones stay the same array, and are not traversed for each word. */
function contextUseOfFinished(turns: ChatState['turns']): ContextUse | undefined {
  const known = ofFinished.get(turns);
  if (known) return known.use;
  let use: ContextUse | undefined;
  for (let at = turns.length - 1; at >= 0 && use === undefined; at--) use = contextUseOf(turns[at]?.usage);
  ofFinished.set(turns, { use });
  return use;
}

/** How full the context window of a chat is; undefined if its last turns were run by agents that didn't say. */
export function contextUseOfChat({
  turns,
  activeTurn,
}: Pick<ChatState, 'turns' | 'activeTurn'>): ContextUse | undefined {
  return contextUseOf(activeTurn?.usage) ?? contextUseOfFinished(turns);
}
