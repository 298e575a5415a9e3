import type { Environment } from '../environment.ts';
import { ClientClosed, Disconnected } from '../errors.ts';
import type { Report } from '../problem.ts';
import { Cell, type Readable } from '../readable.ts';
import { Peer } from '../rpc/peer.ts';
import type { RawParams } from '../rpc/read-message.ts';
import type { Connect, Transport, TransportClose } from '../transport/transport.ts';
import { pauseAfter, type BackOff } from './back-off.ts';
import { finalReason } from './final-reason.ts';
import { keepAlive } from './keep-alive.ts';
import type { Closed, ConnectionStatus } from './status.ts';

export interface ConnectionLimits {
  /** How long opening a transport may take. */
  readonly connectTimeoutMs: number;
  /** A connection that lasted this long counts as a success: the next pause is the first one again. */
  readonly stableAfterMs: number;
  /** The pause between two signs of life; 0 asks for none. */
  readonly keepAliveMs: number;
  readonly keepAliveTimeoutMs: number;
}

export const defaultLimits: ConnectionLimits = {
  connectTimeoutMs: 15_000,
  stableAfterMs: 5_000,
  keepAliveMs: 30_000,
  keepAliveTimeoutMs: 10_000,
};

/** The reason for ending an attempt that has not failed. */
const startOver = new Error('Another attempt takes its place.');

/** The dialogue over the connection. None of its methods may throw, except `greet`. */
export interface Conversation {
  /** Speaks first on a new transport. A throw ends the attempt; whether for good is seen from the error. */
  greet(peer: Peer): Promise<void>;
  /** Both sides agree: from here until `lost`, the peer is the one to use. */
  established(peer: Peer): Extract<ConnectionStatus, { phase: 'connected' }>;
  lost(): void;
  ended(reason: Closed): void;
  notified(method: string, params: RawParams): void;
  asked(method: string, params: RawParams): Promise<unknown>;
}

/** Keeps one transport to the host open, and opens the next when it is lost, until a failure is final. */
export class Connection {
  readonly #connect: Connect;
  readonly #conversation: Conversation;
  readonly #environment: Environment;
  readonly #backOff: BackOff;
  readonly #limits: ConnectionLimits;
  readonly #report: Report;
  readonly #status: Cell<ConnectionStatus>;

  /** Ends the wait for a transport that is being opened. */
  #stopOpening: ((why: Error) => void) | undefined;
  /** The one that is still being greeted. */
  #greeting: Peer | undefined;
  /** The one that is established. */
  #peer: Peer | undefined;
  #wasConnected = false;
  /** Attempts that failed since the last connection. */
  #failedAttempts = 0;
  /** Those, and connections that did not last. */
  #setbacks = 0;
  /** Attempts that were given up after they had begun to speak, since a connection lasted. */
  #givenUp = 0;
  /** How often the host has ended a connection for the sake of another one, since one lasted. */
  #superseded = 0;
  #cancelRetry: (() => void) | undefined;
  #whenLost: (() => void)[] = [];

  constructor(options: {
    connect: Connect;
    conversation: Conversation;
    environment: Environment;
    backOff: BackOff;
    limits: ConnectionLimits;
    report: Report;
  }) {
    this.#connect = options.connect;
    this.#conversation = options.conversation;
    this.#environment = options.environment;
    this.#backOff = options.backOff;
    this.#limits = options.limits;
    this.#report = options.report;
    this.#status = new Cell<ConnectionStatus>({ phase: 'idle' }, options.report);
  }

  get status(): Readable<ConnectionStatus> {
    return this.#status;
  }

