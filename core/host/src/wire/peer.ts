import { Rate, type Clock, type Scheduler } from '@loggia/kernel';
import { ProtocolError, type RequestId } from '@loggia/protocol';
import { nestsDeeperThan } from './json-depth.ts';
import { closings, type Frame, type Link, type LinkHandler } from './link.ts';
import type { WireLimits } from './limits.ts';
import { RunningRequest } from './running-request.ts';
import { sideChannelOf, type SideChannelAddress } from './side-channel-address.ts';
import { toldToClients } from './told-to-clients.ts';

/** A result that is already JSON text, and a callback for when it is on its way. */
export class RawResult {
  readonly json: string;
  readonly sent: (() => void) | undefined;

  constructor(json: string, sent?: () => void) {
    this.json = json;
    this.sent = sent;
  }
}

export interface PeerHandler {
  request(method: string, params: Record<string, unknown>, running: RunningRequest): Promise<unknown>;
  /** Plain MCP on an `mcp:` channel, without the channel among its parameters. */
  notify(method: string, params: Record<string, unknown>, sideChannel: string | undefined): Promise<void>;
  /** Whether the client's next message needn't wait for this. Nothing waits for an `mcp:` channel. */
  isDetached(method: string): boolean;
  closed(): void;
}

export interface PeerPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly limits: WireLimits;
  /** Errors other than ProtocolError aren't for clients: they are reported here and answered as internal errors. */
  report(problem: string, error: unknown): void;
}

interface Asked {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly cancelTimeout: () => void;
}

type Json = Record<string, unknown>;

interface Waiting {
  readonly message: Json;
  /** The length of its text. */
  readonly size: number;
}

/** How often a client that has to catch up is checked. */
const lookEveryMs = 20;

/** JSON-RPC 2.0 on a link: one message after the other unless it is detached, within limits. */
export class Peer implements LinkHandler {
  readonly #link: Link;
  readonly #handler: PeerHandler;
  readonly #ports: PeerPorts;
  readonly #rate: Rate;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  readonly #asked = new Map<RequestId, Asked>();
  /** A set, since a client can use an id twice. */
  readonly #running = new Set<RunningRequest>();
  #nextId = 1;
  #busy = false;
  #work: Promise<void> = Promise.resolve();
  #paused = false;
  /** The total, to tell what the client has read. */
  #sentBytes = 0;
  #room: Promise<void> | undefined;
  /** The largest frame that may still be queued. A long answer alone doesn't make a slow reader. */
  #largest = 0;
  /** The host has ended the connection; the transport may take a while to report that it is closed. */
  #ending = false;
  #closed = false;

