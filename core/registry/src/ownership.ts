import { parseMime, platformVendor, vendorOf } from '@loggia/content';

/**
 * The possible owners of a type: the platform, one third party, or nobody in particular, which is the case for all
 * standard types and wildcards.
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
