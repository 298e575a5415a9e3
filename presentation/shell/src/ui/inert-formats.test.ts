import { expect, test } from 'vitest';
import {
  imageBlobType,
  isImageAddress,
  isPaintedAddress,
  isRaster,
  isRasterAddress,
  savedBlobType,
} from './inert-formats.ts';

test('only pixels are put into a page as they are', () => {
  expect(['image/png', 'IMAGE/JPEG', 'image/avif'].map(isRaster)).toEqual([true, true, true]);
  const others = ['image/svg+xml', 'image/png; x', 'image/', 'text/html', 'x-image/png', 'image/png\nx', ''];
  expect(others.filter(isRaster)).toEqual([]);
});

test.each([
  ['data:image/png;base64,AA', { raster: true, painted: true, image: true }],
  ['data:image/svg+xml,<svg/>', { raster: false, painted: true, image: true }],
  ['data:image/x-other;base64,AA', { raster: false, painted: false, image: true }],
  ['data:text/html,image/png;', { raster: false, painted: false, image: false }],
  [' data:image/png;base64,AA', { raster: false, painted: false, image: false }],
  ['https://example.com/data:image/png;', { raster: false, painted: false, image: false }],
])('what may be done with the address %s', (address, expected) => {
  expect({
    raster: isRasterAddress(address),
    painted: isPaintedAddress(address),
    image: isImageAddress(address),
  }).toEqual(expected);
});

test('no page comes of a blob that is saved, and nothing but an image of one that is painted', () => {
  const runnable = ['text/html', 'TEXT/HTML;x', 'application/xhtml+xml', 'image/svg+xml', 'text/xml'];
  expect(runnable.map(savedBlobType)).toEqual(runnable.map(() => ''));
  expect(savedBlobType('application/pdf')).toBe('application/pdf');
  expect(['image/svg+xml', 'text/html', 'image/png;x'].map(imageBlobType)).toEqual(['image/svg+xml', '', '']);
});
