import { serverTaskMeta, serverTaskOf, type ToolCall, type ToolCallIn } from '@loggia/protocol';
import type { ModelInput } from '../embedded.ts';
import type { ToolReport } from '../equipment.ts';
import { findCall } from '../rules/chat-rules.ts';
import type { ActiveTurn } from './active-turn.ts';
import { resultShown } from './outcome.ts';
import type { CallRef } from './started-call.ts';

/** Shows what came of a call to a server, and waits for the user's review if there is one. Rejects only if the turn ends first. */
export async function completed(
  { turn, modelInput }: { readonly turn: ActiveTurn; readonly modelInput: ModelInput },
  ref: CallRef,
  { report, isReviewed }: { readonly report: ToolReport; readonly isReviewed: boolean },
): Promise<ToolCallIn<'completed' | 'cancelled'>> {
  const call = findCall(turn.state, ref);
  if (call?.status === 'auth-required') turn.append({ type: 'chat/toolCallAuthResolved', ...ref });
  turn.append({
    type: 'chat/toolCallComplete',
    ...ref,
    result: resultShown(report, modelInput.tokens),
    ...(isReviewed && { requiresResultConfirmation: true }),
    ...(report.meta && { _meta: { ...report.meta, ...taskIn(call) } }),
  });
  // The user reviews the result; the agent gets the report.
  return turn.wait((state) => {
    const now = findCall(state, ref);
    return now?.status === 'completed' || now?.status === 'cancelled' ? now : undefined;
  });
}

/** The report's metadata replace the call's, which say what task it was. */
function taskIn(call: ToolCall | undefined): Readonly<Record<string, unknown>> {
  const task = call && serverTaskOf(call);
  return task ? serverTaskMeta(task) : {};
}
