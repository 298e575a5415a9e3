import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { FrameLine, LineSign } from './frame-line.ts';
import { completeIntroduction } from './handshake.ts';

type Json = Readonly<Record<string, unknown>>;

const sandboxPrefix = 'ui/notifications/sandbox-';

/** Messages to the page between the shell and a View. */
export function toSandbox(name: 'resource-ahead' | 'resource-ready' | 'ping', params: Json): Json {
  return { jsonrpc: '2.0', method: `${sandboxPrefix}${name}`, params };
}

/** The most requests of a View at a time. */
const mostWaiting = 100;
const contextChanged = 'ui/notifications/host-context-changed';

interface Listeners {
  /** The page between the shell and the View observed something; a View with an origin may have forged it. */
  onSign(sign: LineSign): void;
  onDropped(count: number, reason: string): void;
  onFlooded(reason: string): void;
  /** An invalid message arrived. */
  onNonsense(reason: string): void;
  /** The View introduced itself incompletely, and was understood all the same. */
  onFault(fault: string): void;
}

/**
 * The transport of an AppBridge. Until the View has sent `ui/notifications/initialized`, it gets only answers to its
 * requests: context changes are kept for later, all other messages of the bridge are dropped.
 */
export class GatedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #line: FrameLine;
  readonly #listeners: Listeners;
  #stop: (() => void) | undefined;
  /** The id of the View's `ui/initialize` request, until it is answered. */
  #introduction: unknown;
  #isIntroduced = false;
  #isOpen = false;
  /** Unanswered requests of the View. */
  readonly #asked = new Set<unknown>();
  /** Context changes that the View has not received yet. */
  #missed: Json | undefined;

  constructor(line: FrameLine, listeners: Listeners) {
    this.#line = line;
    this.#listeners = listeners;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async start(): Promise<void> {
    const { onSign, onDropped, onFlooded } = this.#listeners;
    this.#stop = this.#line.listen({
      heard: (data) => this.#hear(data),
      page: onSign,
      dropped: onDropped,
      flooded: onFlooded,
    });
  }

  async close(): Promise<void> {
    if (!this.#stop) return;
    this.#stop();
    this.#stop = undefined;
    this.#isOpen = false;
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#stop) return;
    if (!('method' in message)) {
      this.#asked.delete(message.id);
      if ('result' in message && message.id === this.#introduction) {
        this.#introduction = undefined;
        this.#isIntroduced = true;
        this.#missed = undefined;
      }
    } else if (!this.#isOpen) {
      if (message.method === contextChanged) this.#missed = { ...this.#missed, ...message.params };
      return;
    }
    this.#line.post(message);
  }

  /** To the sandbox page, which takes the View's HTML. */
  sendToSandbox(...[name, params]: Parameters<typeof toSandbox>): void {
    if (this.#stop) this.#line.post(toSandbox(name, params));
  }

  #hear(data: unknown): void {
    if (!isMessage(data)) return this.#answerNonsense(data);
    const { method, id } = data;
    if (typeof method === 'string' && method.startsWith(sandboxPrefix))
      return this.#listeners.onNonsense('It used a method that is reserved for the sandbox page.');
    if (method === 'notifications/cancelled' && isObject(data['params']))
      this.#asked.delete(data['params']['requestId']);
    if (method !== undefined && id !== undefined) {
      if (this.#asked.has(id)) return this.#refuse(id, -32600, 'Another request with this id is waiting.');
      if (this.#asked.size >= mostWaiting)
        return this.#refuse(id, -32000, 'Too many requests are waiting. Wait for their answers.');
      this.#asked.add(id);
    }
    if (method === 'ui/initialize') {
      this.#introduction = id;
      const { params, faults } = completeIntroduction(data['params']);
      for (const fault of faults) this.#listeners.onFault(fault);
      this.onmessage?.({ ...data, params } as unknown as JSONRPCMessage);
      return;
    }
    if (method === 'ui/notifications/initialized') {
      if (!this.#isIntroduced) return this.#listeners.onNonsense('It was initialized before ui/initialize.');
      this.#open();
    }
    this.onmessage?.(data as unknown as JSONRPCMessage);
  }

  /** Anything recognizable as a request gets an answer: otherwise a View waiting for one would hang. */
  #answerNonsense(data: unknown): void {
    const { id, method } = isObject(data) ? data : {};
    this.#listeners.onNonsense('It is not a JSON-RPC 2.0 message.');
    if (!isId(id) || method === undefined) return;
    const isMethod = typeof method === 'string' && method.length <= longestMethod;
    const [code, message] = isMethod
      ? [-32602, 'The params of a request have to be an object.']
      : [-32600, 'It is not a JSON-RPC 2.0 request.'];
    this.#line.post({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #refuse(id: unknown, code: number, message: string): void {
    this.#listeners.onNonsense(message);
    this.#line.post({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    if (!this.#missed) return;
    this.#line.post({ jsonrpc: '2.0', method: contextChanged, params: this.#missed });
    this.#missed = undefined;
  }
}

const longestMethod = 200;

function isMessage(data: unknown): data is Json {
  if (!isObject(data) || data['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = data;
  if (method === undefined) return isId(id) && isObject(result) !== isObject(error);
  return (
    typeof method === 'string' &&
    method.length <= longestMethod &&
    (isId(id) || id === undefined) &&
    (params === undefined || isObject(params))
  );
}

function isId(id: unknown): id is string | number {
  return (typeof id === 'string' && id.length <= 1000) || (typeof id === 'number' && Number.isFinite(id));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
