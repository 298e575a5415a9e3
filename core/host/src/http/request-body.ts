import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { nestsDeeperThan } from '../wire/json-depth.ts';
import { HttpRefusal } from './api/answer.ts';
import type { Environment } from './environment.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** The time limit for the whole body. A slow trickle blocks nobody. */
  readonly withinMs: number;
}

/** From this size on, a piece of an upload is passed on separately. */
const pieceBytes = 64 * 1024;

/** Every way in which a Request exposes its body; none of them has a limit. */
const readers = ['body', 'arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const;

/**
 * Removes these methods from a request before any handler sees it, so that no route can read a body of any size: the
 * functions below are the only way left, and each has a limit.
 */
export function sealed(request: Request): Request {
  for (const reader of readers) {
    Object.defineProperty(request, reader, {
      get(): never {
        throw new Error(`Bodies are read with a limit: use jsonBody or boundedBytes, not "${reader}".`);
      },
    });
  }
  return request;
}

/** The parts of a request that the readers below need: a Hono context has them, and so has a plain handler. */
export interface BodySource {
  readonly request: Request;
  /** Absent in tests without a real connection. */
  readonly incoming: IncomingMessage | undefined;
}

function sourceOf({ req, env }: Context<Environment>): BodySource {
  return { request: req.raw, incoming: env?.incoming };
}

/** The body as it arrives. Stopping early keeps the connection open, so that an answer can be sent. */
function bytesOf({ request, incoming }: BodySource): AsyncIterable<Uint8Array> {
  if (incoming) return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  return (request.body ?? []) as AsyncIterable<Uint8Array>;
}

/**
 * Without `Connection: close`, on purpose: a connection that is closed while bytes are still arriving is reset, and the
 * answer is lost with it. The HTTP server reads on for a moment after the answer, and closes it then.
 */
function tooLarge(maxBytes: number): HttpRefusal {
  return new HttpRefusal(
    413,
    'InvalidRequest',
    `This is more than ${maxBytes} bytes, which is the limit. Send less, or have the limit raised.`,
  );
}

/** Refuses a body that declares itself too large before any of it is read. */
function assertFits({ request }: BodySource, maxBytes: number): void {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > maxBytes) throw tooLarge(maxBytes);
}

/** A streamed body, up to the limit. */
export function boundedBytes(context: Context<Environment>, maxBytes: number): AsyncIterable<Uint8Array> {
  const source = sourceOf(context);
  assertFits(source, maxBytes);
  return bounded(bytesOf(source), maxBytes);
}

/** Combines small pieces: a disk write for each byte would block everybody else. */
async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of source) {
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    held.push(piece);
    heldBytes += piece.byteLength;
    if (heldBytes < pieceBytes) continue;
    yield held.length === 1 ? piece : Buffer.concat(held);
    held = [];
    heldBytes = 0;
  }
  if (held.length > 0) yield Buffer.concat(held);
}

/** Any JSON object, whatever its content type: for requests that no form can make, since they need a header. */
export async function anyJsonBody(context: Context<Environment>, limits: BodyLimits): Promise<unknown> {
  return jsonOf(sourceOf(context), limits);
}

/** JSON from a program that may send it: no form of a page can send this content type. */
export async function jsonBody(context: Context<Environment>, limits: BodyLimits): Promise<unknown> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new HttpRefusal(
      415,
      'InvalidRequest',
      'Send the parameters as JSON, with "Content-Type: application/json".',
    );
  }
  const value = await jsonOf(sourceOf(context), limits);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new HttpRefusal(400, 'InvalidParams', 'The parameters must be one JSON object.');
}

/** Any JSON, from senders that can't choose their content type, such as a browser that reports a violation. */
export async function jsonOf(source: BodySource, limits: BodyLimits): Promise<unknown> {
  assertFits(source, limits.maxBytes);
  const text = decoded(await whole(source, limits));
  if (text.trim() === '') return {};
  if (nestsDeeperThan(text, limits.maxDepth)) {
    throw new HttpRefusal(
      400,
      'InvalidRequest',
      `The parameters nest deeper than ${limits.maxDepth} levels. Send them flatter.`,
    );
  }
  return parsed(text);
}

async function whole(
  { request, incoming }: BodySource,
  { maxBytes, withinMs }: BodyLimits,
): Promise<Uint8Array> {
  const collected = new Collected(maxBytes);
  if (incoming) await collect(incoming, collected, withinMs);
  else for await (const piece of (request.body ?? []) as AsyncIterable<Uint8Array>) collected.add(piece);
  return collected.bytes;
}

/**
 * Rejects with the response. The connection stays open for that, and the rest of the body can still be dropped. Uses
 * listeners instead of an iterator: racing each piece against one deadline would keep a promise for every piece.
 */
async function collect(incoming: IncomingMessage, collected: Collected, withinMs: number): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        const sentence = 'The request took too long to arrive. Send it again.';
        // Doesn't wait for the rest of it.
        reject(new HttpRefusal(408, 'InvalidRequest', sentence, { Connection: 'close' }));
      }, withinMs);
      signal.addEventListener('abort', () => clearTimeout(late));
      const cut = (): void =>
        reject(new HttpRefusal(400, 'InvalidRequest', 'The body ended too early. Send it again.'));
      const take = (piece: Uint8Array): void => {
        try {
          collected.add(piece);
        } catch (error) {
          reject(error as Error);
        }
      };
      if (incoming.destroyed) cut();
      incoming.on('data', take).once('end', resolve).once('error', cut).once('close', cut);
      signal.addEventListener('abort', () => {
        incoming.off('data', take).off('end', resolve).off('error', cut).off('close', cut);
        incoming.pause();
      });
    });
  } finally {
    stop.abort();
  }
}

/**
 * Bytes in one growing buffer. With a list of pieces, a sender of single bytes could use a hundred times the limit,
 * since each piece is an object.
 */
class Collected {
  readonly #maxBytes: number;
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.byteLength;
    if (size > this.#maxBytes) throw tooLarge(this.#maxBytes);
    if (size > this.#buffer.length) {
      const larger = Buffer.alloc(Math.min(this.#maxBytes, Math.max(size, 2 * this.#buffer.length)));
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#size);
    this.#size = size;
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpRefusal(400, 'ParseError', 'The parameters are not UTF-8. Encode them as UTF-8.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, 'ParseError', 'The parameters are not JSON. Send one JSON object.');
  }
}
