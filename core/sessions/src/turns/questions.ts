import type { ChatInputAnswers, ChatInputQuestion, ChatInputRequest } from '@loggia/protocol';
import type { Form, FormAnswer, FormField } from '../harness.ts';

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

export function requestOf(id: string, form: Form): ChatInputRequest {
  return { id, message: form.message, questions: form.fields.map(questionOf) };
}

export function answerOf(response: string, answers: ChatInputAnswers = {}): FormAnswer {
  if (response !== 'accept') return { kind: 'declined' };
  const values: Record<string, string | number | boolean> = {};
  for (const [id, answer] of Object.entries(answers)) {
    if (answer.state === 'skipped') continue;
    const { value } = answer.value;
    values[id] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { kind: 'accepted', values };
}
