import { z } from 'zod';
import type { ChatState } from '../channels/chat/state.ts';
import type { SessionState } from '../channels/session/state.ts';
import { changesSummarySchema, type Changeset, type ChangesSummary } from '../common/text.ts';

/** The extent of a turn's changes. */
const turnChangesSchema = z.object({
  ...changesSummarySchema.shape,
  /** Why something is missing, as a sentence. */
  problem: z.string().optional(),
});
export type TurnChanges = z.infer<typeof turnChangesSchema>;

const turnsKey = 'loggia/turns';
const wholeKey = 'loggia/changes';
/** A catalog is sent as a whole each time: older turns still have their changesets, but aren't counted. */
const mostTurns = 200;

type WithMeta = Changeset & { readonly _meta?: Readonly<Record<string, unknown>> };

/** The changeset of everything that a session's turns changed. */
export function changesetOfSession(session: string): string {
  return `ahp-changeset:/${encodeURIComponent(session)}`;
}

/** The session of a changeset of this host; undefined for another URI. */
export function sessionOfChangeset(uri: string): string | undefined {
  const [, encoded] = /^ahp-changeset:\/([^/]+)(?:\/[^/]*)?$/.exec(uri) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const review = { capabilities: { review: {} } };

/** The entry for all of a session's changes, with their number. */
export function sessionCatalog(session: string, changes: ChangesSummary): Changeset[] {
  const uriTemplate = changesetOfSession(session);
  const whole: WithMeta = {
    label: 'All changes',
    uriTemplate,
    changeKind: 'session',
    ...review,
    _meta: { [wholeKey]: changes },
  };
  return [whole, turnEntry(session)];
}

function turnEntry(session: string): Changeset {
  const uriTemplate = `${changesetOfSession(session)}/{turnId}`;
  return { label: 'Changes of a turn', uriTemplate, changeKind: 'turn', ...review };
}

/** The entry for the changes of a chat's turns, with a number for each. */
export function chatCatalog(
  session: string,
  chat: Pick<ChatState, 'changesets'>,
  turnId: string,
  changes: TurnChanges,
): Changeset[] {
  const turns = new Map(turnChangesOf(chat));
  turns.delete(turnId);
  turns.set(turnId, changes);
  const kept = [...turns].slice(-mostTurns);
  const entry: WithMeta = { ...turnEntry(session), _meta: { [turnsKey]: Object.fromEntries(kept) } };
  return [entry];
}

/** The extent of each turn's changes in a chat, by turn id. Turns that changed nothing are absent. */
export function turnChangesOf({
  changesets,
}: Pick<ChatState, 'changesets'>): ReadonlyMap<string, TurnChanges> {
  const turns = (entryOf(changesets, 'turn')?._meta?.[turnsKey] ?? {}) as Record<string, unknown>;
  return new Map(
    Object.entries(turns).flatMap(([id, value]) => {
      const parsed = turnChangesSchema.safeParse(value);
      return parsed.success ? [[id, parsed.data]] : [];
    }),
  );
}

/** How much a session's turns changed; undefined if they changed nothing. */
export function sessionChangesOf({
  changesets,
}: Pick<SessionState, 'changesets'>): ChangesSummary | undefined {
  const parsed = changesSummarySchema.safeParse(entryOf(changesets, 'session')?._meta?.[wholeKey]);
  return parsed.success ? parsed.data : undefined;
}

function entryOf(changesets: readonly Changeset[] | undefined, kind: string): WithMeta | undefined {
  return changesets?.find(({ changeKind }) => changeKind === kind);
}
