import { parseMime } from './mime.ts';

const scheme = 'type://';
/** No subtype starts with an underscore, so no type can be mistaken for a wildcard. */
const anyFolder = '_any';
// `handlers/extract_text.json`, `type.json`: at most one folder, nothing hidden, no `..`.
const fileName = /^(?:[a-z][a-z0-9_-]{0,63}\/)?[a-z][a-z0-9_-]{0,63}\.json$/i;
const longestUri = 1024;

export interface TypeAddress {
  readonly mime: string;
  readonly file: string;
}

/** The URI under which a server serves a file of a type: `type://application/vnd.acme.invoice+json/type.json`. */
export function typeUri(mime: string, file: string): string {
  const parsed = parseMime(mime);
  if (parsed === undefined || !fileName.test(file))
    throw new Error(`${JSON.stringify(`${mime} ${file}`)} doesn't name a file of a type.`);
  const { category, subtype } = parsed;
  return `${scheme}${[category, subtype].map(encodePart).join('/')}/${file}`;
}

/** Undefined for other URIs. Also reads `%2B` and `%2A`, which some libraries write for `+` and `*`. */
export function parseTypeUri(uri: string): TypeAddress | undefined {
  if (uri.length > longestUri || !uri.toLowerCase().startsWith(scheme)) return undefined;
  const [category, subtype, ...rest] = uri.slice(scheme.length).split('/').map(decodePart);
  const file = rest.join('/');
  // An encoded slash would turn one part into two.
  if (!category || !subtype || /[/;]/.test(category + subtype)) return undefined;
  const parsed = parseMime(`${category}/${subtype}`);
  return parsed === undefined || !fileName.test(file) ? undefined : { mime: parsed.mime, file };
}

/** The folder of a type below `types/`: `application/vnd.acme.invoice+json`, `image/_any`, `_any/_any`. */
export function typeFolder(mime: string): string {
  const parsed = parseMime(mime);
  if (parsed === undefined) throw new Error(`${JSON.stringify(mime)} is not a MIME type.`);
  return [parsed.category, parsed.subtype].map((part) => (part === '*' ? anyFolder : part)).join('/');
}

/** Undefined for a folder that isn't a type, and for one in another spelling of the same type. */
export function mimeOfFolder(folder: string): string | undefined {
  const parts = folder.split('/');
  if (parts.length !== 2 || parts.some((part) => part === '*' || /[;\s]/.test(part))) return undefined;
  const mime = parts.map((part) => (part === anyFolder ? '*' : part)).join('/');
  return parseMime(mime)?.mime === mime ? mime : undefined;
}

/** Whether it is a valid name for a file of a type. Other files are ignored. */
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
