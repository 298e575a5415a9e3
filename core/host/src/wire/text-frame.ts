import type { Frame } from './link.ts';

const finalText = 0x81;

/** A message as a WebSocket frame. A server doesn't mask, so it is the same for every client. */
function textFrame(message: Frame): Buffer {
  const length = Buffer.byteLength(message);
  const headLength = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = finalText;
  if (headLength === 2) frame[1] = length;
  else if (headLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (typeof message === 'string') frame.write(message, headLength);
  else frame.set(message, headLength);
  return frame;
}

/** Creates text frames, once for the many clients that get the same buffer one after the other. */
export class TextFrames {
  #message: Buffer | undefined;
  #frame: Buffer | undefined;

  of(message: Frame): Buffer {
    // An answer to a single client, possibly large: not cached.
    if (typeof message === 'string') return textFrame(message);
    if (this.#frame === undefined || this.#message !== message) this.#frame = textFrame(message);
    this.#message = message;
    return this.#frame;
  }
}
