import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Call } from './calls-in-flight.ts';
import { SpinWait } from './spin-wait.ts';

type Json = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly call: Call;
  resolve(result: Json): void;
  reject(error: unknown): void;
}

/**
 * The SDK counts its own ids from zero on the same line. This fits into 32 bits, for servers that store ids that way.
 */
const firstId = 1_000_000_000;

/** Shared by all servers: there is one event loop. */
const spinWait = new SpinWait();

/**
 * Requests to a server of the older era over stdio that bypass the SDK: its schema checks are a good part of what a
 * quick call costs the host. In that era and on that line a request needs no more than this: an id, a progress token,
 * and a notification when it is cancelled.
 */
export class DirectRequests {
  readonly #send: (line: string) => Promise<void>;
  readonly #waiting = new Map<unknown, Waiting>();
  #nextId = firstId;

  constructor(send: (line: string) => Promise<void>) {
    this.#send = send;
  }

  /** Rejects as the SDK's requests do. If the call was stopped, the call itself holds the reason. */
  request(method: string, params: Json, call: Call): Promise<Json> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const fail = (error: unknown): void => {
        this.#waiting.delete(id);
        reject(error);
      };
      this.#waiting.set(id, { call, resolve, reject });
      // Requested even if nobody listens: progress shows that the server is working.
      const told = { ...params, _meta: { ...(params['_meta'] as Json | undefined), progressToken: id } };
      this.#send(lineOf({ jsonrpc: '2.0', id, method, params: told })).catch(fail);
      spinWait.start();
      call.onStop((reason) => {
        if (!this.#waiting.has(id)) return;
        this.#cancel(id, reason);
        fail(reason);
      });
    });
  }

  /** Whether the message belongs to one of these requests. Invalid messages are left to the SDK. */
  take(message: Json): boolean {
    if (message['jsonrpc'] !== '2.0') return false;
    if ('id' in message) return 'method' in message ? false : this.#answered(message);
    return message['method'] === 'notifications/progress' && this.#progressed(message['params']);
  }

  /** The line is down. */
  close(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const error = new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed');
    for (const { reject } of waiting) reject(error);
  }

  #answered({ id: said, result, error }: Json): boolean {
    const id = numberOf(said);
    const waiting = this.#waiting.get(id);
    if (!waiting) return false;
    if (isObject(result)) waiting.resolve(withoutType(result));
    else if (isError(error)) waiting.reject(ProtocolError.fromError(error.code, error.message, error.data));
    else return false;
    return this.#waiting.delete(id);
  }

  #progressed(params: unknown): boolean {
    if (!isObject(params)) return false;
    const { progressToken, progress, total, message } = params;
    const call = this.#waiting.get(numberOf(progressToken))?.call;
    if (!call || typeof progress !== 'number') return false;
    call.progressed({
      progress,
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message }),
    });
    return true;
  }

  #cancel(requestId: number, reason: unknown): void {
    const params = { requestId, reason: String(reason) };
    // A line that no longer accepts messages reports its own end.
    this.#send(lineOf({ jsonrpc: '2.0', method: 'notifications/cancelled', params })).catch(() => {});
  }
}

function lineOf(message: Json): string {
  return `${JSON.stringify(message)}\n`;
}

/** Some servers answer with the id as a string. */
function numberOf(id: unknown): unknown {
  return typeof id === 'string' ? Number(id) : id;
}

/** The newer era's `resultType` means nothing in this one. */
function withoutType(result: Json): Json {
  if (!('resultType' in result)) return result;
  const { resultType: _kind, ...rest } = result;
  return rest;
}

function isError(
  error: unknown,
): error is { readonly code: number; readonly message: string; readonly data?: unknown } {
  return isObject(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
