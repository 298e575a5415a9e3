import {
  initialAnswer,
  readNumberAnswer,
  readSelectionAnswer,
  readTextAnswer,
  type AnswerReading,
} from '@loggia/client';
import type {
  ChatInputAnswer,
  ChatInputAnswers,
  ChatInputQuestion,
  ChatInputRequest,
  ChatInputValue,
} from '@loggia/protocol';

/** The content of a field: the typed text, the choices, and free text beside them. */
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

/** The initial content: a draft, the default, or the recommended choice. */
function entryOf(question: ChatInputQuestion, answers: ChatInputAnswers | undefined): Entry {
  const given = initialAnswer(question, answers);
  return given === undefined ? nothing : entryFor(question, given);
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

type Reading = AnswerReading | { readonly kind: 'nothing' };

const value = (given: ChatInputValue): Reading => ({ kind: 'value', value: given });

export function read(question: ChatInputQuestion, entry: Entry = nothing): Reading {
  switch (question.kind) {
    case 'number':
    case 'integer':
      return entry.text.trim() === '' ? { kind: 'nothing' } : readNumberAnswer(question, entry.text.trim());
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
      return entry.text === '' ? { kind: 'nothing' } : readTextAnswer(question, entry.text);
    default:
      // Questions of a later version are still questions.
      return entry.text === '' ? { kind: 'nothing' } : value({ kind: 'text', value: entry.text });
  }
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
  question: Extract<ChatInputQuestion, { kind: 'multi-select' }>,
  { chosen, own }: Entry,
): Reading {
  const said = question.allowFreeformInput === true ? own.split(',').map((word) => word.trim()) : [];
  const freeform = said.filter((word) => word !== '');
  if (chosen.length + freeform.length === 0) return { kind: 'nothing' };
  return readSelectionAnswer(question, chosen, freeform);
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
    else if (question.required === true) problems.set(question.id, 'Required.');
    else answers.push([question.id, { state: 'skipped' }]);
  }
  if (problems.size > 0) return { kind: 'incomplete', problems };
  // `fromEntries` defines, so that a question named `__proto__` is an answer like any other.
  return { kind: 'ready', answers: Object.fromEntries(answers) };
}

/** The draft of an unfinished field, which the host keeps for anybody who opens the form next. */
export function draftAnswer(question: ChatInputQuestion, entry: Entry): ChatInputAnswer | undefined {
  const found = read(question, entry);
  return found.kind === 'value' ? { state: 'draft', value: found.value } : undefined;
}

/** A hint below the field. The limits of a text are mentioned only when it exceeds them. */
export function hintOf(question: ChatInputQuestion): string | undefined {
  const { min, max } = question as { readonly min?: number; readonly max?: number };
  const range = rangeOf(min, max);
  switch (question.kind) {
    case 'integer':
      return range === undefined ? 'A whole number' : `A whole number ${range}`;
    case 'number':
      return range === undefined ? undefined : `A number ${range}`;
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

/** Only web pages are opened. */
export function pageAddress(url: string | undefined): URL | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : undefined;
}
