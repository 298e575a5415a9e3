import type { ChatInputAnswers, ChatInputQuestion, ChatInputValue } from '@loggia/protocol';

export type Read =
  | { readonly kind: 'value'; readonly value: ChatInputValue }
  /** A sentence that says what to write instead. */
  | { readonly kind: 'problem'; readonly problem: string };

type Options = Extract<ChatInputQuestion, { options: unknown }>['options'];

/** What is filled in already: a draft, the default, or what is recommended. */
export function filledIn(
  question: ChatInputQuestion,
  answers: ChatInputAnswers | undefined,
): ChatInputValue | undefined {
  const draft = answers?.[question.id];
  if (draft !== undefined && draft.state !== 'skipped') return draft.value;
  switch (question.kind) {
    case 'text':
      return question.defaultValue === undefined ? undefined : { kind: 'text', value: question.defaultValue };
    case 'number':
    case 'integer':
      return question.defaultValue === undefined
        ? undefined
        : { kind: 'number', value: question.defaultValue };
    case 'boolean':
      return question.defaultValue === undefined
        ? undefined
        : { kind: 'boolean', value: question.defaultValue };
    case 'single-select': {
      const recommended = question.options.find((option) => option.recommended);
      return recommended && { kind: 'selected', value: recommended.id };
    }
    case 'multi-select': {
      const recommended = question.options.filter((option) => option.recommended).map(({ id }) => id);
      return recommended.length === 0 ? undefined : { kind: 'selected-many', value: recommended };
    }
    default:
      return undefined;
  }
}

/** What the user typed, as a value that the host takes. */
export function readAnswer(question: ChatInputQuestion, line: string): Read {
  const text = line.trim();
  switch (question.kind) {
    case 'number':
    case 'integer':
      return readNumber(question, text);
    case 'boolean':
      if (/^(y|yes|true)$/i.test(text)) return { kind: 'value', value: { kind: 'boolean', value: true } };
      if (/^(n|no|false)$/i.test(text)) return { kind: 'value', value: { kind: 'boolean', value: false } };
      return problem('Enter y or n.');
    case 'single-select':
      return readOne(question, text);
    case 'multi-select':
      return readMany(question, text);
    case 'text':
      return readText(question, line);
    default:
      // Questions of a later version are still questions.
      return { kind: 'value', value: { kind: 'text', value: line } };
  }
}

function problem(sentence: string): Read {
  return { kind: 'problem', problem: sentence };
}

function readNumber(
  { kind, min, max }: Extract<ChatInputQuestion, { kind: 'number' | 'integer' }>,
  text: string,
): Read {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return problem('Enter a number.');
  if (kind === 'integer' && !Number.isSafeInteger(value)) return problem('Enter a whole number.');
  if (min !== undefined && value < min) return problem(`Enter a number from ${min} on.`);
  if (max !== undefined && value > max) return problem(`Enter a number up to ${max}.`);
  return { kind: 'value', value: { kind: 'number', value } };
}

const formats: Readonly<Record<string, readonly [RegExp, string]>> = {
  email: [/^[^\s@]+@[^\s@]+$/, 'Enter an email address.'],
  uri: [/^[a-z][a-z\d+.-]*:\S+$/i, 'Enter a URL such as https://example.com.'],
  date: [/^\d{4}-\d\d-\d\d$/, 'Enter a date such as 2026-01-31.'],
  'date-time': [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'Enter a time such as 2026-01-31T12:00:00Z.'],
};

function readText({ min, max, format }: Extract<ChatInputQuestion, { kind: 'text' }>, value: string): Read {
  const characters = value.length;
  if (min !== undefined && characters < min) return problem(`Enter at least ${min} characters.`);
  if (max !== undefined && characters > max) return problem(`Enter at most ${max} characters.`);
  const rule = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (rule !== undefined && !rule[0].test(value)) return problem(rule[1]);
  return { kind: 'value', value: { kind: 'text', value } };
}

function readOne(
  { options, allowFreeformInput }: Extract<ChatInputQuestion, { kind: 'single-select' }>,
  text: string,
): Read {
  const id = chosen(options, text);
  if (id !== undefined) return { kind: 'value', value: { kind: 'selected', value: id } };
  if (allowFreeformInput && text !== '') return { kind: 'value', value: { kind: 'selected', value: text } };
  return problem(`Enter a number from 1 to ${options.length}.`);
}

function readMany(
  { options, allowFreeformInput, min, max }: Extract<ChatInputQuestion, { kind: 'multi-select' }>,
  text: string,
): Read {
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
  const count = value.length + free.length;
  if (min !== undefined && count < min) return problem(`Choose at least ${min}.`);
  if (max !== undefined && count > max) return problem(`Choose at most ${max}.`);
  const freeform = free.length > 0 && { freeformValues: free };
  return { kind: 'value', value: { kind: 'selected-many', value, ...freeform } };
}

/** By its number, or in its own words. */
function chosen(options: Options, text: string): string | undefined {
  const byNumber = /^\d{1,4}$/.test(text) ? options[Number(text) - 1] : undefined;
  const found = byNumber ?? options.find(({ id, label }) => id === text || label === text);
  return found?.id;
}
