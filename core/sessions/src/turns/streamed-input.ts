import { findCall } from '../rules/chat-rules.ts';
import type { ActiveTurn } from './active-turn.ts';
import { failure } from './server-call.ts';

interface CallRef {
  readonly turnId: string;
  readonly toolCallId: string;
}

/** Shows the input as it arrives. Stops early if the call has ended meanwhile because its owner left. */
export async function streamedInput(
  turn: ActiveTurn,
  ref: CallRef,
  input: AsyncIterable<string, string | undefined>,
): Promise<string> {
  const pieces = input[Symbol.asyncIterator]();
  let text = '';
  try {
    for (;;) {
      const piece = await pieces.next();
      if (piece.done) return piece.value ?? text;
      if (findCall(turn.state, ref)?.status !== 'streaming') break;
      text += piece.value;
      turn.append({ type: 'chat/toolCallDelta', ...ref, content: piece.value });
    }
    await pieces.return?.();
  } catch (error) {
    const { result } = failure('The agent stopped before the input of the call was complete.');
    const invocationMessage = result.pastTenseMessage;
    // The protocol allows a call to end only after it was ready.
    turn.append({ type: 'chat/toolCallReady', ...ref, invocationMessage, confirmed: 'not-needed' });
    turn.append({ type: 'chat/toolCallComplete', ...ref, result });
    throw error;
  }
  return text;
}
