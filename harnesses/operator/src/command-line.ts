import type { HarnessTool } from '@loggia/sessions/harness';
import { bareName } from './language/tool-names.ts';
import { wordsOf } from './language/words.ts';
import { readOperands, type Reading, type Sentence } from './reading/read-arguments.ts';
import { check, parseJson, type Problem } from './schema/coerce.ts';
import { isOpen, parametersOf } from './schema/parameters.ts';

export interface Command {
  /** Without the slash. */
  readonly name: string;
  readonly rest: string;
}

/** `/name rest`. A path such as `/etc/hosts` is none, nor is a lone slash. */
export function commandIn(text: string): Command | undefined {
  const match = /^\/([^\s/]+)(?:\s+|$)/u.exec(text.trimStart());
  if (!match) return undefined;
  const [whole, name = ''] = match;
  return { name, rest: text.trimStart().slice(whole.length).trim() };
}

/** The tool of that name: as it is written, else written otherwise, else without the prefix that a host gave it. */
export function toolNamed(name: string, tools: readonly HarnessTool[]): HarnessTool | undefined {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const wanted = wordsOf(name).join(' ');
  if (wanted === '') return undefined;
  const alike = tools.filter((tool) => wordsOf(tool.name).join(' ') === wanted);
  if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined;
  const bare = tools.filter((tool) => wordsOf(bareName(tool.name)).join(' ') === wanted);
  return bare.length === 1 ? bare[0] : undefined;
}

/** Arguments as they are written behind a tool's name: JSON, `key=value`, `key:=json`, or words. */
export function readCommandLine(tool: HarnessTool, sentence: Sentence): Reading {
  const text = sentence.text.trim();
  if (text.startsWith('{')) return readObject(tool, text) ?? readOperands(tool, sentence);
  const parameters = parametersOf(tool.inputSchema);
  const values = new Map<string, unknown>();
  const problems = new Map<string, Problem>();
  let remaining = text;
  for (const { whole, key, isJson, written } of assignmentsIn(text)) {
    const parameter = parameters.find(({ name }) => name === key) ?? parameters.find(isAlike(key));
    if (!parameter && !(parameters.length === 0 && isOpen(tool.inputSchema))) continue;
    remaining = remaining.replace(whole, ' ');
    const json = isJson ? parseJson(written) : undefined;
    if (!parameter) values.set(key, json ?? written);
    else if (isJson && json === undefined)
      problems.set(parameter.name, ({ isJsonAfter }) => isJsonAfter(parameter.name));
    else {
      const checked = check(
        parameter,
        isJson ? json : parameter.kind === 'json' ? (parseJson(written) ?? written) : written,
      );
      if (checked.kind === 'value') values.set(parameter.name, checked.value);
      else problems.set(parameter.name, checked.problem);
    }
  }
  const isDone = remaining.trim() === '' && sentence.attached === undefined;
  if (isDone) return { parameters, values, problems, leftovers: new Set() };
  const others = withoutProperties(tool, new Set([...values.keys(), ...problems.keys()]));
  const rest = readOperands(others, { ...sentence, text: remaining.trim() });
  return {
    parameters,
    values: new Map([...values, ...rest.values]),
    problems: new Map([...problems, ...rest.problems]),
    leftovers: rest.leftovers,
  };
}

interface Assignment {
  readonly whole: string;
  readonly key: string;
  readonly isJson: boolean;
  readonly written: string;
}

/** Values end at a space unless they are quoted; JSON values end with their brackets. */
function assignmentsIn(text: string): readonly Assignment[] {
  const assignments: Assignment[] = [];
  const start = /(?<!\S)(?:--)?([\p{L}_$][\p{L}\p{N}_$.-]*)(:?=)/gu;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const [head, key = '', operator] = match;
    const from = match.index + head.length;
    const end = endOfValue(text, from);
    assignments.push({
      whole: text.slice(match.index, end),
      key,
      isJson: operator === ':=',
      written: unquoted(text.slice(from, end), operator === ':='),
    });
    start.lastIndex = end;
  }
  return assignments;
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"' || first === "'") {
    const end = closingQuote(text, from, first);
    return end < 0 ? text.length : end + 1;
  }
  if (first === '{' || first === '[') return closingBracket(text, from);
  const space = /\s/u.exec(text.slice(from));
  return space ? from + space.index : text.length;
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function closingBracket(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = closingQuote(text, at, '"');
      if (end < 0) return text.length;
      at = end;
    }
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function unquoted(written: string, isJson: boolean): string {
  const quote = written[0];
  if (isJson || (quote !== '"' && quote !== "'") || written.length < 2) return written;
  const inner = written.endsWith(quote) ? written.slice(1, -1) : written.slice(1);
  return inner.replaceAll(/\\(["'\\])/gu, '$1');
}

/** Undefined when the text isn't a JSON object. */
function readObject(tool: HarnessTool, text: string): Reading | undefined {
  const object = parseJson(text);
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  const parameters = parametersOf(tool.inputSchema);
  const values = new Map<string, unknown>();
  const problems = new Map<string, Problem>();
  for (const [key, given] of Object.entries(object)) {
    const parameter = parameters.find(({ name }) => name === key);
    const checked = parameter ? check(parameter, given) : ({ kind: 'value', value: given } as const);
    if (checked.kind === 'value') values.set(key, checked.value);
    else problems.set(key, checked.problem);
  }
  return { parameters, values, problems, leftovers: new Set() };
}

function isAlike(key: string): (parameter: { readonly words: readonly string[] }) => boolean {
  const wanted = wordsOf(key).join(' ');
  return ({ words }) => wanted !== '' && words.join(' ') === wanted;
}

function withoutProperties(tool: HarnessTool, known: ReadonlySet<string>): HarnessTool {
  const parameters = parametersOf(tool.inputSchema);
  if (known.size === 0 || parameters.length === 0) return tool;
  const properties = tool.inputSchema?.['properties'];
  if (typeof properties !== 'object' || properties === null) return tool;
  const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !known.has(name)));
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: left } };
}
