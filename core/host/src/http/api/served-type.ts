const unknown = 'application/octet-stream';
const name = '[a-z0-9][a-z0-9!#$&^_.+-]{0,126}';
const wellFormed = new RegExp(`^${name}/${name}$`);

/** Types that a browser would run or parse rather than show. */
const active =
  /^(text\/html|application\/xhtml\+xml|.*[/+]xml|.*\/(xml-.*|xslt.*)|multipart\/.*|message\/.*|.*\/.*(javascript|ecmascript|jscript|livescript|typescript).*|text\/css|.*[/+]wasm|.*manifest.*|.*\/(speculationrules|importmap)\+json)$/;

/** Types that elements of a page show without running anything. */
const shown = /^((audio|image|video)\/(?!.*xml)[^/]+|application\/(ogg|pdf)|text\/plain)$/;

/**
 * The type that bytes are sent with. Whatever they are, they must not become a page of this origin: content that a
 * browser would run keeps its type only for saving, and is plain text otherwise.
 *
 * Addresses without a token can be loaded by any element, even `script`, and elements ignore whether something was
 * meant for saving. So there only types that are known to be safe to show are kept.
 */
export function servedType(
  type: string,
  disposition: 'inline' | 'attachment',
  endpoint: 'token' | 'linked' = 'token',
): string {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!wellFormed.test(essence)) return unknown;
  const isKept =
    endpoint === 'linked' ? shown.test(essence) : disposition === 'attachment' || !active.test(essence);
  if (!isKept) return disposition === 'inline' ? 'text/plain; charset=utf-8' : unknown;
  return essence.startsWith('text/') ? `${essence}; charset=utf-8` : essence;
}

/** In hexadecimal. */
const pictures: readonly [type: string, head: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];

/** Thumbnails have no stored type: their first bytes tell. */
export function pictureType(head: Uint8Array): string {
  const start = Buffer.from(head.subarray(0, 16)).toString('hex');
  return pictures.find(([, expected]) => expected.test(start))?.[0] ?? unknown;
}
