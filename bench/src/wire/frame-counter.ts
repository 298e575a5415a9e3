/**
 * Counts the WebSocket frames that a server sends, without parsing them: the less a client does, the more the
 * measurement is of the server. Servers don't mask frames, and `ws` doesn't split messages.
 */
export class FrameCounter {
  readonly #head = Buffer.alloc(10);
  #headLength = 0;
  #left = 0;

  /** The number of frames that end in this chunk. */
  take(chunk: Uint8Array): number {
    let at = 0;
    let ended = 0;
    while (at < chunk.length) {
      if (this.#left === 0) {
        this.#head[this.#headLength++] = chunk[at++] ?? 0;
        if (this.#headLength < this.#headSize) continue;
        this.#left = this.#payloadLength;
        this.#headLength = 0;
        if (this.#left === 0) ended += 1;
        continue;
      }
      const taken = Math.min(this.#left, chunk.length - at);
      at += taken;
      this.#left -= taken;
      if (this.#left === 0) ended += 1;
    }
    return ended;
  }

  get #headSize(): number {
    if (this.#headLength < 2) return 2;
    const short = this.#head[1];
    if (short === 126) return 4;
    return short === 127 ? 10 : 2;
  }

  get #payloadLength(): number {
    const short = this.#head[1] ?? 0;
    if (short === 126) return this.#head.readUInt16BE(2);
    return short === 127 ? this.#head.readUIntBE(4, 6) : short;
  }
}
