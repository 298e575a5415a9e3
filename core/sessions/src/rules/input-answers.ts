import type {
  ChatInputAnswer,
  ChatInputAnswers,
  ChatInputQuestion,
  ChatInputRequest,
  ChatInputValue,
} from '@loggia/protocol';
import type { Refusal } from './refusal.ts';

/** The kind of value that answers each kind of question. Questions of later versions accept any. */
const fitting: Readonly<Record<string, string>> = {
  text: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  'single-select': 'selected',
  'multi-select': 'selected-many',
};

export function refuseAnswer(question: ChatInputQuestion | undefined, answer: ChatInputAnswer): Refusal {
  if (!question) return 'The request has no such question.';
  if (answer.state === 'skipped') return undefined;
  const wanted = fitting[question.kind];
  if (wanted && answer.value.kind !== wanted) {
    return `The answer to "${question.id}" must be of the kind "${wanted}".`;
  }
  const { value } = answer.value;
  if (question.kind === 'integer' && !Number.isInteger(value))
    return `The answer to "${question.id}" must be a whole number.`;
  if ('options' in question && !question.allowFreeformInput) {
    const known = new Set(question.options.map((option) => option.id));
    const chosen = Array.isArray(value) ? value : [value];
    if (!chosen.every((id) => known.has(String(id))))
      return `The answer to "${question.id}" is not among its options.`;
  }
  return undefined;
}

export function refuseAnswers(request: ChatInputRequest, answers: ChatInputAnswers): Refusal {
  const questions = request.questions ?? [];
  for (const [id, answer] of Object.entries(answers)) {
    const refusal = refuseAnswer(
      questions.find((question) => question.id === id),
      answer,
    );
    if (refusal) return refusal;
  }
  return undefined;
}

export function refuseIncomplete(request: ChatInputRequest, answers: ChatInputAnswers): Refusal {
  const given = { ...request.answers, ...answers };
  const missing = (request.questions ?? []).find((question) => {
    const answer = given[question.id];
    return question.required && (!answer || answer.state === 'skipped');
  });
  return missing ? `The question "${missing.id}" needs an answer.` : undefined;
}

/** Checked when the form is sent, not while it is filled in: a half-written answer can be too short. */
export function refuseOutOfBounds(request: ChatInputRequest, answers: ChatInputAnswers): Refusal {
  const given = { ...request.answers, ...answers };
  for (const question of request.questions ?? []) {
    const answer = given[question.id];
    if (!answer || answer.state === 'skipped' || !('min' in question || 'max' in question)) continue;
    const { min = -Infinity, max = Infinity } = question;
    const size = sizeOf(answer.value);
    if (size === undefined || (size >= min && size <= max)) continue;
    return `The answer to "${question.id}" must be ${rangeIn(question.kind, question)}.`;
  }
  return undefined;
}

function sizeOf(value: ChatInputValue): number | undefined {
  switch (value.kind) {
    case 'number':
      return value.value;
    case 'text':
      return value.value.length;
    case 'selected-many':
      return value.value.length + (value.freeformValues?.length ?? 0);
    default:
      return undefined;
  }
}

function rangeIn(kind: string, { min, max }: { min?: number | undefined; max?: number | undefined }): string {
  const unit = kind === 'text' ? ' characters long' : kind === 'multi-select' ? ' options' : '';
  if (min === undefined) return `at most ${max}${unit}`;
  return max === undefined ? `at least ${min}${unit}` : `from ${min} to ${max}${unit}`;
}
