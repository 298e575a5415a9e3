import type { ChatInputAnswers, ChatInputQuestion, ChatInputRequest, ChatInputValue } from '@loggia/protocol';
import type { Form, FormAnswer, FormField, FormValue } from '../harness.ts';
import type { ActiveTurn } from './active-turn.ts';

function questionOf(field: FormField): ChatInputQuestion {
  const { id, title, message, required, min, max, format, default: initial } = field;
  const base = {
    id,
    ...(title !== undefined && { title }),
    message,
    ...(required !== undefined && { required }),
  };
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  switch (field.type) {
    case 'number':
    case 'integer':
      return {
        kind: field.type,
        ...base,
        ...bounds,
        ...(typeof initial === 'number' && { defaultValue: initial }),
      };
    case 'boolean':
      return { kind: 'boolean', ...base, ...(typeof initial === 'boolean' && { defaultValue: initial }) };
    case 'choice':
      return { kind: 'single-select', ...base, options: optionsOf(field) };
    case 'choices':
      return { kind: 'multi-select', ...base, ...bounds, options: optionsOf(field) };
    default:
      return {
        kind: 'text',
        ...base,
        ...bounds,
        ...(format !== undefined && { format }),
        ...(typeof initial === 'string' && { defaultValue: initial }),
      };
  }
}

function optionsOf({ choices = [], default: initial }: FormField) {
  const recommended = new Set(Array.isArray(initial) ? initial : [initial]);
  return choices.map(({ id, label, description }) => ({
    id,
    label,
    ...(description !== undefined && { description }),
    ...(recommended.has(id) && { recommended: true }),
  }));
}

/** Undefined if the field can't take the value. */
function valueFor({ type, choices = [], default: initial }: FormField): ChatInputValue | undefined {
  const known = new Set(choices.map((choice) => choice.id));
  switch (type) {
    case 'boolean':
      return typeof initial === 'boolean' ? { kind: 'boolean', value: initial } : undefined;
    case 'number':
    case 'integer':
      return typeof initial === 'number' ? { kind: 'number', value: initial } : undefined;
    case 'choice':
      if (typeof initial !== 'string' || !known.has(initial)) return undefined;
      return { kind: 'selected', value: initial };
    case 'choices': {
      if (!Array.isArray(initial)) return undefined;
      const chosen = (initial as readonly string[]).filter((id) => known.has(id));
      return { kind: 'selected-many', value: chosen };
    }
    default:
      return typeof initial === 'string' ? { kind: 'text', value: initial } : undefined;
  }
}

/** Initial values are drafts: accepting the form unchanged accepts them too. */
export function requestOf(form: Form): Omit<ChatInputRequest, 'id'> {
  const drafts = form.fields.flatMap((field) => {
    const value = valueFor(field);
    return value ? [[field.id, { state: 'draft' as const, value }] as const] : [];
  });
  return {
    message: form.message,
    ...(form.url === undefined ? { questions: form.fields.map(questionOf) } : { url: form.url }),
    ...(drafts.length > 0 && { answers: Object.fromEntries(drafts) }),
  };
}

export interface InputAnswer {
  readonly response: 'accept' | 'decline' | 'cancel';
  readonly answers: ChatInputAnswers;
}

export function answerOf({ response, answers }: InputAnswer): FormAnswer {
  if (response !== 'accept') return { kind: 'declined' };
  const values = Object.entries(answers).flatMap(([id, answer]) =>
    answer.state === 'skipped' ? [] : [[id, formValueOf(answer.value)] as const],
  );
  return { kind: 'accepted', values: Object.fromEntries(values) };
}

function formValueOf(given: ChatInputValue): FormValue {
  return given.kind === 'selected-many' ? [...given.value, ...(given.freeformValues ?? [])] : given.value;
}

/** Asks within the turn and waits for the answer. Rejects if the turn ends first. */
function askUser(turn: ActiveTurn, request: ChatInputRequest): Promise<InputAnswer> {
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

/** The same, unless the signal withdraws the question first, which counts as canceled. */
export async function askUntil(
  turn: ActiveTurn,
  request: ChatInputRequest,
  signal: AbortSignal | undefined,
): Promise<InputAnswer> {
  if (signal?.aborted) return { response: 'cancel', answers: {} };
  const withdraw = (): void => withdrawQuestion(turn, request.id);
  signal?.addEventListener('abort', withdraw, { once: true });
  try {
    return await askUser(turn, request);
  } finally {
    signal?.removeEventListener('abort', withdraw);
  }
}

/** Withdraws a question that nobody waits for any more. Does nothing if it was answered. */
export function withdrawQuestion(turn: ActiveTurn, requestId: string): void {
  turn.append({ type: 'chat/inputCompleted', requestId, response: 'cancel' });
}
