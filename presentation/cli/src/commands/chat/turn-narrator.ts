import {
  callLocationsOf,
  planOf,
  type ActiveTurn,
  type ResponsePart,
  type SessionState,
  type ToolCall,
  type Turn,
} from '@loggia/protocol';
import { callLine, hasView, inputOf, ownerOf, plainText, resultOf } from '../tool-call-words.ts';
import type { ChatEvent, ToolEvent } from './chat-event.ts';

/**
 * Reports a turn as it grows, each thing once. It compares states rather than following actions: after a lost
 * connection the state may have jumped, and earlier parts are not reported again.
 */
export class TurnNarrator {
  /** Progress by position of the part: the length of the reported text, the status of a call, or the steps of a plan. */
  readonly #told = new Map<number, number | string>();
  #usage = '';

  news(turn: ActiveTurn | Turn, session: SessionState | undefined): readonly ChatEvent[] {
    const events = turn.responseParts.flatMap((part, at) => this.#newsOf(part, at, session));
    const usage = JSON.stringify(turn.usage ?? {});
    if (turn.usage !== undefined && usage !== this.#usage) events.push({ type: 'usage', usage: turn.usage });
    this.#usage = usage;
    return events;
  }

  #newsOf(part: ResponsePart, at: number, session: SessionState | undefined): readonly ChatEvent[] {
    const told = this.#told.get(at);
    switch (part.kind) {
      case 'markdown':
      case 'reasoning': {
        const from = typeof told === 'number' ? told : 0;
        if (part.content.length <= from) return [];
        this.#told.set(at, part.content.length);
        const text = part.content.slice(from);
        return [{ type: part.kind === 'markdown' ? 'text' : 'reasoning', text }];
      }
      case 'toolCall': {
        const { toolCall } = part;
        const event = toolEvent(toolCall, session);
        // The end of a plan says nothing new.
        const news = event.plan ? JSON.stringify(event.plan) : toolCall.status;
        if (told === news) return [];
        this.#told.set(at, news);
        return [event];
      }
      default: {
        if (told !== undefined) return [];
        this.#told.set(at, part.kind);
        return eventsOf(part);
      }
    }
  }
}

function toolEvent(call: ToolCall, session: SessionState | undefined): ToolEvent {
  const server = ownerOf(call, session);
  const input = inputOf(call);
  const result = resultOf(call);
  const locations = callLocationsOf(call);
  const plan = planOf(call);
  return {
    type: 'tool',
    id: call.toolCallId,
    name: call.displayName,
    ...(server !== undefined && { server }),
    status: call.status,
    ...(input !== '' && { input }),
    ...(result !== '' && { result }),
    ...(locations.length > 0 && { locations }),
    ...(plan && { plan }),
    ...(hasView(call) && { hasView: true }),
    line: callLine(call, session),
  };
}

function eventsOf(
  part: Exclude<ResponsePart, { kind: 'markdown' | 'reasoning' | 'toolCall' }>,
): readonly ChatEvent[] {
  switch (part.kind) {
    case 'systemNotification':
      return [{ type: 'notice', text: plainText(part.content) }];
    case 'error':
      return [{ type: 'error', message: part.error.message, resumable: part.resumable === true }];
    case 'contentRef': {
      const { uri, contentType } = part;
      return [{ type: 'resource', uri, ...(contentType !== undefined && { contentType }) }];
    }
    default:
      // Questions are reported by the code that has them answered.
      return [];
  }
}
