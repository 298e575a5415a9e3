import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { TrafficLimits } from './limits.ts';
import { nestsDeeperThan } from './nesting.ts';
import type { ServerBudget } from './server-budget.ts';
import { StreamWatch } from './stream-watch.ts';

export interface GuardPorts {
  readonly budget: ServerBudget;
  readonly limits: Pick<TrafficLimits, 'openRequests' | 'depth'> & { readonly messageBytes: number };
  /** An entry for the server's log. Called as often as the server causes it. */
  remark(text: string, level: 'debug' | 'warning'): void;
}

type Id = string | number;

/**
 * Guards the client that handles a server's messages. It knows the host's requests, so that answers and progress pass
 * freely while everything else is charged to the budget. `holdMs` is for the reader.
 */
export class MessageGuard {
  readonly #ports: GuardPorts;
  readonly #awaited = new Set<Id>();
  readonly #open = new Map<Id, number>();
  #openCount = 0;
  /** Bytes read since the last message that was accounted for. */
  #unpaidBytes = 0;
  #holdUntil = 0;

  constructor(ports: GuardPorts) {
    this.#ports = ports;
  }

  /** How long to wait before reading on. */
  get holdMs(): number {
    return this.#holdUntil === 0 ? 0 : Math.max(0, this.#holdUntil - performance.now());
  }

  get isSpent(): boolean {
    return this.#ports.budget.isSpent;
  }

  /** For one more stream of the server. */
  watch(): StreamWatch {
    return new StreamWatch(this.#ports.budget);
  }

  /** Bytes have arrived. */
  read(bytes: number): void {
    this.#hold(this.#ports.budget.pace('throughput', bytes));
    this.#unpaidBytes += bytes;
    // More than any message may have: these bytes belong to nothing.
    if (this.#unpaidBytes > this.#ports.limits.messageBytes) this.#payBytes();
  }

  /** A line or an event has arrived, whatever it contains. */
  readLine(): void {
    this.#hold(this.#ports.budget.charge('lines', 1));
  }

  /** The line isn't a message. */
  noise(): void {
    this.#payBytes();
    this.#hold(this.#ports.budget.charge('lines', 0, "lines that aren't MCP messages"));
  }

  /** The message belongs to a request of the host that the guard hasn't seen. */
  answered(): void {
    this.#unpaidBytes = 0;
    this.#ports.budget.asked();
  }

  progressed(): void {
    this.answered();
    this.#hold(this.#ports.budget.pace('progress', 1));
  }

  /** Whether the message is passed to the client. Others are dropped. */
  admits(message: JSONRPCMessage): boolean {
    if (this.isSpent) return false;
    if (!('method' in message)) return this.#admitsAnswer(message.id);
    if ('id' in message) return this.#admitsRequest(message.id, message);
    return this.#admitsNotification(message);
  }

  /** The client is about to send this. Call the returned function once it is sent, or can't be. */
  sending(message: JSONRPCMessage, signal?: AbortSignal): () => void {
    if (!('method' in message)) {
      const { id } = message;
      return () => this.#close(id ?? '');
    }
    if ('id' in message) {
      const id = keyOf(message.id);
      this.#awaited.add(id);
      signal?.addEventListener('abort', () => this.#awaited.delete(id), { once: true });
    } else if (message.method === 'notifications/cancelled') this.#awaited.delete(idIn(message, 'requestId'));
    return () => {};
  }

  #admitsAnswer(id: Id | undefined): boolean {
    if (id !== undefined && this.#awaited.delete(keyOf(id))) {
      this.answered();
      return true;
    }
    this.#pay('answers without a request');
    this.#ports.remark(
      'The server answered a request that nobody waits for. The answer was dropped.',
      'debug',
    );
    return false;
  }

  #admitsRequest(id: Id, message: JSONRPCMessage): boolean {
    this.#pay('requests');
    this.#hold(this.#ports.budget.charge('requests', 1));
    if (this.#isTooDeep(message)) return false;
    if (this.#openCount >= this.#ports.limits.openRequests) {
      this.#ports.remark(
        `The server has ${this.#openCount} requests open, or doesn't read the answers. Another request was dropped.`,
        'warning',
      );
      return false;
    }
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1);
    this.#openCount += 1;
    return true;
  }

  #admitsNotification(message: JSONRPCMessage & { readonly method: string }): boolean {
    const { method } = message;
    if (method === 'notifications/progress') {
      if (this.#awaited.has(idIn(message, 'progressToken'))) {
        this.progressed();
        return true;
      }
      this.#pay('progress reports without a call');
      return false;
    }
    this.#pay(labelOf(method));
    if (this.#isTooDeep(message)) return false;
    // The client doesn't answer a request that the server cancelled.
    if (method === 'notifications/cancelled') this.#close(idIn(message, 'requestId'));
    return true;
  }

  #isTooDeep(message: JSONRPCMessage): boolean {
    const { depth } = this.#ports.limits;
    const isTooDeep = nestsDeeperThan(message, depth);
    if (isTooDeep)
      this.#ports.remark(
        `A message of the server is nested more than ${depth} levels deep. It was dropped.`,
        'warning',
      );
    return isTooDeep;
  }

  #close(id: Id): void {
    const count = this.#open.get(id);
    if (count === undefined) return;
    this.#openCount -= 1;
    if (count === 1) this.#open.delete(id);
    else this.#open.set(id, count - 1);
  }

  #pay(label: string): void {
    this.#payBytes();
    this.#hold(this.#ports.budget.charge('messages', 1, label));
  }

  #payBytes(): void {
    this.#hold(this.#ports.budget.charge('bytes', this.#unpaidBytes));
    this.#unpaidBytes = 0;
  }

  #hold(ms: number): void {
    if (ms > 0) this.#holdUntil = Math.max(this.#holdUntil, performance.now() + ms);
  }
}

function labelOf(method: string): string {
  if (method === 'notifications/message') return 'log messages';
  return method.endsWith('/list_changed') ? 'list changes' : 'notifications';
}

/** Some servers return a number as text. */
function keyOf(id: Id): Id {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
}

function idIn(message: JSONRPCMessage, name: string): Id {
  const params =
    'params' in message ? (message.params as Readonly<Record<string, unknown>> | undefined) : undefined;
  const id = params?.[name];
  return typeof id === 'string' || typeof id === 'number' ? keyOf(id) : '';
}
