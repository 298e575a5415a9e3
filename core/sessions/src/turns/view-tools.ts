import { viewToolMark, type SessionState, type ToolCallIn, type ToolResult } from '@loggia/protocol';
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
 * Waits until the client has run the call, and records it. Rejects only if the turn ends first. The answer doesn't count
 * if the View may not offer the tool any more.
 */
export async function runInView(
  {
    turn,
    equipment,
    ref,
    isOffered,
  }: {
    readonly turn: ActiveTurn;
    readonly equipment: Pick<TurnEquipment, 'viewCall'>;
    readonly ref: { readonly turnId: string; readonly toolCallId: string };
    isOffered(): boolean;
  },
  call: ViewCall,
): Promise<ToolCallIn<'completed' | 'cancelled'> | 'withdrawn'> {
  let ended: ToolCallIn<'completed' | 'cancelled'> | undefined;
  const work = async (): Promise<ToolResult> => {
    const now = await turn.wait((state) => {
      const found = findCall(state, ref);
      return found?.status === 'completed' || found?.status === 'cancelled' ? found : undefined;
    });
    ended = now;
    if (now.status === 'completed') return now;
    return { success: false, pastTenseMessage: now.reasonMessage ?? '' };
  };
  await equipment.viewCall(call, work);
  if (!ended || !isOffered()) return 'withdrawn';
  return ended;
}