  constructor(link: Link, handler: PeerHandler, ports: PeerPorts) {
    const { clock, limits } = ports;
    this.#link = link;
    this.#handler = handler;
    this.#ports = ports;
    this.#rate = new Rate(clock, limits.messagesPerSecond, limits.burst);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** The number of bytes that the client hasn't read yet. */
  get unread(): number {
    return this.#link.backlog;
  }

  /** Resolves when the current message, if any, is handled. */
  get idle(): Promise<void> {
    return this.#work;
  }

  /** Sends a prepared frame. A client that doesn't read is dropped rather than waited for. */
  send(frame: Frame): void {
    if (this.#closed || this.#ending) return;
    if (this.#link.backlog === 0) this.#largest = 0;
    if (this.#isTooSlow()) return this.close(closings.slow);
    this.#largest = Math.max(this.#largest, frame.length);
    this.#sentBytes += frame.length;
    this.#link.send(frame);
  }

  close({ code, reason }: { readonly code: number; readonly reason: string }): void {
    if (this.#closed || this.#ending) return;
    this.#ending = true;
    this.#dropWaiting();
    for (const running of this.#running) running.abort();
    this.#link.close(code, reason);
  }

  /** Sends a request to the client. */
  ask(method: string, params: Json): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('The client is not connected.'));
      const id = this.#nextId++;
      const { scheduler, limits } = this.#ports;
      const cancelTimeout = scheduler.after(limits.answerWithinMs, () => {
        this.#asked.delete(id);
        reject(new Error(`The client did not answer ${method} in time.`));
      });
      this.#asked.set(id, { resolve, reject, cancelTimeout });
      this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return undefined;
    });
  }

  /** The client cancels a request that it sent on this channel. Does nothing if it is already done. */
  cancel(id: unknown, sideChannel: string): void {
    for (const running of this.#running) {
      if (running.id === id && running.sideChannel === sideChannel) running.cancel();
    }
  }

  received(text: string): void {
    if (this.#ending) return;
    const pauseMs = this.#rate.take();
    if (pauseMs > 0) this.#pauseFor(pauseMs);
    let message: Json;
    try {
      message = this.#parse(text);
    } catch (error) {
      return this.#fail(null, error);
    }
    // The answer to a request made within a request must not wait behind that request.
    if (message['method'] === undefined && ('result' in message || 'error' in message))
      return this.#answered(message);
    this.#waiting.push({ message, size: text.length });
    this.#waitingBytes += text.length;
    if (this.#isFull(1)) this.#pause();
    if (!this.#busy) this.#work = this.#handleAll();
    return undefined;
  }

  receivedBinary(): void {
    this.#fail(null, new ProtocolError('InvalidRequest', "Send text frames; binary ones aren't supported."));
  }

  closed(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#dropWaiting();
    for (const { reject, cancelTimeout } of this.#asked.values()) {
      cancelTimeout();
      reject(new Error('The client has disconnected.'));
    }
    this.#asked.clear();
    for (const running of this.#running) running.abort();
    this.#handler.closed();
  }

  async #handleAll(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#waitingBytes -= next.size;
      const room = this.#caughtUp();
      if (room) await room;
      if (this.#ending || this.#closed) break;
      const handled = this.#handle(next.message);
      if (handled) await handled;
      if (this.#paused && !this.#isFull(0.5)) this.#resume();
    }
    this.#busy = false;
  }

  /** Whether the queue is fuller than this fraction. */
  #isFull(part: number): boolean {
    const { maxWaiting, maxWaitingBytes } = this.#ports.limits;
    return this.#waiting.length > maxWaiting * part || this.#waitingBytes > maxWaitingBytes * part;
  }

  /**
   * Resolves once the client has read most of its queue; undefined if there is little in it. A client that reads is
   * answered as fast as it reads; one that reads nothing for too long is dropped.
   */
  #caughtUp(): Promise<void> | undefined {
    if (this.#link.backlog <= this.#ports.limits.highBacklogBytes) return undefined;
    if (this.#isTooSlow()) this.close(closings.slow);
    return (this.#room ??= this.#catchingUp().finally(() => {
      this.#room = undefined;
    }));
  }

  #isTooSlow(): boolean {
    return this.#link.backlog > this.#ports.limits.maxBacklogBytes + this.#largest;
  }

  async #catchingUp(): Promise<void> {
    const { scheduler, limits } = this.#ports;
    this.#pause();
    let taken = -1;
    for (let stalledMs = 0; this.#link.backlog > limits.highBacklogBytes; stalledMs += lookEveryMs) {
      if (this.#ending || this.#closed) return;
      const takenNow = this.#sentBytes - this.#link.backlog;
      if (takenNow > taken) stalledMs = 0;
      taken = takenNow;
      if (stalledMs >= limits.stalledAfterMs) return this.close(closings.slow);
      await new Promise<void>((resolve) => scheduler.after(lookEveryMs, resolve));
    }
    if (!this.#isFull(0.5)) this.#resume();
  }

  /** The returned promise is what the next message has to wait for. */
  #handle(message: Json): Promise<void> | undefined {
    const { id, method } = message;
    if (typeof method !== 'string') {
      return this.#fail(
        idOf(id),
        new ProtocolError('InvalidRequest', 'A request needs a "method" that is a string.'),
      );
    }
    const params = message['params'] ?? {};
    if (!isObject(params)) {
      return this.#fail(idOf(id), new ProtocolError('InvalidParams', '"params" must be an object.'));
    }
    const side = sideChannelOf(message, params);
    const handled =
      id === undefined
        ? this.#notified(method, side?.params ?? params, side?.uri)
        : this.#request(id, method, params, side);
    return side !== undefined || this.#handler.isDetached(method) ? undefined : handled;
  }

  #request(
    id: unknown,
    method: string,
    params: Json,
    side: SideChannelAddress | undefined,
  ): Promise<void> | undefined {
    if (typeof id !== 'number' && typeof id !== 'string') {
      return this.#fail(
        null,
        new ProtocolError('InvalidRequest', 'The "id" of a request is a number or a string.'),
      );
    }
    const address = side?.placed === 'beside' ? `"channel":${JSON.stringify(side.uri)},` : '';
    return this.#requested(new RunningRequest(id, side?.uri), method, side?.params ?? params, address);
  }

