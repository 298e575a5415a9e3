import type {
  ChatInputAnswer,
  ChatInputAnswers,
  ChatInputQuestion,
  ChatInputRequest,
  ChatInputValue,
} from '@loggia/protocol';

/** What stands in a field: what was typed, what was chosen, and words of one's own beside the choices. */
export interface Entry {
  readonly text: string;
  readonly chosen: readonly string[];
  readonly own: string;
}

export type Entries = ReadonlyMap<string, Entry>;

const nothing: Entry = { text: '', chosen: [], own: '' };

export function entriesOf({ questions = [], answers }: ChatInputRequest): Entries {
  return new Map(questions.map((question) => [question.id, entryOf(question, answers)]));
}

/** What is filled in already: a draft, the default, or what is recommended. */
function entryOf(question: ChatInputQuestion, answers: ChatInputAnswers | undefined): Entry {
  const draft =
    answers !== undefined && Object.hasOwn(answers, question.id) ? answers[question.id] : undefined;
  if (draft !== undefined && draft.state !== 'skipped') return entryFor(question, draft.value);
  if ('options' in question) {
    const recommended = question.options.filter((option) => option.recommended).map(({ id }) => id);
    const most = question.kind === 'single-select' ? 1 : recommended.length;
    return { ...nothing, chosen: recommended.slice(0, most) };
  }
  if (!('defaultValue' in question) || question.defaultValue === undefined) return nothing;
  if (question.kind === 'boolean') return { ...nothing, chosen: [String(question.defaultValue)] };
  return { ...nothing, text: String(question.defaultValue) };
}

function entryFor(question: ChatInputQuestion, value: ChatInputValue): Entry {
  if (value.kind === 'boolean') return { ...nothing, chosen: [String(value.value)] };
  if (value.kind !== 'selected' && value.kind !== 'selected-many')
    return { ...nothing, text: String(value.value) };
  const given = Array.isArray(value.value) ? value.value : [value.value];
  const known = 'options' in question ? new Set(question.options.map(({ id }) => id)) : new Set<string>();
  const own = [...given.filter((id) => !known.has(id)), ...(value.freeformValues ?? [])];
  return { ...nothing, chosen: given.filter((id) => known.has(id)), own: own.join(', ') };
}

type Reading =
  | { readonly kind: 'value'; readonly value: ChatInputValue }
  | { readonly kind: 'nothing' }
  /** A sentence that says what to write instead. */
  | { readonly kind: 'problem'; readonly problem: string };

const problem = (words: string): Reading => ({ kind: 'problem', problem: words });
const value = (given: ChatInputValue): Reading => ({ kind: 'value', value: given });

export function read(question: ChatInputQuestion, entry: Entry = nothing): Reading {
  switch (question.kind) {
    case 'number':
    case 'integer':
      return readNumber(question, entry.text.trim());
    case 'boolean': {
      const [chosen] = entry.chosen;
      return chosen === undefined
        ? { kind: 'nothing' }
        : value({ kind: 'boolean', value: chosen === 'true' });
    }
    case 'single-select':
      return readOne(question, entry);
    case 'multi-select':
      return readMany(question, entry);
    case 'text':
      return readText(question, entry.text);
    default:
      // Questions of a later version are still questions.
      return entry.text === '' ? { kind: 'nothing' } : value({ kind: 'text', value: entry.text });
  }
}

function readNumber(
  { kind, min, max }: Extract<ChatInputQuestion, { kind: 'number' | 'integer' }>,
  text: string,
): Reading {
  if (text === '') return { kind: 'nothing' };
  const number = Number(text);
  if (!Number.isFinite(number)) return problem('Write a number.');
  if (kind === 'integer' && !Number.isSafeInteger(number)) return problem('Write a whole number.');
  if (min !== undefined && number < min) return problem(`Write a number from ${min} on.`);
  if (max !== undefined && number > max) return problem(`Write a number up to ${max}.`);
  return value({ kind: 'number', value: number });
}

