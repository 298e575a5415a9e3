import { Fault } from './fault.ts';

/** A declaration as it was read: own members only, whatever their names. */
export type Entry = ReadonlyMap<string, unknown>;

const longestText = 65_536;
const mostParts = 1000;

export function entryOf(value: unknown): Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('Describe the server by an object with "command" or "url".');
  }
  return new Map(Object.entries(value));
}

function checked(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new Fault(`"${field}" must be text in quotes.`, field);
  if (value.length > longestText) throw new Fault(`"${field}" is too long.`, field);
  if (value.includes('\0')) throw new Fault(`"${field}" must not hold a zero byte.`, field);
  return value;
}

export function text(entry: Entry, field: string): string | undefined {
  const value = entry.get(field);
  if (value === undefined || value === null) return undefined;
  return checked(value, field);
}

export function texts(entry: Entry, field: string): readonly string[] {
  const value = entry.get(field);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Fault(`"${field}" must be a list of texts in square brackets.`, field);
  if (value.length > mostParts) throw new Fault(`"${field}" has more than ${mostParts} parts.`, field);
  return value.map((part) => checked(typeof part === 'number' ? String(part) : part, field));
}

/** A map of texts. Numbers and booleans count as their text; null leaves a name out. */
export function textMap(entry: Entry, field: string): ReadonlyMap<string, string> {
  const value = entry.get(field);
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Fault(`"${field}" must be an object of names and texts.`, field);
  }
  const members = Object.entries(value).filter(([, each]) => each !== null);
  if (members.length > mostParts) throw new Fault(`"${field}" has more than ${mostParts} entries.`, field);
  return new Map(
    members.map(([name, each]) => [
      name,
      checked(typeof each === 'number' || typeof each === 'boolean' ? String(each) : each, field),
    ]),
  );
}

export function choice<const Choice extends string>(
  entry: Entry,
  field: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = entry.get(field);
  if (value === undefined) return undefined;
  const found = choices.find((each) => each === value);
  if (found !== undefined) return found;
  throw new Fault(`"${field}" must be one of ${choices.map((each) => `"${each}"`).join(', ')}.`, field);
}

export function seconds(entry: Entry, field: string, most: number): number | undefined {
  const value = entry.get(field);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value > 0 && value <= most) return Math.ceil(value * 1000);
  throw new Fault(`"${field}" must be a number of seconds, at most ${most}.`, field);
}

export function environmentOf(entry: Entry, field: string): ReadonlyMap<string, string> {
  const found = textMap(entry, field);
  for (const name of found.keys()) {
    if (name === '' || name === '__proto__' || /[=\0]/.test(name)) {
      throw new Fault(`${JSON.stringify(name)} cannot be the name of an environment variable.`, field);
    }
  }
  return found;
}

export function headersOf(entry: Entry): ReadonlyMap<string, string> {
  const found = textMap(entry, 'headers');
  const seen = new Set<string>();
  for (const [name, value] of found) {
    const lower = name.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || name === '__proto__') {
      throw new Fault(`${JSON.stringify(name)} cannot be the name of a header.`, 'headers');
    }
    if (seen.has(lower)) throw new Fault(`The header "${name}" is declared twice. Keep one.`, 'headers');
    seen.add(lower);
    refuseLineBreak(name, value);
  }
  return found;
}

/** Also checked after placeholders are replaced: a variable can contain anything. Doesn't reveal the value. */
export function refuseLineBreak(name: string, value: string): void {
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) {
    throw new Fault(`The header "${name}" holds characters that no header can. Remove them.`, 'headers');
  }
}
