import type { Context } from 'hono';
import { nestsDeeperThan } from '../../wire/json-depth.ts';
import type { Environment } from '../environment.ts';
import { HttpRefusal } from './answer.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** How long all of it may take. Bytes that trickle in keep nobody waiting. */
  readonly withinMs: number;
}

/** The body as it arrives. Leaving it early leaves the connection open, so that there can be an answer. */
export function bytesOf({ req, env }: Context<Environment>): AsyncIterable<Uint8Array> {
  const incoming = env?.incoming;
  if (incoming) return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  return (req.raw.body ?? []) as AsyncIterable<Uint8Array>;
}

/**
 * Without `Connection: close`, on purpose: a connection that is closed while bytes are still coming is reset, and the
 * answer is lost with it. The HTTP server reads on for a moment once it has answered, and closes it then.
 */
export function tooLarge(maxBytes: number): HttpRefusal {
  return new HttpRefusal(
    413,
    'InvalidRequest',
    `This is more than ${maxBytes} bytes, which is the limit. Send less, or have the limit raised.`,
  );
}

/** Refuses what says of itself that it is too large, before any of it is read. */
export function assertFits({ req }: Context<Environment>, maxBytes: number): void {
  const length = req.header('content-length');
  if (length !== undefined && Number(length) > maxBytes) throw tooLarge(maxBytes);
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
  assertFits(context, limits.maxBytes);
  const text = decoded(await whole(bytesOf(context), limits));
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
  source: AsyncIterable<Uint8Array>,
  { maxBytes, withinMs }: BodyLimits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = 'The request took too long to arrive. Send it again.';
    // The rest of it is not waited for.
    const closing = { Connection: 'close' };
    timer = setTimeout(() => reject(new HttpRefusal(408, 'InvalidRequest', sentence, closing)), withinMs);
  });
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), late]);
      if (done === true) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
    // Lets go of the body, so that the rest of it can be read and dropped. What it waits for may never come.
    void iterator.return?.()?.catch(() => undefined);
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpRefusal(400, 'ParseError', 'The parameters are not UTF-8. Encode them so.');
  }
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, 'ParseError', 'The parameters are not JSON. Send one JSON object.');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new HttpRefusal(400, 'InvalidParams', 'The parameters must be one JSON object.');
}
