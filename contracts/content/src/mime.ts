/** The vendor of the platform's own types: nobody else may define `vnd.loggia` or anything below it. */
export const platformVendor = 'loggia';

/** The type of unknown content. */
export const opaqueType = 'application/octet-stream';

/** The type of content that is only known to be text. */
export const plainTextType = 'text/plain';

const anyType = '*/*';

/**
 * The registration tree of a subtype. `personal` and `unregistered` types have an owner, like those of vendors;
 * `standard` ones and wildcards belong to everybody.
 */
export type MimeTree = 'standard' | 'vendor' | 'personal' | 'unregistered';

export interface Mime {
  /** The normalized form: lower case, without parameters. */
  readonly mime: string;
  readonly category: string;
  readonly subtype: string;
  readonly tree: MimeTree;
}

// RFC 6838, section 4.2: at most 127 characters to each side.
const restrictedName = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
const longestWithParameters = 1024;

function treeOf(category: string, subtype: string): MimeTree {
  if (subtype === 'vnd' || subtype.startsWith('vnd.')) return 'vendor';
  if (subtype.startsWith('prs.')) return 'personal';
  if (subtype.startsWith('x.') || subtype.startsWith('x-') || category.startsWith('x-'))
    return 'unregistered';
  return 'standard';
}

/** Undefined if it isn't a MIME type. Wildcards count as types; parameters are dropped. */
export function parseMime(text: string): Mime | undefined {
  if (text.length > longestWithParameters) return undefined;
  const mime = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (mime === anyType) return { mime, category: '*', subtype: '*', tree: 'standard' };
  const [category = '', subtype = '', ...more] = mime.split('/');
  if (more.length > 0 || !restrictedName.test(category)) return undefined;
  if (subtype !== '*' && !restrictedName.test(subtype)) return undefined;
  return { mime, category, subtype, tree: treeOf(category, subtype) };
}

export function isWildcard(mime: string): boolean {
  return parseMime(mime)?.subtype === '*';
}

/** The producer in `vnd.<producer>.…`; undefined for types without a vendor. */
export function vendorOf(mime: string): string | undefined {
  const parsed = parseMime(mime);
  if (parsed?.tree !== 'vendor') return undefined;
  const [bare = ''] = parsed.subtype.split('+', 1);
  return bare.split('.')[1] ?? '';
}

/** `json` of `application/vnd.acme.invoice+json`. */
export function structuredSuffix(mime: string): string | undefined {
  const subtype = parseMime(mime)?.subtype ?? '';
  const plus = subtype.lastIndexOf('+');
  const suffix = plus < 1 ? '' : subtype.slice(plus + 1);
  return suffix === '' ? undefined : suffix;
}

/** The type of the format that the suffix stands for. */
export function suffixType(mime: string): string | undefined {
  const suffix = structuredSuffix(mime);
  return suffix === undefined ? undefined : parseMime(`application/${suffix}`)?.mime;
}

/** The wildcards that match a type, nearest first, without itself. */
export function wildcardsOver(mime: string): readonly string[] {
  const parsed = parseMime(mime);
  if (parsed === undefined) return [anyType];
  return [`${parsed.category}/*`, anyType].filter(
    (wildcard) => wildcard !== parsed.mime && parsed.category !== '*',
  );
}
