import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import type { ServerTransport } from '../definition.ts';
import { StartFailure } from './start-failure.ts';
import { asHeard, asSpoken } from './task-dialect.ts';
import type { MessageGuard } from './traffic/message-guard.ts';
import { boundedBody, pacedEvents } from './traffic/paced-body.ts';
import { withoutLongBatches } from './traffic/short-batches.ts';

export type HttpDefinition = Exclude<ServerTransport, { kind: 'stdio' }>;

export interface HttpPorts {
  readonly fetch: typeof fetch;
  readonly guard: MessageGuard;
  readonly limits: { readonly messageBytes: number };
}

/** The limit for bodies that are only discarded or quoted in an error. */
const idleWordsBytes = 1024 * 1024;
/** The minimum pause that a server can request before a reconnect. */
const reconnectMs = 1_000;

/**
 * A server over HTTP, using the SDK's transports. Their input passes the guard: streams at its pace, and only the
 * messages it admits.
 */
export class HttpTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined;
  readonly hasPerRequestStream: boolean;
  readonly #inner: Transport & { terminateSession?(): Promise<void> };
  readonly #guard: MessageGuard;
  #reason: string | undefined;

  constructor(kind: 'http' | 'sse', definition: HttpDefinition, ports: HttpPorts) {
    const url = addressOf(definition);
    const guardedFetch = this.#fetchWith(ports, kind);
    // Redirects stay within the origin: the SDK follows no others, and a token must not leave it.
    const options = { fetch: guardedFetch, requestInit: { headers: { ...definition.headers } } };
    this.#guard = ports.guard;
    this.hasPerRequestStream = kind === 'http';
    this.#inner =
      kind === 'http'
        ? new StreamableHTTPClientTransport(url, { ...options, reconnectionScheduler: reconnectSlowly })
        : new SSEClientTransport(url, options);
    // The SDK's transports aren't event targets: this is the only way to listen to them.
    Object.assign(this.#inner, {
      onclose: () => this.onclose?.(),
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
        if (this.#guard.admits(message)) this.onmessage?.(asHeard(message), extra);
      },
      onerror: (error: Error) => {
        if (isNoise(error)) this.#guard.noise();
        this.onerror?.(error);
      },
    });
  }

  /** Why the host ended the connection, as a sentence. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The server sent too much. */
  get isSpent(): boolean {
    return this.#guard.isSpent;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const sent = this.#guard.sending(message, options?.requestSignal);
    try {
      await this.#inner.send(asSpoken(message), options);
    } finally {
      sent();
    }
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  /** Lets the server drop our session. */
  async terminateSession(): Promise<void> {
    await this.#inner.terminateSession?.();
  }

  /** Closes with a reason. */
  async abandon(reason: string): Promise<void> {
    this.#reason ??= reason;
    await this.close();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #fetchWith({ fetch: inner, guard, limits }: HttpPorts, kind: 'http' | 'sse'): typeof fetch {
    return async (input, init) => {
      const response = await inner(input, init);
      if (response.body === null || response.status === 0) return response;
      const isGet = (init?.method ?? 'GET') === 'GET';
      const { status, statusText, headers } = response;
      const type = headers.get('content-type') ?? '';
      const isResult = response.ok && kind === 'http' && !isGet && isRequest(init?.body);
      const isStream = (isResult || (response.ok && isGet)) && type.includes('event-stream');
      const body = isStream
        ? pacedEvents(response.body, limits.messageBytes, guard)
        : boundedBody(response.body, isResult ? limits.messageBytes : idleWordsBytes);
      return new Response(isStream || !isResult ? body : withoutLongBatches(body), {
        status,
        statusText,
        headers,
      });
    };
  }
}

/**
 * Only the response to a request can be a stream. Told by the message itself: an async context would cost every promise
 * of the host a little.
 */
function isRequest(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  const message: unknown = JSON.parse(body);
  return typeof message === 'object' && message !== null && 'method' in message && 'id' in message;
}

function addressOf({ url }: HttpDefinition): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new StartFailure('The address of a server begins with http:// or https://. Correct it.', {
    lasting: true,
  });
}

function reconnectSlowly(reconnect: () => void, delayMs: number): () => void {
  const timer = setTimeout(reconnect, Math.max(reconnectMs, delayMs));
  return () => clearTimeout(timer);
}

/** The SDK could not read an event as a message. */
function isNoise(error: Error): boolean {
  return error instanceof SyntaxError || error.name === 'ZodError' || error.name === '$ZodError';
}
