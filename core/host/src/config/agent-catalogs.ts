/** A catalog of agents, as the configuration names it. */
export type CatalogPlace =
  | { readonly kind: 'builtIn' }
  /** A file or a folder. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'address'; readonly url: string };

/** The name of the catalog that comes with the product. */
export const builtInCatalog = 'loggia';

export const catalogRule =
  '"loggia" (the catalog that comes with it), an address that starts with https://, or a path relative to this file that starts with "./"';

/** Without encryption, somebody in between could name the programs to run; on this machine, nobody is in between. */
export function parseCatalog(text: string): CatalogPlace | undefined {
  if (text === builtInCatalog) return { kind: 'builtIn' };
  if (/^(\.\.?|~)[/\\]/.test(text) || /^(\/|[A-Za-z]:[/\\])/.test(text)) return { kind: 'file', path: text };
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href: url } = new URL(text);
  if (username !== '' || password !== '') return undefined;
  const isHere = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isHere ? { kind: 'address', url } : undefined;
}
