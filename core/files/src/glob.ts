import { ProtocolError } from '@loggia/protocol';

const maxLength = 1024;
const maxAlternatives = 256;

/**
 * A custom matcher, because patterns come from clients: libraries turn them into regular expressions, some of which
 * take forever. The cost of this one is bounded by the length of the pattern times that of the path.
 */
export type Glob = (path: string) => boolean;

function refuse(pattern: string, why: string): never {
  throw new ProtocolError('InvalidParams', `The pattern ${JSON.stringify(pattern.slice(0, 100))} ${why}.`);
}

/** Matches two sequences; a part for which `isStar` is true stands for any number of items. */
function matchSequence<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  isStar: (part: Part) => boolean,
  matches: (part: Part, item: Item) => boolean,
): boolean {
  let part = 0;
  let item = 0;
  // The backtracking point: the last star takes one more item, and earlier ones need no second try.
  let star: { part: number; item: number } | undefined;
  while (item < items.length) {
    const current = pattern[part];
    if (current !== undefined && isStar(current)) {
      star = { part, item };
      part += 1;
    } else if (current !== undefined && matches(current, items[item] as Item)) {
      part += 1;
      item += 1;
    } else if (star) {
      star.item += 1;
      part = star.part + 1;
      item = star.item;
    } else return false;
  }
  return pattern.slice(part).every(isStar);
}

const matchName = (pattern: readonly string[], name: readonly string[]) =>
  matchSequence(
    pattern,
    name,
    (part) => part === '*',
    (part, character) => part === '?' || part === character,
  );

/** The end of the group that opens at `start`, and the positions of its commas. */
function groupAt(pattern: string, start: number): { end: number; commas: number[] } | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let index = start; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) commas.push(index);
    else if (character === '}' && (depth -= 1) === 0) return { end: index, commas };
  }
  return undefined;
}

/** Expands `{a,b}`. A brace without its partner stands for itself. */
function expandBraces(pattern: string): string[] {
  const expanded: string[] = [];
  function expand(text: string, from: number): void {
    const start = text.indexOf('{', from);
    const group = start < 0 ? undefined : groupAt(text, start);
    if (start >= 0 && group === undefined) return expand(text, start + 1);
    if (group === undefined) {
      expanded.push(text);
      if (expanded.length > maxAlternatives)
        refuse(pattern, `stands for more than ${maxAlternatives} patterns`);
      return undefined;
    }
    const bounds = [start, ...group.commas, group.end];
    for (const [index, bound] of bounds.slice(1).entries()) {
      const option = text.slice((bounds[index] ?? start) + 1, bound);
      expand(text.slice(0, start) + option + text.slice(group.end + 1), start);
    }
    return undefined;
  }
  expand(pattern, 0);
  return expanded;
}

function matcherOf(pattern: string): Glob {
  const parts = pattern.split('/').map((part) => (part === '**' ? '**' : Array.from(part)));
  return (path) =>
    matchSequence(
      parts,
      path.split('/').map((name) => Array.from(name)),
      (part) => part === '**',
      (part, name) => part !== '**' && matchName(part as readonly string[], name),
    );
}

/**
 * `*` and `?` match characters of one name, `**` any number of folders, `{a,b}` one of its parts. A pattern without any
 * of these is a path, and also matches everything below it. Case matters; names with a dot aren't special.
 */
export function compileGlob(pattern: string): Glob {
  if (pattern.length > maxLength) refuse(pattern, `is longer than ${maxLength} characters`);
  const relative = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  if (relative === '') refuse(pattern, 'is empty');
  const matchers = expandBraces(/[*?{]/.test(relative) ? relative : `${relative}/**`).map(matcherOf);
  return (path) => matchers.some((matches) => matches(path));
}
