import type { ChatInputQuestion, ChatInputValue } from '@loggia/protocol';
import { printable, printableLine } from '../../../output/printable.ts';

/** The lines above the prompt of a question. */
export function questionLines(question: ChatInputQuestion): readonly string[] {
  const { title, message } = question;
  const isSaid = title === undefined || title === message;
  const optional = question.required === true ? '' : ' (optional)';
  const head = isSaid ? printable(message) : `${printableLine(title)}: ${printable(message)}`;
  const options = 'options' in question ? question.options : [];
  return [
    `${head}${optional}`,
    ...options.map(
      ({ label, description }, index) =>
        `  ${index + 1}) ${printableLine(label)}${description === undefined ? '' : ` – ${printableLine(description)}`}`,
    ),
  ];
}

/** The prompt: what may be written, and what an empty line means. */
export function promptFor(question: ChatInputQuestion, filled: ChatInputValue | undefined): string {
  const inside = filled === undefined ? '' : ` [${shownValue(question, filled)}]`;
  return `${hintOf(question)}${inside}: `;
}

function hintOf(question: ChatInputQuestion): string {
  switch (question.kind) {
    case 'number':
      return `Number${boundsOf(question)}`;
    case 'integer':
      return `Whole number${boundsOf(question)}`;
    case 'boolean':
      return 'y or n';
    case 'single-select':
      return question.allowFreeformInput
        ? 'Number of your choice, or your own answer'
        : 'Number of your choice';
    case 'multi-select':
      return 'Numbers of your choices, separated by commas';
    default:
      return 'Answer';
  }
}

function boundsOf({
  min,
  max,
}: {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` from ${min} on`;
  return max === undefined ? '' : ` up to ${max}`;
}

function shownValue(question: ChatInputQuestion, filled: ChatInputValue): string {
  if (filled.kind === 'boolean') return filled.value ? 'y' : 'n';
  const values = Array.isArray(filled.value) ? filled.value : [filled.value];
  const options = 'options' in question ? question.options : [];
  return values
    .map((value) => printableLine(options.find(({ id }) => id === value)?.label ?? String(value)))
    .join(', ');
}
