import { onTestFinished } from 'vitest';
import { openLoopbackServer } from '../oauth/loopback-server.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

export interface ApiAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by a request handler: the host refuses, in the format of its API. */
export class Refusal extends Error {
  readonly status: number;
  readonly kind: string;

  constructor(status: number, kind: string, message: string) {
    super(message);
    this.status = status;
    this.kind = kind;
  }
}

/** A host's API over real HTTP, with scripted answers. Closed with the test. */
export async function fakeHost(respond: (request: ApiRequest) => ApiAnswer) {
  const seen: ApiRequest[] = [];
  const server = await openLoopbackServer(async (request) => {
    const { pathname, search } = new URL(request.url);
    const one: ApiRequest = {
      method: request.method,
      path: pathname + search,
      token: (request.headers.get('authorization') ?? '').replace('Bearer ', ''),
      // Through a buffer, which keeps a byte order mark.
      body: Buffer.from(await request.arrayBuffer()).toString(),
    };
    seen.push(one);
    const { status = 200, json, text, bytes, headers = {} } = answerOf(respond, one);
    return new Response(bytes ?? text ?? JSON.stringify(json), { status, headers: { ...headers } });
  });
  onTestFinished(() => server.close());
  const url = `${server.origin}/api`;
  return {
    url,
    seen,
    /** The host's metadata in a call, so that the handler can call back. */
    meta: (token: string, expiresIn = 60_000) => ({
      'loggia/api': { url, token, expiresAt: new Date(Date.now() + expiresIn).toISOString() },
    }),
  };
}

function answerOf(respond: (request: ApiRequest) => ApiAnswer, request: ApiRequest): ApiAnswer {
  try {
    return respond(request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, kind, message } = error;
    return { status, json: { error: { kind, message } } };
  }
}
