import { parseMime } from './mime.ts';

const scheme = 'type://';
/** No subtype starts with an underscore, so no type can be mistaken for a wildcard. */
const anyFolder = '_any';
// `handlers/extract_text.json`, `type.json`: at most one folder, nothing hidden, no way up.
const fileName = /^(?:[a-z][a-z0-9_-]{0,63}\/)?[a-z][a-z0-9_-]{0,63}\.json$/i;
const longestUri = 1024;

export interface TypePlace {
  readonly mime: string;
  readonly file: string;
}

/** Where a server serves a file of a type: `type://application/vnd.acme.invoice+json/type.json`. */
export function typeUri(mime: string, file: string): string {
  const parsed = parseMime(mime);
  if (parsed === undefined || !fileName.test(file))
    throw new Error(`${JSON.stringify(`${mime} ${file}`)} names no file of a type.`);
  const { category, subtype } = parsed;
  return `${scheme}${[category, subtype].map(encodePart).join('/')}/${file}`;
}

/** Undefined for other addresses. Also reads `%2B` and `%2A`, which some libraries write for `+` and `*`. */
export function parseTypeUri(uri: string): TypePlace | undefined {
  if (uri.length > longestUri || !uri.toLowerCase().startsWith(scheme)) return undefined;
  const [category, subtype, ...rest] = uri.slice(scheme.length).split('/').map(decodePart);
  const file = rest.join('/');
  // A slash that was encoded would make two parts of one.
  if (!category || !subtype || /[/;]/.test(category + subtype)) return undefined;
  const parsed = parseMime(`${category}/${subtype}`);
  return parsed === undefined || !fileName.test(file) ? undefined : { mime: parsed.mime, file };
}

/** Where a type lies below `types/`: `application/vnd.acme.invoice+json`, `image/_any`, `_any/_any`. */
export function typeFolder(mime: string): string {
  const parsed = parseMime(mime);
  if (parsed === undefined) throw new Error(`${JSON.stringify(mime)} is not a MIME type.`);
  return [parsed.category, parsed.subtype].map((part) => (part === '*' ? anyFolder : part)).join('/');
}

/** Undefined for a folder that holds no type, and for one that another spelling of the same type would take. */
export function mimeOfFolder(folder: string): string | undefined {
  const parts = folder.split('/');
  if (parts.length !== 2 || parts.some((part) => part === '*' || /[;\s]/.test(part))) return undefined;
  const mime = parts.map((part) => (part === anyFolder ? '*' : part)).join('/');
  return parseMime(mime)?.mime === mime ? mime : undefined;
}

/** Whether it may be the name of a file of a type. Files of other names are nobody's business. */
export function isTypeFile(name: string): boolean {
  return fileName.test(name);
}

function encodePart(part: string): string {
  return part.replace(/[^a-z0-9*!$&_.+-]/g, (character) => encodeURIComponent(character));
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
