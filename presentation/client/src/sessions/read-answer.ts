import type { ChatInputAnswers, ChatInputQuestion, ChatInputValue } from '@loggia/protocol';

type Question<Kind extends ChatInputQuestion['kind']> = Extract<ChatInputQuestion, { kind: Kind }>;

export type AnswerReading =
  | { readonly kind: 'value'; readonly value: ChatInputValue }
  /** A sentence that says what to write instead. */
  | { readonly kind: 'problem'; readonly problem: string };

/** The answer that a form begins with: a draft, the default, or what is recommended. */
export function initialAnswer(
  question: ChatInputQuestion,
  answers: ChatInputAnswers | undefined,
): ChatInputValue | undefined {
  const draft = answers && Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
  if (draft !== undefined && draft.state !== 'skipped') return draft.value;
  if ('options' in question) {
    const recommended = question.options.filter((option) => option.recommended).map(({ id }) => id);
    const [first] = recommended;
    if (first === undefined) return undefined;
    return question.kind === 'single-select'
      ? { kind: 'selected', value: first }
      : { kind: 'selected-many', value: recommended };
  }
  const given = 'defaultValue' in question ? question.defaultValue : undefined;
  if (given === undefined) return undefined;
  if (typeof given === 'boolean') return { kind: 'boolean', value: given };
  return typeof given === 'number' ? { kind: 'number', value: given } : { kind: 'text', value: given };
}

export function readNumberAnswer(
  { kind, min, max }: Question<'number' | 'integer'>,
  text: string,
): AnswerReading {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return problem('Enter a number.');
  if (kind === 'integer' && !Number.isSafeInteger(value)) return problem('Enter a whole number.');
  if (min !== undefined && value < min) return problem(`Enter a number, ${min} or more.`);
  if (max !== undefined && value > max) return problem(`Enter a number up to ${max}.`);
  return { kind: 'value', value: { kind: 'number', value } };
}

const formats: Readonly<Record<string, readonly [RegExp, string]>> = {
  email: [/^[^\s@]+@[^\s@]+$/, 'Enter an email address.'],
  uri: [/^[a-z][a-z\d+.-]*:\S+$/i, 'Enter a URL such as https://example.com.'],
  date: [/^\d{4}-\d\d-\d\d$/, 'Enter a date such as 2026-01-31.'],
  'date-time': [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'Enter a time such as 2026-01-31T12:00:00Z.'],
};

export function readTextAnswer({ min, max, format }: Question<'text'>, value: string): AnswerReading {
  if (min !== undefined && value.length < min) return problem(`Enter at least ${min} characters.`);
  if (max !== undefined && value.length > max) return problem(`Enter at most ${max} characters.`);
  const rule = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (rule !== undefined && !rule[0].test(value)) return problem(rule[1]);
  return { kind: 'value', value: { kind: 'text', value } };
}

/** `value` are options by their id, `freeform` answers in words of one's own. */
export function readSelectionAnswer(
  { min, max }: Question<'multi-select'>,
  value: readonly string[],
  freeform: readonly string[],
): AnswerReading {
  const count = value.length + freeform.length;
  if (min !== undefined && count < min) return problem(`Choose at least ${min}.`);
  if (max !== undefined && count > max) return problem(`Choose at most ${max}.`);
  return {
    kind: 'value',
    value: {
      kind: 'selected-many',
      value: [...value],
      ...(freeform.length > 0 && { freeformValues: [...freeform] }),
    },
  };
}

function problem(sentence: string): AnswerReading {
  return { kind: 'problem', problem: sentence };
}
