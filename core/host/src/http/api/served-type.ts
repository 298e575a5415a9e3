const unknown = 'application/octet-stream';
const name = '[a-z0-9][a-z0-9!#$&^_.+-]{0,126}';
const wellFormed = new RegExp(`^${name}/${name}$`);

/** What a browser would run or take apart, rather than show. */
const active =
  /^(text\/html|application\/xhtml\+xml|.*[/+]xml|.*\/(xml-.*|xslt.*)|multipart\/.*|message\/.*|.*\/.*(javascript|ecmascript|jscript|livescript|typescript).*|text\/css|.*[/+]wasm|.*manifest.*|.*\/(speculationrules|importmap)\+json)$/;

/** What elements of a page show without running any of it. */
const shown = /^((audio|image|video)\/(?!.*xml)[^/]+|application\/(ogg|pdf)|text\/plain)$/;

/**
 * The type that bytes are sent with. Whatever they are, no page of this origin may come of them: what a browser would
 * run is sent as it is only to be saved, and is plain text otherwise.
 *
 * Addresses that need no token can be loaded by any element, `script` among them, and elements don't care whether
 * something was to be saved. So there only what is known to be shown keeps its type.
 */
export function servedType(
  type: string,
  disposition: 'inline' | 'attachment',
  door: 'token' | 'linked' = 'token',
): string {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!wellFormed.test(essence)) return unknown;
  const isKept =
    door === 'linked' ? shown.test(essence) : disposition === 'attachment' || !active.test(essence);
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

/** Thumbnails have no type on record: their first bytes tell. */
export function pictureType(head: Uint8Array): string {
  const start = Buffer.from(head.subarray(0, 16)).toString('hex');
  return pictures.find(([, expected]) => expected.test(start))?.[0] ?? unknown;
}