const formats: Readonly<Record<string, readonly [RegExp, string]>> = {
  email: [/^[^\s@]+@[^\s@]+$/, 'Write an e-mail address.'],
  uri: [/^[a-z][a-z\d+.-]*:\S+$/i, 'Write an address such as https://example.com.'],
  date: [/^\d{4}-\d\d-\d\d$/, 'Write a date such as 2026-01-31.'],
  'date-time': [/^\d{4}-\d\d-\d\dT\d\d:\d\d/, 'Write a time such as 2026-01-31T12:00:00Z.'],
};

function readText({ min, max, format }: Extract<ChatInputQuestion, { kind: 'text' }>, text: string): Reading {
  if (text === '') return { kind: 'nothing' };
  if (min !== undefined && text.length < min) return problem(`Write at least ${min} characters.`);
  if (max !== undefined && text.length > max) return problem(`Write at most ${max} characters.`);
  const rule = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  return rule !== undefined && !rule[0].test(text) ? problem(rule[1]) : value({ kind: 'text', value: text });
}

function readOne(
  { allowFreeformInput }: Extract<ChatInputQuestion, { kind: 'single-select' }>,
  { chosen, own }: Entry,
): Reading {
  const said = allowFreeformInput === true ? own.trim() : '';
  const [given] = said === '' ? chosen : [said];
  return given === undefined ? { kind: 'nothing' } : value({ kind: 'selected', value: given });
}

function readMany(
  { allowFreeformInput, min, max }: Extract<ChatInputQuestion, { kind: 'multi-select' }>,
  { chosen, own }: Entry,
): Reading {
  const said = allowFreeformInput === true ? own.split(',').map((word) => word.trim()) : [];
  const freeformValues = said.filter((word) => word !== '');
  const count = chosen.length + freeformValues.length;
  if (count === 0) return { kind: 'nothing' };
  if (min !== undefined && count < min) return problem(`Choose at least ${min}.`);
  if (max !== undefined && count > max) return problem(`Choose at most ${max}.`);
  return value({
    kind: 'selected-many',
    value: [...chosen],
    ...(freeformValues.length > 0 && { freeformValues }),
  });
}

/** Everything that can be sent, or by question what keeps it from being sent. */
export type Filled =
  | { readonly kind: 'ready'; readonly answers: ChatInputAnswers }
  | { readonly kind: 'incomplete'; readonly problems: ReadonlyMap<string, string> };

export function fill({ questions = [] }: ChatInputRequest, entries: Entries): Filled {
  const problems = new Map<string, string>();
  const answers: [string, ChatInputAnswer][] = [];
  for (const question of questions) {
    const found = read(question, entries.get(question.id));
    if (found.kind === 'value') answers.push([question.id, { state: 'submitted', value: found.value }]);
    else if (found.kind === 'problem') problems.set(question.id, found.problem);
    else if (question.required === true) problems.set(question.id, 'This one needs an answer.');
    else answers.push([question.id, { state: 'skipped' }]);
  }
  if (problems.size > 0) return { kind: 'incomplete', problems };
  // `fromEntries` defines, so that a question named `__proto__` is an answer like any other.
  return { kind: 'ready', answers: Object.fromEntries(answers) };
}

/** Of a field that is being filled in, what the host keeps for whoever looks at the form next. */
export function draftAnswer(question: ChatInputQuestion, entry: Entry): ChatInputAnswer | undefined {
  const found = read(question, entry);
  return found.kind === 'value' ? { state: 'draft', value: found.value } : undefined;
}

/** What may be written, for below the field. */
export function hintOf(question: ChatInputQuestion): string | undefined {
  const { min, max } = question as { readonly min?: number; readonly max?: number };
  const range = rangeOf(min, max);
  switch (question.kind) {
    case 'integer':
      return range === undefined ? 'A whole number' : `A whole number ${range}`;
    case 'number':
      return range === undefined ? undefined : `A number ${range}`;
    case 'text':
      return range === undefined ? undefined : `${sentence(range)} characters`;
    case 'multi-select':
      return range === undefined ? undefined : `Choose ${range}`;
    default:
      return undefined;
  }
}

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? undefined : `at most ${max}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Only pages of the web are opened. */
export function pageAddress(url: string | undefined): URL | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : undefined;
}