  #parse(text: string): Json {
    const { maxDepth } = this.#ports.limits;
    if (nestsDeeperThan(text, maxDepth)) {
      throw new ProtocolError(
        'InvalidRequest',
        `The message nests deeper than ${maxDepth} levels. Send it flatter.`,
      );
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      throw new ProtocolError(
        'ParseError',
        'The message is not JSON. Send one JSON-RPC 2.0 object in each text frame.',
      );
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      throw new ProtocolError(
        'InvalidRequest',
        'Send one JSON-RPC 2.0 object in each frame; batches are not served.',
      );
    }
    if ((message as Json)['jsonrpc'] !== '2.0') {
      throw new ProtocolError('InvalidRequest', 'The message must say "jsonrpc": "2.0".');
    }
    return message as Json;
  }

  /** `address` starts the answer, whatever the answer is. */
  async #requested(running: RunningRequest, method: string, params: Json, address: string): Promise<void> {
    const { id } = running;
    this.#running.add(running);
    try {
      const result = await this.#handler.request(method, params, running);
      // Answers to concurrent requests may come all at once.
      const room = result instanceof RawResult ? undefined : this.#caughtUp();
      if (room) await room;
      if (running.isCancelled) return;
      const json = result instanceof RawResult ? result.json : JSON.stringify(result ?? null);
      this.send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${address}"result":${json}}`);
      if (result instanceof RawResult) result.sent?.();
    } catch (error) {
      if (!running.isCancelled) this.#fail(id, error, address);
      else if (!toldToClients(error)) this.#ports.report(`The cancelled request ${method} failed`, error);
    } finally {
      this.#running.delete(running);
    }
  }

  async #notified(method: string, params: Json, sideChannel: string | undefined): Promise<void> {
    try {
      await this.#handler.notify(method, params, sideChannel);
    } catch (error) {
      // Nobody waits for an answer to a notification, so its errors go to the log.
      if (!toldToClients(error)) this.#ports.report(`The notification ${method} failed`, error);
    }
  }

  #answered(message: Json): void {
    const id = message['id'] as RequestId;
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    asked.cancelTimeout();
    if (!('error' in message)) return asked.resolve(message['result']);
    const error = message['error'] as { message?: unknown } | null;
    return asked.reject(
      new Error(typeof error?.message === 'string' ? error.message : 'The client refused.'),
    );
  }

  #fail(id: RequestId | null, error: unknown, address = ''): undefined {
    const told = toldToClients(error);
    if (!told) this.#ports.report('A request failed', error);
    const json = JSON.stringify((told ?? internalError()).toJSON());
    this.send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${address}"error":${json}}`);
    return undefined;
  }

  #dropWaiting(): void {
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#link.pause();
  }

  #resume(): void {
    this.#paused = false;
    if (!this.#closed) this.#link.resume();
  }

  #pauseFor(ms: number): void {
    this.#link.pause();
    this.#ports.scheduler.after(ms, () => {
      if (!this.#closed && !this.#paused) this.#link.resume();
    });
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(id: unknown): RequestId | null {
  return typeof id === 'number' || typeof id === 'string' ? id : null;
}

function internalError(): ProtocolError {
  return new ProtocolError(
    'InternalError',
    'The host could not do this. Try again; the log of the host says more.',
  );
}
