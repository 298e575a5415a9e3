import type { ModelMessage, TextPart, ToolCallPart } from 'ai';
import type { PastPart, PastTurn } from '@loggia/sessions/harness';
import { agentToolName } from '@loggia/sessions/tools';
import { toolResults, type FinishedCall, type ToolSight } from './tool-results.ts';
import { userMessage } from './user-message.ts';

/**
 * The earlier conversation in the form that providers want: user and assistant alternate, and results follow their
 * calls. Calls get new ids, because one provider's ids aren't always valid for another.
 */
export class PastMessages {
  readonly #sight: ToolSight;
  #calls = 0;

  constructor(sight: ToolSight) {
    this.#sight = sight;
  }

  ofTurns(history: readonly PastTurn[]): ModelMessage[] {
    return history.flatMap(({ message, parts }) => {
      const answer = this.ofAnswer(parts);
      return [userMessage(message, this.#sight), ...(answer.length > 0 ? answer : [noAnswer])];
    });
  }

  ofAnswer(parts: readonly PastPart[]): ModelMessage[] {
    const messages: ModelMessage[] = [];
    let said: (TextPart | ToolCallPart)[] = [];
    let finished: FinishedCall[] = [];
    const flush = () => {
      if (said.length > 0) messages.push({ role: 'assistant', content: said });
      if (finished.length > 0) messages.push(...toolResults(finished, this.#sight));
      said = [];
      finished = [];
    };
    for (const part of parts) {
      if (part.kind === 'tool') {
        const call = { toolCallId: `past_${++this.#calls}`, toolName: agentToolName(part.name) };
        said.push({ type: 'tool-call', ...call, input: inputOf(part.input) });
        finished.push({ ...call, outcome: part.outcome });
      } else if (part.text.trim() !== '') {
        // Text after the calls was written with their results in view.
        if (finished.length > 0) flush();
        said.push({ type: 'text', text: part.text.trimEnd() });
      }
    }
    flush();
    return messages;
  }
}

const noAnswer: ModelMessage = { role: 'assistant', content: '(no answer)' };

/** Providers want an object; a call may have been made with something else, and failed. */
function inputOf(json: string): unknown {
  try {
    const input: unknown = JSON.parse(json);
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input };
  } catch {
    return json.trim() === '' ? {} : { input: json };
  }
}
