import { AsyncLocalStorage } from 'node:async_hooks';
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
import type { MessageGuard } from './traffic/message-guard.ts';
import { boundedBody, pacedEvents } from './traffic/paced-body.ts';
import { withoutLongBatches } from './traffic/short-batches.ts';

export type HttpDefinition = Exclude<ServerTransport, { kind: 'stdio' }>;

export interface HttpPorts {
  readonly fetch: typeof fetch;
  readonly guard: MessageGuard;
  readonly limits: { readonly messageBytes: number };
}

/** Of what is read only to be thrown away or quoted in an error. */
const idleWordsBytes = 1024 * 1024;
/** A server may not ask to be connected to again sooner. */
const reconnectMs = 1_000;

/**
 * A server over HTTP, spoken to through the SDK's transports. What they read comes through the guard: the streams at its
 * pace, and of the messages only those that it admits.
 */
export class HttpTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined;
  readonly hasPerRequestStream: boolean;
  readonly #inner: Transport & { terminateSession?(): Promise<void> };
  readonly #guard: MessageGuard;
  /** The outgoing message: only the response to a request may be a stream. */
  readonly #sending = new AsyncLocalStorage<'request' | 'other'>();
  #reason: string | undefined;

  constructor(kind: 'http' | 'sse', definition: HttpDefinition, ports: HttpPorts) {
    const url = addressOf(definition);
    const guardedFetch = this.#fetchWith(ports, kind);
    // Redirects stay within the origin: the SDK follows no other, and a token must not travel.
    const options = { fetch: guardedFetch, requestInit: { headers: { ...definition.headers } } };
    this.#guard = ports.guard;
    this.hasPerRequestStream = kind === 'http';
    this.#inner =
      kind === 'http'
        ? new StreamableHTTPClientTransport(url, { ...options, reconnectionScheduler: reconnectSlowly })
        : new SSEClientTransport(url, options);
    // The SDK's transports are no event targets: this is the only way to listen to them.
    Object.assign(this.#inner, {
      onclose: () => this.onclose?.(),
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
        if (this.#guard.admits(message)) this.onmessage?.(message, extra);
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
    const kind = 'method' in message && 'id' in message ? 'request' : 'other';
    try {
      await this.#sending.run(kind, () => this.#inner.send(message, options));
    } finally {
      sent();
    }
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  /** A server that keeps sessions may drop ours at once. */
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
      const isRequest = this.#sending.getStore() === 'request';
      const response = await inner(input, init);
      if (response.body === null || response.status === 0) return response;
      const isGet = (init?.method ?? 'GET') === 'GET';
      const { status, statusText, headers } = response;
      const type = headers.get('content-type') ?? '';
      const isResult = response.ok && kind === 'http' && isRequest && !isGet;
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

function addressOf({ url }: HttpDefinition): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new StartFailure('The "url" is no address of a server. It has to begin with http:// or https://.', {
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
