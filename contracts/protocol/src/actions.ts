import { z } from 'zod';
import { annotationsActions, type AnnotationsAction } from './channels/annotations/actions.ts';
import { changesetActions, type ChangesetAction } from './channels/changeset/actions.ts';
import { chatActions, type ChatAction } from './channels/chat/actions.ts';
import { resourceWatchActions, type ResourceWatchAction } from './channels/resource-watch/actions.ts';
import { rootActions, type RootAction } from './channels/root/actions.ts';
import { sessionActions, type SessionAction } from './channels/session/actions.ts';
import { terminalActions, type TerminalAction } from './channels/terminal/actions.ts';
import { definitionsOf, type ActionDefinition } from './define-actions.ts';
import { ProtocolError } from './errors.ts';
import { explain } from './explain.ts';
import { viewContextActions } from './extensions/view-context.ts';
import { deskActions } from './extensions/workspace/actions.ts';
import { compareVersions, contractOf, type Version } from './versions.ts';

export type StateAction =
  | RootAction
  | SessionAction
  | ChatAction
  | AnnotationsAction
  | TerminalAction
  | ChangesetAction
  | ResourceWatchAction;
export type ActionType = StateAction['type'];

const specs = {
  ...rootActions,
  ...sessionActions,
  ...chatActions,
  ...annotationsActions,
  ...terminalActions,
  ...changesetActions,
  ...resourceWatchActions,
};

/** Every action of the canonical model: its schema, its senders, and the version that introduced it. */
export const actionTable: Readonly<Record<ActionType, ActionDefinition>> = definitionsOf(specs) as Record<
  ActionType,
  ActionDefinition
>;

/** Includes our own actions that a client may send. */
const byType: ReadonlyMap<string, ActionDefinition> = new Map(
  Object.entries({ ...actionTable, ...definitionsOf(deskActions), ...definitionsOf(viewContextActions) }),
);

export function isClientDispatchable(type: string): boolean {
  return byType.get(type)?.by === 'client';
}

/**
 * Whether a client of that version may be sent the action. Types that aren't in the table are unknown, except for ours:
 * the prefix `x-` is reserved for extensions, and clients ignore those that they don't know.
 */
export function isKnownTo(type: string, version: Version): boolean {
  if (type.startsWith('x-loggia/')) return true;
  const since = byType.get(type)?.since;
  return since !== undefined && compareVersions(since, contractOf(version)) <= 0;
}

/** Looked up by type before parsing, so that the cost doesn't grow with the number of actions. */
export function parseAction(input: { readonly type: string }): StateAction {
  const definition = byType.get(input.type);
  if (!definition) throw new ProtocolError('InvalidParams', `There is no action "${input.type}".`);
  const parsed = definition.schema.safeParse(input);
  if (!parsed.success)
    throw new ProtocolError('InvalidParams', explain(parsed.error, `action ${input.type}`));
  return parsed.data as StateAction;
}

/** An action of any version: known ones are checked, others are passed through. */
export const stateActionSchema = z.looseObject({ type: z.string() }).superRefine((value, context) => {
  const parsed = byType.get(value.type)?.schema.safeParse(value);
  for (const issue of parsed?.error?.issues ?? []) context.addIssue({ ...issue } as never);
}) as unknown as z.ZodType<StateAction>;
