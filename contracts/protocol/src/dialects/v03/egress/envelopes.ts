import type { ChangesetAction } from '../../../channels/changeset/actions.ts';
import type { ResourceWatchAction } from '../../../channels/resource-watch/actions.ts';
import type { TerminalAction } from '../../../channels/terminal/actions.ts';
import type { Origin } from '../../../connection/envelope.ts';
import type { V03Action } from '../actions.ts';
import { plainForm } from './plain-form.ts';
import { actionsFor, type CanonicalAction, type Projection } from './project-action.ts';
import type { V03RootAction } from './project-state.ts';
import type { Inline } from '../view.ts';

/** An entry of the canonical log. */
export interface LoggedAction extends CanonicalAction {
  readonly serverSeq: number;
  readonly origin?: Origin | undefined;
}

export interface V03Envelope {
  readonly channel: string;
  readonly action: V03Action | V03RootAction | TerminalAction | ChangesetAction | ResourceWatchAction;
  readonly serverSeq: number;
  readonly origin?: Origin;
}

/**
 * Several envelopes may share the number of one canonical entry; they belong together. The first one carries the
 * origin: there the sender drops its optimistic state.
 */
export function enveloped(
  channel: string,
  actions: readonly V03Envelope['action'][],
  { serverSeq, origin }: Pick<LoggedAction, 'serverSeq' | 'origin'>,
): V03Envelope[] {
  return actions.map((action, index) =>
    index === 0 && origin ? { channel, action, serverSeq, origin } : { channel, action, serverSeq },
  );
}

/** The envelopes of an entry for one client: its sender gets an answer even if nothing changed. */
export function envelopesFor(
  clientId: string,
  resource: string,
  entry: LoggedAction,
  projection: Projection,
  inline?: Inline,
): V03Envelope[] {
  const told = actionsFor(projection, clientId);
  const own = entry.origin?.clientId === clientId;
  const echo = told.length === 0 && own ? plainForm(entry.action, inline) : undefined;
  return enveloped(resource, echo ? [echo] : told, entry);
}
