import { foldFor, schemeOf, type ChannelScheme, type Family } from '@loggia/protocol';
import type { Reduce } from './mirror.ts';

/** How a channel's actions become state. `folds` is false where they do not. */
export interface Reducing {
  readonly folds: boolean;
  readonly reduce: Reduce;
}

/** Knows how the channels of an extension are folded. */
export type ReducerLookup = (uri: string) => Reduce | undefined;

const asItCame: Reducing = { folds: false, reduce: (state) => state };

/**
 * 1.0 only adds to 0.9, so the canonical reducers fold both. The states of 0.3 are of another shape: they are handed
 * on as they came, and so are its actions.
 */
export function reducingFor(
  uri: string,
  family: Family,
  {
    kind,
    extension,
  }: { readonly kind?: ChannelScheme | undefined; readonly extension?: ReducerLookup | undefined },
): Reducing {
  if (family === '0.3') return asItCame;
  const scheme = kind ?? schemeOf(uri);
  const reduce = scheme ? (foldFor(scheme) as Reduce) : extension?.(uri);
  return reduce ? { folds: true, reduce } : asItCame;
}
