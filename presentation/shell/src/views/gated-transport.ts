import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { FrameLine } from './frame-line.ts';

type Json = Readonly<Record<string, unknown>>;

const sandboxPrefix = 'ui/notifications/sandbox-';

/** What the page between the shell and a View is told. */
export function toSandbox(name: 'resource-ahead' | 'resource-ready', params: Json): Json {
  return { jsonrpc: '2.0', method: `${sandboxPrefix}${name}`, params };
}

/** What it says, without what all of it begins with; undefined for what the View says. */
export function ofSandbox(data: unknown): string | undefined {
  const method = isObject(data) ? data['method'] : undefined;
  return typeof method === 'string' && method.startsWith(sandboxPrefix)
    ? method.slice(sandboxPrefix.length)
    : undefined;
}

const contextChanged = 'ui/notifications/host-context-changed';

interface Listeners {
  /** The page between the shell and the View says something; the View itself cannot. */
  onSandbox(name: string, params: Json): void;
  /** Something was said that makes no sense. */
  onNonsense(reason: string): void;
}

/**
 * What an AppBridge speaks through. Until the View has said that it is initialized nothing is sent to it but answers to
 * what it asked, whatever the bridge wants to say: changes of the context are kept for it, all else is dropped.
 */
export class GatedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #line: FrameLine;
  readonly #listeners: Listeners;
  #stop: (() => void) | undefined;
  /** The request that introduces the View, until it is answered. */
  #introduction: unknown;
  #isIntroduced = false;
  #isOpen = false;
  /** What of the context has changed since the View was told of it. */
  #missed: Json | undefined;

  constructor(line: FrameLine, listeners: Listeners) {
    this.#line = line;
    this.#listeners = listeners;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async start(): Promise<void> {
    this.#stop = this.#line.listen((data) => this.#hear(data));
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

  /** To the page between, which takes the View's HTML. */
  sendToSandbox(...[name, params]: Parameters<typeof toSandbox>): void {
    if (this.#stop) this.#line.post(toSandbox(name, params));
  }

  #hear(data: unknown): void {
    if (!isMessage(data)) return this.#listeners.onNonsense('It is no message of JSON-RPC 2.0.');
    const { method, id } = data;
    const name = ofSandbox(data);
    if (name !== undefined)
      return this.#listeners.onSandbox(name, isObject(data['params']) ? data['params'] : {});
    if (method === 'ui/initialize') this.#introduction = id;
    else if (method === 'ui/notifications/initialized') {
      if (!this.#isIntroduced) return this.#listeners.onNonsense('It was initialized before ui/initialize.');
      this.#open();
    }
    this.onmessage?.(data as unknown as JSONRPCMessage);
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    if (!this.#missed) return;
    this.#line.post({ jsonrpc: '2.0', method: contextChanged, params: this.#missed });
    this.#missed = undefined;
  }
}

function isMessage(data: unknown): data is Json {
  if (!isObject(data) || data['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = data;
  const hasId = typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
  if (method === undefined) return hasId && isObject(result) !== isObject(error);
  return (
    typeof method === 'string' &&
    method.length <= 200 &&
    (hasId || id === undefined) &&
    (params === undefined || isObject(params))
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
