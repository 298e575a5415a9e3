import type { ChatInputAnswers, ChatInputQuestion, ChatInputRequest } from '@loggia/protocol';
import type { Form, FormAnswer, FormField } from '../harness.ts';
import type { ActiveTurn } from './active-turn.ts';

function questionOf(field: FormField): ChatInputQuestion {
  const base = {
    id: field.id,
    message: field.message,
    ...(field.required !== undefined && { required: field.required }),
  };
  switch (field.type) {
    case 'number':
      return { kind: 'number', ...base };
    case 'boolean':
      return { kind: 'boolean', ...base };
    case 'choice':
      return { kind: 'single-select', ...base, options: [...(field.choices ?? [])] };
    default:
      return { kind: 'text', ...base };
  }
}

export function requestOf(form: Form): Omit<ChatInputRequest, 'id'> {
  return { message: form.message, questions: form.fields.map(questionOf) };
}

export interface InputAnswer {
  readonly response: 'accept' | 'decline' | 'cancel';
  readonly answers: ChatInputAnswers;
}

export function answerOf({ response, answers }: InputAnswer): FormAnswer {
  if (response !== 'accept') return { kind: 'declined' };
  const values: Record<string, string | number | boolean> = {};
  for (const [id, answer] of Object.entries(answers)) {
    if (answer.state === 'skipped') continue;
    const { value } = answer.value;
    values[id] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { kind: 'accepted', values };
}

/** Asks within the turn, and waits for whoever answers. Rejects when the turn ends first. */
export function askUser(turn: ActiveTurn, request: ChatInputRequest): Promise<InputAnswer> {
  turn.append({ type: 'chat/inputRequested', request });
  return turn.wait((state) => {
    for (const part of state.activeTurn?.responseParts ?? []) {
      if (part.kind !== 'inputRequest' || part.request.id !== request.id) continue;
      if (part.response !== undefined)
        return { response: part.response, answers: part.request.answers ?? {} };
    }
    return undefined;
  });
}

/** Nobody waits for the answer any more. Passed over when it was given. */
export function withdrawQuestion(turn: ActiveTurn, requestId: string): void {
  turn.append({ type: 'chat/inputCompleted', requestId, response: 'cancel' });
}
