import { plainLine } from '../files/names.ts';

/** The values of front matter. */
export type Fields = ReadonlyMap<string, unknown>;

const longestName = 200;
const longestDescription = 4096;
const longestPart = 200;
const mostParts = 200;

export function textField(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export function nameField(fields: Fields): string | undefined {
  const name = plainLine(textField(fields, 'name') ?? '', longestName);
  return name === '' ? undefined : name;
}

export function describe(text: string | undefined): { description: string } | undefined {
  const description = plainLine(text ?? '', longestDescription);
  return description === '' ? undefined : { description };
}

export function flagField(fields: Fields, ...names: readonly string[]): boolean | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string' && /^(?:true|yes|on)$/i.test(value.trim())) return true;
    if (typeof value === 'string' && /^(?:false|no|off)$/i.test(value.trim())) return false;
  }
  return undefined;
}

/** Splits at commas, but not within brackets: `Bash(git add, git commit), Read` are two. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text.replace(/^\[(.*)\]$/s, '$1')) {
    if ('({['.includes(character)) depth += 1;
    else if (')}]'.includes(character)) depth = Math.max(0, depth - 1);
    if ((character === ',' || character === '\n') && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}

/** A list, or a text with commas between its parts. Undefined if there is none. */
export function listField(fields: Fields, ...names: readonly string[]): string[] | undefined {
  const value = names.map((name) => fields.get(name)).find((found) => found !== undefined && found !== null);
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  const parts =
    typeof value === 'string' ? splitList(value) : value.filter((part) => typeof part === 'string');
  const list = parts.map((part) =>
    plainLine(part.replace(/^\s*-\s+/, '').replace(/^\s*(["'])(.*)\1\s*$/, '$2'), longestPart),
  );
  return [...new Set(list.filter((part) => part !== ''))].slice(0, mostParts);
}
