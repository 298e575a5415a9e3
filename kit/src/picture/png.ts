import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = 4;

/** A PNG file from RGBA pixels, row by row from the top. */
export function encodePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const stride = width * bytesPerPixel;
  if (width < 1 || height < 1 || pixels.length !== stride * height) {
    throw new RangeError(`${pixels.length} bytes aren't a picture of ${width} × ${height} pixels.`);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each for red, green, blue and alpha; the only compression and filtering there is; not interlaced.
  header.set([8, 6, 0, 0, 0], 8);
  // Each row starts with the filter it uses: none.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
