import { z } from 'zod';
import { chatActions, type ChatAction } from './channels/chat/actions.ts';
import { resourceWatchActions, type ResourceWatchAction } from './channels/resource-watch/actions.ts';
import { rootActions, type RootAction } from './channels/root/actions.ts';
import { sessionActions, type SessionAction } from './channels/session/actions.ts';
import { definitionsOf, type ActionDefinition } from './define-actions.ts';
import { ProtocolError } from './errors.ts';
import { explain } from './explain.ts';
import { deskActions } from './extensions/workspace/actions.ts';
import { compareVersions, type Version } from './versions.ts';

export type StateAction = RootAction | SessionAction | ChatAction | ResourceWatchAction;
export type ActionType = StateAction['type'];

const specs = { ...rootActions, ...sessionActions, ...chatActions, ...resourceWatchActions };

/** Every action of the canonical model: its schema, who may send it, and since when it exists. */
export const actionTable: Readonly<Record<ActionType, ActionDefinition>> = definitionsOf(specs) as Record<
  ActionType,
  ActionDefinition
>;

/** With those of ours that a client may send. */
const byType: ReadonlyMap<string, ActionDefinition> = new Map(
  Object.entries({ ...actionTable, ...definitionsOf(deskActions) }),
);

export function isClientDispatchable(type: string): boolean {
  return byType.get(type)?.by === 'client';
}

/**
 * Whether a client of that version knows the action. Types that are not in the table are nobody's, but for ours:
 * they go only to who watches a channel of ours.
 */
export function isKnownTo(type: string, version: Version): boolean {
  if (type.startsWith('x-loggia/')) return true;
  const since = byType.get(type)?.since;
  return since !== undefined && compareVersions(since, version) <= 0;
}

/** Looked up by type before parsing, so that the cost does not grow with the number of actions. */
export function parseAction(input: { readonly type: string }): StateAction {
  const definition = byType.get(input.type);
  if (!definition) throw new ProtocolError('InvalidParams', `There is no action "${input.type}".`);
  const parsed = definition.schema.safeParse(input);
  if (!parsed.success)
    throw new ProtocolError('InvalidParams', explain(parsed.error, `action ${input.type}`));
  return parsed.data as StateAction;
}

/** An action of any version: known ones are checked, others are carried as they are. */
export const stateActionSchema = z.looseObject({ type: z.string() }).superRefine((value, context) => {
  const parsed = byType.get(value.type)?.schema.safeParse(value);
  for (const issue of parsed?.error?.issues ?? []) context.addIssue({ ...issue } as never);
}) as unknown as z.ZodType<StateAction>;
