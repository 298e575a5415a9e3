import type {
  ChatInputAnswer,
  ChatInputAnswers,
  ChatInputQuestion,
  ChatInputRequest,
} from '@loggia/protocol';
import type { Refusal } from './refusal.ts';

/** The kind of value that answers each kind of question. Questions of a later version take any. */
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
