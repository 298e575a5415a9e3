import { parseMime, platformVendor, vendorOf } from '@loggia/content';

/**
 * To whom a type can belong: to the platform, to one third party, or, as all standard types and wildcards, to
 * nobody in particular.
 */
export type Domain = 'platform' | 'vendor' | 'standard';

export function domainOf(mime: string): Domain {
  if (vendorOf(mime) === platformVendor) return 'platform';
  const tree = parseMime(mime)?.tree ?? 'standard';
  return tree === 'standard' ? 'standard' : 'vendor';
}

export type Owner =
  | { readonly kind: 'platform' }
  | { readonly kind: 'server'; readonly server: string; readonly name: string };
