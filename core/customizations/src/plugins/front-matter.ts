import { yamlValue, type YamlBudget } from './yaml-value.ts';

export interface FrontMatter {
  /** By name, and only known ones. Lists are arrays. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** Everything after the front matter. */
  readonly body: string;
  /** The problems; other fields were read. Lines count from 1. */
  readonly faults: readonly { readonly line: number; readonly message: string }[];
}

const longest = 256 * 1024;
const topLevelName = /^(["']?)([A-Za-z_][\w .-]{0,63})\1\s*:(?:\s|$)/;

const known = new Set([
  'name',
  'description',
  'model',
  'tools',
  'disable-model-invocation',
  'disableModelInvocation',
  'disable-user-invocation',
  'disableUserInvocation',
  'user-invocable',
  'user-invokable',
  'userInvocable',
  'infer',
  'alwaysApply',
  'inclusion',
  'fileMatchPattern',
  'globs',
  'applyTo',
  'paths',
  'arguments',
]);

interface Split {
  readonly source: string;
  /** The line of the file on which `source` starts. */
  readonly firstLine: number;
  readonly body: string;
  readonly ends: boolean;
}

function split(text: string): Split | undefined {
  const normal = text.replace(/\r\n?/g, '\n');
  const opening = /^\s*---[ \t]*\n/.exec(normal)?.[0];
  if (opening === undefined) return undefined;
  const firstLine = opening.split('\n').length;
  const rest = normal.slice(opening.length);
  const closing = /^(?:---|\.\.\.)[ \t]*$/m.exec(rest);
  if (closing === null) return { source: '', firstLine, body: rest, ends: false };
  const body = rest.slice(closing.index + closing[0].length).replace(/^\n/, '');
  return { source: rest.slice(0, closing.index), firstLine, body, ends: true };
}

interface Entry {
  readonly name: string;
  readonly line: number;
  readonly lines: string[];
}

/** Everything from one name at the left margin to the next. */
function entriesOf({ source, firstLine }: Split): {
  readonly entries: Entry[];
  readonly stray: number | undefined;
} {
  const entries: Entry[] = [];
  let stray: number | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const name = topLevelName.exec(line)?.[2];
    const last = entries.at(-1);
    if (name !== undefined) entries.push({ name, line: firstLine + index, lines: [line] });
    else if (last !== undefined) last.lines.push(line);
    else if (line.trim() !== '' && !line.startsWith('#')) stray ??= firstLine + index;
  }
  return { entries, stray };
}

function isBlank(line: string): boolean {
  return line.trim() === '' || line.trimStart().startsWith('#');
}

/** The value of a simple YAML line; undefined if it needs the YAML parser. */
function simpleValue(head: string, rest: readonly string[]): unknown {
  if (!rest.every(isBlank)) return undefined;
  if (head === 'true' || head === 'false') return head === 'true';
  if (/^"[^"\\]*"$/.test(head)) return head.slice(1, -1);
  if (/^'[^']*'$/.test(head)) return head.slice(1, -1);
  return /^[A-Za-z(][^#:]*$/.test(head) && !/^(?:null|true|false|yes|no)$/i.test(head) ? head : undefined;
}

/** Many descriptions contain colons, which YAML requires to be quoted: those are taken literally. */
function plainValue(head: string, rest: readonly string[]): string | undefined {
  if (head === '' || /^[[{"'|>&*!%@`]/.test(head)) return undefined;
  return [head, ...rest.map((line) => line.trim())].join('\n').trim();
}

function valueOf({ name, lines }: Entry, budget: YamlBudget): unknown {
  const [first = '', ...rest] = lines;
  const head = first.slice(first.indexOf(':') + 1).trim();
  if (head === '' && rest.every(isBlank)) return null;
  const simple = simpleValue(head, rest);
  if (simple !== undefined) return simple;
  const read = yamlValue(lines.join('\n'), name, budget);
  return read === undefined ? plainValue(head, rest) : read;
}

/**
 * Reads the fields between two lines of dashes at the start of a text; a text without them has none. Fields are read
 * one by one, so that a broken one doesn't affect the others.
 */
export function readFrontMatter(text: string, budget: YamlBudget = { characters: longest }): FrontMatter {
  const found = split(text);
  if (found === undefined) return { fields: new Map(), body: text, faults: [] };
  const { body, firstLine, ends, source } = found;
  const fail = (line: number, message: string) => ({ fields: new Map(), body, faults: [{ line, message }] });
  if (!ends) return fail(firstLine - 1, 'The front matter does not end. Close it with a line "---".');
  if (source.length > longest)
    return fail(firstLine, 'The front matter is too long. Move the text below it.');
  const { entries, stray } = entriesOf(found);
  const fields = new Map<string, unknown>();
  const faults =
    stray === undefined ? [] : [{ line: stray, message: 'This line isn\'t "name: value". Correct it.' }];
  for (const entry of entries) {
    if (!known.has(entry.name) || fields.has(entry.name)) continue;
    const value = valueOf(entry, budget);
    if (value !== undefined) fields.set(entry.name, value);
    else
      faults.push({
        line: entry.line,
        message: `"${entry.name}" is not YAML that can be read. Write it more simply.`,
      });
  }
  return { fields, body, faults };
}
