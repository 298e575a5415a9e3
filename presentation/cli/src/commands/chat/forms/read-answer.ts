import { readNumberAnswer, readSelectionAnswer, readTextAnswer, type AnswerReading } from '@loggia/client';
import type { ChatInputQuestion } from '@loggia/protocol';

type Options = Extract<ChatInputQuestion, { options: unknown }>['options'];

/** The typed answer as a value that the host accepts. */
export function readAnswer(question: ChatInputQuestion, line: string): AnswerReading {
  const text = line.trim();
  switch (question.kind) {
    case 'number':
    case 'integer':
      return readNumberAnswer(question, text);
    case 'boolean':
      if (/^(y|yes|true)$/i.test(text)) return { kind: 'value', value: { kind: 'boolean', value: true } };
      if (/^(n|no|false)$/i.test(text)) return { kind: 'value', value: { kind: 'boolean', value: false } };
      return problem('Enter y or n.');
    case 'single-select':
      return readOne(question, text);
    case 'multi-select':
      return readMany(question, text);
    case 'text':
      return readTextAnswer(question, line);
    default:
      // Questions of a later version are still questions.
      return { kind: 'value', value: { kind: 'text', value: line } };
  }
}

function problem(sentence: string): AnswerReading {
  return { kind: 'problem', problem: sentence };
}

function readOne(
  { options, allowFreeformInput }: Extract<ChatInputQuestion, { kind: 'single-select' }>,
  text: string,
): AnswerReading {
  const id = chosen(options, text);
  if (id !== undefined) return { kind: 'value', value: { kind: 'selected', value: id } };
  if (allowFreeformInput && text !== '') return { kind: 'value', value: { kind: 'selected', value: text } };
  return problem(`Enter a number from 1 to ${options.length}.`);
}

function readMany(
  question: Extract<ChatInputQuestion, { kind: 'multi-select' }>,
  text: string,
): AnswerReading {
  const { options, allowFreeformInput } = question;
  const words = text.split(',').map((word) => word.trim());
  const value: string[] = [];
  const free: string[] = [];
  for (const word of words.filter((entry) => entry !== '')) {
    const id = chosen(options, word);
    if (id !== undefined) {
      if (!value.includes(id)) value.push(id);
    } else if (allowFreeformInput) free.push(word);
    else return problem(`Enter numbers from 1 to ${options.length}, separated by commas.`);
  }
  return readSelectionAnswer(question, value, free);
}

/** By its number, or in its own words. */
function chosen(options: Options, text: string): string | undefined {
  const byNumber = /^\d{1,4}$/.test(text) ? options[Number(text) - 1] : undefined;
  const found = byNumber ?? options.find(({ id, label }) => id === text || label === text);
  return found?.id;
}
