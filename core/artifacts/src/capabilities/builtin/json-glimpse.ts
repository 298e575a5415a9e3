import { glimpseLimits, writeGlimpse } from '../glimpse.ts';

type Members = Readonly<Record<string, unknown>>;

/** Names and values of an object, or a list of objects as a table. Empty for invalid or cut-off JSON. */
export function jsonGlimpse(source: string): string {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return '';
  }
  if (Array.isArray(value)) return listGlimpse(value);
  if (!isObject(value)) return '';
  return writeGlimpse(
    Object.entries(value)
      .slice(0, glimpseLimits.rows)
      .map(([name, member]) => [name, inShort(member)]),
    'untitled',
  );
}

function listGlimpse(list: readonly unknown[]): string {
  const first = list.slice(0, glimpseLimits.rows);
  if (!first.some(isObject))
    return writeGlimpse(
      first.map((item) => [inShort(item)]),
      'untitled',
    );
  const names = [...new Set(first.filter(isObject).flatMap((item) => Object.keys(item).slice(0, 20)))];
  const titles = names.slice(0, glimpseLimits.cells);
  const rows = first.map((item) =>
    isObject(item)
      ? titles.map((name) => (Object.hasOwn(item, name) ? inShort(item[name]) : ''))
      : [inShort(item)],
  );
  return writeGlimpse([titles, ...rows], 'titled');
}

function inShort(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (!isObject(value)) return String(value);
  const count = Object.keys(value).length;
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
