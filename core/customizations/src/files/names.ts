import { pathToFileURL } from 'node:url';
import { FileRefused } from './file-refused.ts';

const control = /\p{Cc}/u;
// These characters reorder or hide text, so that a name reads as another.
const deceptive = /[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Whether it can be shown as it is: in one line, without hidden or reordering characters. */
export function isPlain(text: string): boolean {
  return !control.test(text) && !deceptive.test(text);
}

/** Whether it names one entry of a folder, and nothing else. */
export function isEntryName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    name.length <= 255 &&
    !/[/\\]/.test(name) &&
    !control.test(name)
  );
}

/**
 * The parts of a path below a root, in any usual spelling: `./a/b`, `a/b/`, `.`. Throws FileRefused for absolute paths
 * and for `..`, even if the result would be inside.
 */
export function partsBelow(written: string): readonly string[] {
  const shown = JSON.stringify(written.slice(0, 200));
  if (/^[/\\]|^[A-Za-z]:/.test(written) || /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(written)) {
    throw new FileRefused(`${shown} is not a path inside this folder. Write it relative to the folder.`);
  }
  const parts = written.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw new FileRefused(`${shown} leads out of this folder. Name a path inside it, without "..".`);
  }
  if (parts.length > 32 || !parts.every(isEntryName)) {
    throw new FileRefused(`${shown} is not the name of a file. Rename it.`);
  }
  return parts;
}

export function pathBelow(written: string): string {
  return partsBelow(written).join('/');
}

export function uriBelow(base: string, file: string): string {
  if (file === '') return base;
  const encoded = file.split('/').map(encodeSegment).join('/');
  // The query and fragment stay after the path.
  const [, path = base, rest = ''] = /^([^?#]*)(.*)$/s.exec(base) ?? [];
  return `${path.replace(/\/+$/, '')}/${encoded}${rest}`;
}

/** Encodes like Node, so that a file has one URI wherever it is made. */
function encodeSegment(segment: string): string {
  return pathToFileURL(`/${wellFormed(segment)}`).pathname.slice(1);
}

export function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '' : file.slice(0, slash);
}

export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Replaces unpaired surrogates, which can't be encoded. */
export function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** Text for display in one line: without characters that would break out of it or reorder it. */
export function plainLine(text: string, longest: number): string {
  const cleaned = text.replace(/\p{Cc}+/gu, ' ').replaceAll(new RegExp(deceptive, 'g'), '');
  const line = wellFormed(cleaned).replace(/ {2,}/g, ' ').trim();
  return line.length <= longest ? line : `${wellFormed(line.slice(0, longest - 1))}…`;
}
