import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { nestsDeeperThan } from '../wire/json-depth.ts';
import { HttpRefusal } from './api/answer.ts';
import type { Environment } from './environment.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** How long all of it may take. Bytes that trickle in keep nobody waiting. */
  readonly withinMs: number;
}

/** From this many bytes on, a piece of an upload goes its own way. */
const pieceBytes = 64 * 1024;

/** Every way in which a Request gives away its body, none of which knows a limit. */
const readers = ['body', 'arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const;

/**
 * Takes these ways away from a request before any handler sees it, so that no route can read a body of any size: the
 * functions below are the only way left, and each of them takes a limit.
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

/** What the readers below need of a request: a Hono context has it, and so has a plain handler. */
export interface BodySource {
  readonly request: Request;
  /** Absent in tests without a real connection. */
  readonly incoming: IncomingMessage | undefined;
}

function sourceOf({ req, env }: Context<Environment>): BodySource {
  return { request: req.raw, incoming: env?.incoming };
}

/** The body as it arrives. Leaving it early leaves the connection open, so that there can be an answer. */
function bytesOf({ request, incoming }: BodySource): AsyncIterable<Uint8Array> {
  if (incoming) return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  return (request.body ?? []) as AsyncIterable<Uint8Array>;
}

/**
 * Without `Connection: close`, on purpose: a connection that is closed while bytes are still coming is reset, and the
 * answer is lost with it. The HTTP server reads on for a moment once it has answered, and closes it then.
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

/** A body that streams, up to the limit. */
export function boundedBytes(context: Context<Environment>, maxBytes: number): AsyncIterable<Uint8Array> {
  const source = sourceOf(context);
  assertFits(source, maxBytes);
  return bounded(bytesOf(source), maxBytes);
}

/** Small pieces leave together: a write to disk for each byte would keep everybody else waiting. */
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

/** Any JSON object, whatever it is called: for requests that no form can make, since they need a header. */
export async function anyJsonBody(context: Context<Environment>, limits: BodyLimits): Promise<unknown> {
  return jsonOf(sourceOf(context), limits);
}

/** JSON from a program of ours, or of somebody who asked us first: no form of a page can say that it sends JSON. */
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
 * Rejects with what to answer. The connection stays open for that, and what is left of the body can still be dropped.
 * Listeners, not an iterator: racing each piece against one deadline would keep a promise for every piece.
 */
async function collect(incoming: IncomingMessage, collected: Collected, withinMs: number): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        const sentence = 'The request took too long to arrive. Send it again.';
        // The rest of it is not waited for.
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
 * Bytes in one buffer that grows. A list of pieces would let a sender of single bytes take a hundred times the limit,
 * since each piece is an object of its own.
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
