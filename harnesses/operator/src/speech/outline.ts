import { wordsOf } from '../language/words.ts';
import type { Phrases } from '../phrases/english.ts';
import { toArtifact } from './links.ts';
import { plain } from './markdown.ts';

const mostLines = 30;
const deepest = 3;
const opaque = /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{32,}$/iu;

/** Writes data that isn't a table as a nested list. Ids and hashes mean nothing to people and are left out. */
export function outlineOf(data: unknown, phrases: Phrases): string {
  const lines: string[] = [];
  const hidden = write(lines, data, 0, phrases);
  const shown = lines.slice(0, mostLines);
  const isCut = hidden || lines.length > shown.length;
  return `${shown.join('\n') || phrases.done}${isCut ? `\n\n${phrases.callHasAll}` : ''}`;
}

/** Whether something was left out. */
function write(lines: string[], value: unknown, depth: number, phrases: Phrases): boolean {
  if (lines.length > mostLines) return true;
  const indent = '  '.repeat(depth);
  if (!isObject(value)) {
    if (!isOpaque(value)) lines.push(`${indent}- ${inWords(value, phrases)}`);
    return false;
  }
  const linked = artifactIn(value);
  if (linked !== undefined) {
    lines.push(`${indent}- ${linked}`);
    return false;
  }
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((one) => ['', one] as const)
    : Object.entries(value);
  let isCut = false;
  for (const [key, own] of entries) {
    if (isOpaque(own) || isEmpty(own)) continue;
    const name = key === '' ? '' : `**${plain(nameOf(key))}:** `;
    const inner = artifactIn(own);
    if (!isObject(own) || inner !== undefined) {
      lines.push(`${indent}- ${name}${inner ?? inWords(own, phrases)}`);
    } else if (depth >= deepest) isCut = true;
    else {
      if (name !== '') lines.push(`${indent}- ${name.trim()}`);
      isCut = write(lines, own, name === '' ? depth : depth + 1, phrases) || isCut;
    }
    if (lines.length > mostLines) return true;
  }
  return isCut;
}

/** Something that the host keeps is shown as what it is. */
export function artifactIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { id, title, workspace } = value as Readonly<Record<string, unknown>>;
  const isOne = typeof id === 'string' && typeof title === 'string' && typeof workspace === 'string';
  return isOne ? toArtifact({ id, title }) : undefined;
}

/** `modifiedAt` is `Modified at`. */
export function nameOf(key: string): string {
  const words = wordsOf(key).join(' ');
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}

export function isOpaque(value: unknown): boolean {
  return typeof value === 'string' && opaque.test(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function inWords(value: unknown, { yes, no }: Phrases): string {
  if (typeof value === 'boolean') return value ? yes : no;
  return plain(String(value), 200);
}
