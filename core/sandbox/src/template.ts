import { createHash } from 'node:crypto';
import { ProtocolError, viewTypes } from '@loggia/protocol';
import type { Declared } from './content-policy.ts';
import { mediaTypeOf } from './media-type.ts';

/** The HTML of a View, and its declaration. */
export interface Template {
  /** Covers the HTML and the declaration together: a template allowed to reach one host isn't allowed to reach two. */
  readonly hash: string;
  readonly html: Buffer;
  readonly declared: Declared;
}

type Json = Readonly<Record<string, unknown>>;

export const largestTemplate = 20 * 1024 * 1024;
const mostDomains = 200;
const longestText = 500;
const shown = viewTypes.map(mediaTypeOf);

/**
 * Parses the result of `resources/read`. `listed` is its entry in `resources/list`, used if the content declares
 * nothing.
 */
export function templateOf(uri: string, result: unknown, listed?: Json): Template {
  const contents = isObject(result) && Array.isArray(result['contents']) ? result['contents'] : [];
  const found = contents.filter(isObject).find((item) => isView(item['mimeType']));
  if (!found) {
    throw new ProtocolError(
      'Unavailable',
      `The server's ${uri} isn't a View: it has no content of the type ${viewTypes.join(' or ')}. Ask its author to serve it as that.`,
    );
  }
  const html = bytesOf(found);
  if (html === undefined)
    throw new ProtocolError('Unavailable', `The server's ${uri} is empty. Ask its author to serve a page.`);
  if (html.length > largestTemplate) {
    throw new ProtocolError(
      'Unavailable',
      `The View ${uri} has ${html.length} bytes, and the limit is ${largestTemplate}. Ask its author for a smaller one.`,
    );
  }
  const declared = declaredIn(uiOf(found) ?? uiOf(listed ?? {}) ?? {});
  const hash = createHash('sha256').update(JSON.stringify(declared)).update('\n').update(html).digest('hex');
  return { hash, html, declared };
}

/** Whether to look for the declaration in the list. */
export function saysNothing(result: unknown): boolean {
  const contents = isObject(result) && Array.isArray(result['contents']) ? result['contents'] : [];
  return contents.filter(isObject).every((item) => uiOf(item) === undefined);
}

function isView(mimeType: unknown): boolean {
  if (typeof mimeType !== 'string' || mimeType.length > longestText) return false;
  const { type, parameters } = mediaTypeOf(mimeType);
  return shown.some(
    (wanted) =>
      wanted.type === type && [...wanted.parameters].every(([name, value]) => parameters.get(name) === value),
  );
}

/** Either text, or text as base64. */
function bytesOf({ text, blob }: Json): Buffer | undefined {
  if (typeof text === 'string') return Buffer.from(text, 'utf8');
  return typeof blob === 'string' ? Buffer.from(blob, 'base64') : undefined;
}

function uiOf({ _meta: meta }: Json): Json | undefined {
  const ui = isObject(meta) ? meta['ui'] : undefined;
  return isObject(ui) ? ui : undefined;
}

/** The parts of the declaration we support, always in the same order, and limited to a length that can be reviewed. */
function declaredIn({ csp, permissions, domain, prefersBorder }: Json): Declared {
  return {
    ...(isObject(csp) && { csp: domainsIn(csp) }),
    ...(isObject(permissions) && { permissions: permissionsIn(permissions) }),
    ...(typeof domain === 'string' && domain !== '' && { domain: domain.slice(0, longestText) }),
    ...(typeof prefersBorder === 'boolean' && { prefersBorder }),
  };
}

function domainsIn(csp: Json): NonNullable<Declared['csp']> {
  const lists = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'].flatMap((name) => {
    const list = csp[name];
    return Array.isArray(list) ? [[name, textsIn(list)] as const] : [];
  });
  return Object.fromEntries(lists);
}

function textsIn(list: readonly unknown[]): string[] {
  return list
    .filter((entry) => typeof entry === 'string')
    .slice(0, mostDomains)
    .map((entry) => entry.slice(0, longestText));
}

function permissionsIn(permissions: Json): NonNullable<Declared['permissions']> {
  const asked = Object.entries(permissions)
    .filter(([, value]) => value === true || isObject(value))
    .slice(0, 50)
    .map(([name]) => [name.slice(0, 100), {}] as const);
  return Object.fromEntries(asked.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
