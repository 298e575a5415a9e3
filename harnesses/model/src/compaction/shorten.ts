import type { ModelMessage, ToolModelMessage } from 'ai';
import { messageTokens } from '../context-size.ts';
import type { Conversation } from './conversation.ts';
import { clipped } from './transcript-text.ts';

const leftOut = '[This result was left out to make room. Call the tool again if you need it.]';
/** Results that are hardly longer than the words in their place stay. */
const shortResult = 400;
/** The least that stays of a result that the model hasn't seen yet, in characters. */
const shortestClip = 1_000;

/** Shortens the results of calls, the oldest first, until so many tokens are gone. Returns how many remain to be. */
export function leaveOutResults(conversation: Conversation, tokens: number): number {
  let left = tokens;
  conversation.revise((message, isLastStep) => {
    if (left <= 0) return undefined;
    if (message.role !== 'tool') return message;
    const before = messageTokens(message);
    const next = isLastStep ? withClipped(message, left / before) : withoutResults(message);
    left -= before - messageTokens(next);
    return next;
  });
  return Math.max(0, left);
}

function withoutResults(message: ToolModelMessage): ModelMessage {
  return replaced(message, (text) => (text.length <= shortResult ? text : leftOut));
}

/** The model is yet to see these results: parts of all of them stay. */
function withClipped(message: ToolModelMessage, share: number): ModelMessage {
  return replaced(message, (text) =>
    clipped(text, Math.max(shortestClip, Math.floor(text.length * (1 - Math.min(1, share * 1.1))))),
  );
}

function replaced(message: ToolModelMessage, shorten: (text: string) => string): ModelMessage {
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== 'tool-result') return part;
      const { output } = part;
      if (output.type === 'text' || output.type === 'error-text') {
        return { ...part, output: { ...output, value: shorten(output.value) } };
      }
      if (output.type !== 'content') return part;
      const text = output.value.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n');
      return {
        ...part,
        output: { type: 'text', value: `${shorten(text)}\n[Its images were left out.]`.trim() },
      };
    }),
  };
}
