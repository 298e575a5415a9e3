import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Canvas } from './canvas.ts';
import { encodePng } from './png.ts';

/** Reads what the encoder wrote, by the specification: signature, chunks with length and checksum, rows. */
function decode(png: Uint8Array) {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += 12 + length;
  }
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [header, data] = chunks.map((chunk) => chunk.data) as [Buffer, Buffer];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(data);
  const stride = width * 4 + 1;
  expect(rows.length).toBe(stride * height);
  const pixels = Buffer.alloc(width * height * 4);
  const filters = new Set<number | undefined>();
  for (let y = 0; y < height; y += 1) {
    filters.add(rows[y * stride]);
    rows.copy(pixels, y * width * 4, y * stride + 1, (y + 1) * stride);
  }
  expect([...filters]).toEqual([0]);
  return { width, height, depth: header[8], colors: header[9], pixels };
}

test('pixels come back from the file as they went in', () => {
  const pixels = Uint8Array.from({ length: 3 * 2 * 4 }, (_, index) => index * 10);
  expect(decode(encodePng(3, 2, pixels))).toEqual({
    width: 3,
    height: 2,
    depth: 8,
    colors: 6,
    pixels: Buffer.from(pixels),
  });
  expect(() => encodePng(3, 3, pixels)).toThrow("24 bytes aren't a picture of 3 × 3 pixels.");
});

test('a rectangle is filled inside, blended at round corners, and cut at the edge', () => {
  const canvas = new Canvas(6, 6, [0, 0, 0]);
  canvas.fill(1, 1, 10, 10, 3, [200, 100, 50]);
  const at = (x: number, y: number) => [...canvas.pixels.subarray((y * 6 + x) * 4, (y * 6 + x) * 4 + 4)];
  expect(at(0, 0)).toEqual([0, 0, 0, 255]);
  expect(at(4, 4)).toEqual([200, 100, 50, 255]);
  expect(at(5, 5)).toEqual([200, 100, 50, 255]);
  expect(at(1, 1)[0]).toBeLessThan(100);
  expect(at(1, 4)).toEqual([200, 100, 50, 255]);
});

test('a picture without a background lets the page through, and less opaque colors add up', () => {
  const canvas = new Canvas(2, 1);
  canvas.fill(0, 0, 1, 1, 0, [200, 100, 0, 0.5]);
  canvas.fill(0, 0, 1, 1, 0, [0, 100, 200, 0.5]);
  expect([...canvas.pixels]).toEqual([67, 100, 133, 192, 0, 0, 0, 0]);
});
