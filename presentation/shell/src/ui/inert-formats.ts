// Formats by what browsers run and what they only paint. This is about safety alone: the registry knows types and their
// meaning.

/** Pixels. Markup such as SVG is not among them. */
const raster = /^image\/(?:png|jpeg|gif|webp|avif)$/i;
const rasterAddress = /^data:image\/(?:png|jpeg|gif|webp|avif);/i;
/** An `img` paints SVG without running its scripts or loading anything else. */
const paintedAddress = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
const imageAddress = /^data:image\/[\w.+-]+[;,]/i;
const image = /^image\/[\w.+-]+$/;
const runnable = /^text\/html|xml|svg/i;

/** Whether content of that type is pixels, wherever it is put. */
export function isRaster(contentType: string): boolean {
  return raster.test(contentType);
}

/** Whether a `data:` address holds pixels. */
export function isRasterAddress(address: string): boolean {
  return rasterAddress.test(address);
}

/** Whether a `data:` address is one that an `img` in a sanitized document may paint. */
export function isPaintedAddress(address: string): boolean {
  return paintedAddress.test(address);
}

/** Whether a `data:` address holds an image of any format, for an `img` and nothing else. */
export function isImageAddress(address: string): boolean {
  return imageAddress.test(address);
}

/** How `data:` addresses of images begin, to be put into another pattern. */
export const imageAddressStart = 'data:image\\/';

/** The type for a blob that an `img` shows: SVG needs its own, browsers look into everything else. */
export function imageBlobType(type: string): string {
  return image.test(type) ? type : '';
}

/** The type for a blob that is saved. A page must not come of it: under this origin it would be ours. */
export function savedBlobType(contentType: string): string {
  return runnable.test(contentType) ? '' : contentType;
}