  /** Does nothing unless idle. */
  start(): void {
    if (this.#status.getSnapshot().phase === 'idle') void this.#attempt();
  }

  /** Ends the pause before the next attempt, or an attempt without an answer yet. */
  retryNow(): void {
    this.#stopOpening?.(startOver);
    if (!this.#cancelRetry) return;
    this.#cancelRetry();
    void this.#attempt();
  }

  close(): void {
    this.#end({ why: 'requested', message: 'It was closed.' });
  }

  get #closed(): boolean {
    return this.#status.getSnapshot().phase === 'closed';
  }

  async #attempt(cause?: string): Promise<void> {
    this.#cancelRetry = undefined;
    this.#setTrying({ attempt: this.#failedAttempts + 1, ...(cause !== undefined && { cause }) });
    let peer: Peer;
    try {
      peer = this.#adopt(await this.#open());
      this.#greeting = peer;
      await this.#conversation.greet(peer);
      if (peer.closed) throw new Disconnected(peer.closed);
    } catch (error) {
      if (error === startOver) return this.#attempt(cause);
      if (this.#greeting) this.#givenUp += 1;
      this.#greeting?.close(1000, 'The handshake failed.');
      this.#greeting = undefined;
      this.#attemptFailed(error);
      return;
    }
    this.#greeting = undefined;
    this.#established(peer);
  }

  async #open(): Promise<Transport> {
    const ms = this.#limits.connectTimeoutMs;
    const unwanted = new AbortController();
    const givenUp = new Promise<never>((_resolve, reject) => {
      unwanted.signal.addEventListener('abort', () => reject(unwanted.signal.reason as Error));
    });
    const cancel = this.#environment.after(ms, () =>
      unwanted.abort(new Error(`The host could not be reached within ${ms} ms.`)),
    );
    this.#stopOpening = (why) => unwanted.abort(why);
    try {
      return await Promise.race([this.#connectUnless(unwanted.signal), givenUp]);
    } finally {
      cancel();
      this.#stopOpening = undefined;
    }
  }

  /** A transport that arrives too late is closed. */
  async #connectUnless(unwanted: AbortSignal): Promise<Transport> {
    const transport = await this.#connect(unwanted);
    if (unwanted.aborted) transport.close(1000, 'No longer needed.');
    return transport;
  }

  #adopt(transport: Transport): Peer {
    const conversation = this.#conversation;
    const peer = new Peer(
      transport,
      {
        notified: (method, params) => conversation.notified(method, params),
        asked: (method, params) => conversation.asked(method, params),
        closed: (close) => this.#peer === peer && this.#lost(close),
      },
      this.#report,
    );
    return peer;
  }

  #established(peer: Peer): void {
    this.#peer = peer;
    this.#wasConnected = true;
    this.#failedAttempts = 0;
    const { stableAfterMs, keepAliveMs, keepAliveTimeoutMs } = this.#limits;
    this.#whenLost.push(
      this.#environment.after(stableAfterMs, () => {
        this.#setbacks = 0;
        this.#givenUp = 0;
        this.#superseded = 0;
      }),
    );
    if (keepAliveMs > 0) {
      const whenSilent = (): void => this.#drop(peer, 'The host stopped responding.');
      const options = { everyMs: keepAliveMs, timeoutMs: keepAliveTimeoutMs, whenSilent };
      this.#whenLost.push(keepAlive(peer, this.#environment, options));
    }
    this.#status.set(this.#conversation.established(peer));
  }

  #drop(peer: Peer, reason: string): void {
    if (this.#peer !== peer) return;
    peer.close(4000, reason);
    this.#lost({ reason });
  }

  #lost(close: TransportClose): void {
    this.#letGo();
    this.#failed(new Disconnected(close));
  }

  /** Nothing of the old connection may act on the next. */
  #letGo(): void {
    if (!this.#peer) return;
    this.#peer = undefined;
    const whenLost = this.#whenLost;
    this.#whenLost = [];
    for (const fn of whenLost) fn();
    this.#conversation.lost();
  }

  #attemptFailed(error: unknown): void {
    if (this.#closed) return;
    this.#failedAttempts += 1;
    if (this.#failedAttempts >= this.#backOff.attempts && !finalReason(error)) {
      this.#end({ why: 'unreachable', message: `The host could not be reached: ${textOf(error)}` });
      return;
    }
    this.#failed(error);
  }

  #failed(error: unknown): void {
    if (this.#closed) return;
    const final = finalReason(error);
    if (final?.why === 'superseded') this.#superseded += 1;
    // An earlier attempt of this very client may have been long on its way: its own, and once one of its predecessor.
    const mayReturn = final?.why === 'superseded' && this.#superseded <= this.#givenUp + 1;
    if (final && !mayReturn) {
      this.#end(final);
      return;
    }
    this.#setbacks += 1;
    const cause = textOf(error);
    const retryInMs = pauseAfter(this.#setbacks, this.#backOff, this.#environment.random());
    this.#cancelRetry = this.#environment.after(retryInMs, () => void this.#attempt(cause));
    this.#setTrying({ attempt: this.#failedAttempts + 1, retryInMs, cause });
  }

  #setTrying(state: { attempt: number; retryInMs?: number; cause?: string }): void {
    this.#status.set({ phase: this.#wasConnected ? 'reconnecting' : 'connecting', ...state });
  }

  #end(reason: Closed): void {
    if (this.#closed) return;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#stopOpening?.(new ClientClosed('it was closed while it connected.'));
    const peer = this.#peer ?? this.#greeting;
    this.#letGo();
    this.#conversation.ended(reason);
    this.#status.set({ phase: 'closed', reason });
    peer?.close(1000, 'Closed.');
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
