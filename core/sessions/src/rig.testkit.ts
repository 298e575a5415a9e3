import type { ChatState, ToolCall } from '@loggia/protocol';
import { SessionRig } from '@loggia/testing';
import { onTestFinished } from 'vitest';

/** A host for one test, closed when it ends. */
export async function rig(options: Parameters<typeof SessionRig.open>[0] = {}): Promise<SessionRig> {
  const made = await SessionRig.open(options);
  // Not a hook of this module: files of tests share it, and a hook would only run for the first of them.
  onTestFinished(() => made.close().catch(() => {}));
  return made;
}

/** The text the agent wrote in a turn, the last one by default. */
export function replyOf(state: ChatState, turn = -1): string {
  const parts = state.turns.at(turn)?.responseParts ?? [];
  return parts
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('')
    .trim();
}

/** The calls of the running turn, else of the last one. */
export function callsIn(state: ChatState): readonly ToolCall[] {
  const parts = (state.activeTurn ?? state.turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

/** Waits until the only call of the chat has reached a status. */
export async function callAt(
  host: SessionRig,
  chat: string,
  status: ToolCall['status'],
): Promise<{ turnId: string; toolCallId: string }> {
  const state = await host.until(chat, (now) => callsIn(now)[0]?.status === status);
  const call = callsIn(state)[0];
  if (!call || !state.activeTurn) throw new Error('A call in a running turn was expected.');
  return { turnId: state.activeTurn.id, toolCallId: call.toolCallId };
}
