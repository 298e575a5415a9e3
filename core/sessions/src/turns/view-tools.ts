import type { Scheduler } from '@loggia/kernel';
import {
  viewToolLimits,
  viewToolMark,
  type SessionState,
  type ToolCallIn,
  type ToolResult,
} from '@loggia/protocol';
import type { ViewCall } from '../equipment.ts';
import type { HarnessTool, SpeakingView } from '../harness.ts';
import type { TurnEquipment } from '../host-tools/turn-equipment.ts';
import { findCall } from '../rules/chat-rules.ts';
import { serverName } from '../server-name.ts';
import type { ActiveTurn } from './active-turn.ts';
import type { ToolSubject } from './confirmations.ts';
import type { Offer } from './toolbox.ts';

type ViewOffer = Extract<Offer['from'], { kind: 'view' }>;

/**
 * The tool for the agent. Whatever the View says about it is attributed to the View, and a hint that it only reads is
 * left out: nobody vouches for it.
 */
export function viewHarnessTool({ tool, from }: Offer, session: SessionState): HarnessTool {
  if (from.kind !== 'view') return tool;
  const { readOnly: _hint, description, ...rest } = tool;
  const server = serverName(session, from.view.server);
  const source = `Offered by the View "${from.view.title}" of "${server}", which the user has open.`;
  const said = description === undefined ? '' : ` The View describes it so: ${description}`;
  return { ...rest, server, description: `${source}${said}` };
}

/** The facts for the confirmation of a call; undefined if agents can't use the tool now. */
export function viewSubject(
  session: { readonly uri: string; readonly state: SessionState },
  { name, view, definition }: ViewOffer,
  equipment: Pick<TurnEquipment, 'viewTool'>,
): ToolSubject | undefined {
  const fingerprint = equipment.viewTool(session.uri, view, definition);
  if (fingerprint === undefined) return undefined;
  return {
    session: session.uri,
    project: session.state.project?.uri,
    server: view.server,
    serverName: serverName(session.state, view.server),
    tool: name,
    definition: fingerprint,
    // A View's hints are its own word, so no hint spares the user a question.
    readOnly: false,
    ownName: view.name,
    annotations: definition.annotations,
    view,
  };
}

export function viewIntroduction({ tool, from }: Offer):
  | {
      readonly toolName: string;
      readonly displayName: string;
      readonly contributor: { readonly kind: 'client'; readonly clientId: string };
      readonly _meta: Record<string, unknown>;
    }
  | undefined {
  if (from.kind !== 'view') return undefined;
  const { clientId, name, view } = from;
  return {
    toolName: name,
    displayName: tool.title ?? view.name,
    contributor: { kind: 'client', clientId },
    _meta: viewToolMark(view),
  };
}

/** The View behind a question, as the user knows it. */
export function viewIn({ view, serverName: server }: ToolSubject): SpeakingView | undefined {
  return view && { title: view.title, server };
}

/**
 * Waits until the client has run the call, and records it. Ends the call if the client doesn't: its tab may be frozen, or
 * the machine asleep, while the connection looks fine. Rejects only if the turn ends first. The answer doesn't count if
 * the View may not offer the tool any more.
 */
export async function runInView(
  {
    turn,
    equipment,
    scheduler,
    ref,
    isOffered,
  }: {
    readonly turn: ActiveTurn;
    readonly equipment: Pick<TurnEquipment, 'viewCall'>;
    readonly scheduler: Pick<Scheduler, 'after'>;
    readonly ref: { readonly turnId: string; readonly toolCallId: string };
    isOffered(): boolean;
  },
  call: ViewCall,
): Promise<ToolCallIn<'completed' | 'cancelled'> | 'withdrawn'> {
  let ended: ToolCallIn<'completed' | 'cancelled'> | undefined;
  const work = async (): Promise<ToolResult> => {
    const stopTimer = scheduler.after(viewToolLimits.clientMs, () => {
      turn.append({ type: 'chat/toolCallComplete', ...ref, result: unanswered(call.view.title) });
    });
    const now = await turn
      .wait((state) => {
        const found = findCall(state, ref);
        return found?.status === 'completed' || found?.status === 'cancelled' ? found : undefined;
      })
      .finally(stopTimer);
    ended = now;
    if (now.status === 'completed') return now;
    return { success: false, pastTenseMessage: now.reasonMessage ?? '' };
  };
  await equipment.viewCall(call, work);
  if (!ended || !isOffered()) return 'withdrawn';
  return ended;
}

function unanswered(view: string): ToolResult {
  const seconds = viewToolLimits.clientMs / 1000;
  const message = `The browser that shows the View "${view}" didn't answer within ${seconds} seconds, so the call was ended. It may or may not have had an effect. Ask the user to bring the View to the front, then try again.`;
  return { success: false, pastTenseMessage: message, error: { message, code: 'timeout' } };
}
