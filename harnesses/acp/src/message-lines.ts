/** The longest message; agents send whole files in them. */
const longest = 32 * 1024 * 1024;

/** The sentence follows the name of the agent. */
export class MessageTooLong extends Error {
  override readonly name = 'MessageTooLong';

  constructor() {
    super(`sent a message of more than ${longest / 1024 / 1024} MiB, so it was ended`);
  }
}

const lineFeed = 0x0a;
const brace = 0x7b;

/**
 * The lines of an output that can be messages. Everything else, such as a banner or a warning that a program prints
 * there by mistake, goes to `noise`: answering it with a protocol error would only confuse the agent. Throws
 * MessageTooLong.
 */
export async function* messageLines(
  output: AsyncIterable<Buffer>,
  { noise, room }: { noise(line: string): void; room(): Promise<void> },
): AsyncGenerator<Uint8Array, void> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of output) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end + 1)]);
      pieces = [];
      size = 0;
      start = end + 1;
      if (firstByte(line) !== brace) noise(line.toString());
      else {
        await room();
        yield line;
      }
    }
    pieces.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > longest) throw new MessageTooLong();
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) noise(rest.toString());
}

function firstByte(line: Buffer): number | undefined {
  return line.find((byte) => byte > 0x20);
}
