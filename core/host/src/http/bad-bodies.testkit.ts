import type { Body } from './hurled-request.testkit.ts';

export interface BadBody {
  readonly what: string;
  readonly body: Body;
  /** The status for an authorized sender if the body must be JSON. */
  readonly status: 400 | 408 | 413 | 415;
}

const whole = (text: string): Body => ({ kind: 'whole', bytes: Buffer.from(text) });

/**
 * Every invalid body, for an endpoint that accepts at most this many bytes. `before` and `after` are the request around
 * a value, so that each looks valid at the start.
 */
export function badBodies(before: string, after: string, maxBytes: number): readonly BadBody[] {
  const deep = Math.floor((maxBytes - before.length - after.length) / 8);
  return [
    { what: 'too long', status: 413, body: whole(`${before}"${'x'.repeat(maxBytes)}"${after}`) },
    { what: 'declared as 3 GB', status: 413, body: { kind: 'declared', length: 3e9, start: before } },
    {
      what: 'without end',
      status: 413,
      body: { kind: 'endless', chunkBytes: 16_384, mostBytes: 128 * 2 ** 20, start: `${before}"` },
    },
    {
      what: 'nested arrays',
      status: 400,
      body: whole(`${before}${'['.repeat(deep)}${']'.repeat(deep)}${after}`),
    },
    {
      what: 'nested objects',
      status: 400,
      body: whole(`${before}${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}${after}`),
    },
    { what: 'brackets that nobody closes', status: 400, body: whole(before + '['.repeat(deep)) },
    { what: 'a list', status: 400, body: whole(`[${before}1${after}]`) },
    { what: 'a text', status: 400, body: whole('"x"') },
    { what: 'a number', status: 400, body: whole('1e999') },
    { what: 'null', status: 400, body: whole('null') },
    { what: 'half of an object', status: 400, body: whole(before) },
    {
      what: 'not UTF-8',
      status: 400,
      body: { kind: 'whole', bytes: Buffer.concat([Buffer.from(`${before}"`), Buffer.from([0xff, 0xfe])]) },
    },
    {
      what: 'a form',
      status: 415,
      body: { kind: 'whole', bytes: Buffer.from('a=b'), type: 'application/x-www-form-urlencoded' },
    },
    {
      what: 'a multipart form',
      status: 415,
      body: {
        kind: 'whole',
        bytes: Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'),
        type: 'multipart/form-data; boundary=x',
      },
    },
  ];
}

/** The same for a body that arrives too slowly. */
export function slowBody(before: string): BadBody {
  return { what: 'a drip', status: 408, body: { kind: 'drip', everyMs: 1_000, start: `${before}"` } };
}

/** Within the byte limit, but every byte is a separate chunk. */
export const singleBytes: BadBody = {
  what: 'without end, in single bytes',
  status: 413,
  body: { kind: 'endless', chunkBytes: 1, mostBytes: 8 * 2 ** 20 },
};
