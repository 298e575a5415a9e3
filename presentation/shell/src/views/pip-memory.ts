import type { PipPlace } from './pip-place.ts';

let last: PipPlace | undefined;

/** The last position of the small window in this tab. */
export function rememberedPlace(): PipPlace | undefined {
  return last;
}

export function rememberPlace(place: PipPlace): PipPlace {
  last = place;
  return place;
}
