import {
  commandTable,
  explain,
  type CommandName,
  type Params,
  type Result,
  type SubscribeResult,
} from '@loggia/protocol';
import { readEnvelope } from '../channels/read-envelope.ts';
import type { ReducerLookup } from '../channels/reducing.ts';
import { Replica } from '../channels/replica.ts';
import type { Environment } from '../environment.ts';
import { ClientClosed, Disconnected, MalformedAnswer } from '../errors.ts';
import { Notifications } from '../notifications.ts';
import type { Report } from '../problem.ts';
import { Call, type CallOptions } from '../rpc/call.ts';
import { HostRequests } from '../rpc/host-requests.ts';
import type { Peer } from '../rpc/peer.ts';
import type { RawParams } from '../rpc/read-message.ts';
import type { Conversation } from './connection.ts';
import { initialize, reconnect, type Agreement, type Greeting, type Introduction } from './handshake.ts';
import { SendQueue } from './send-queue.ts';
import type { Closed, ConnectionStatus } from './status.ts';

type Ask = (method: string, params: RawParams) => Promise<unknown>;

/** The messages to and from the host, across connections. */
export class Dialogue implements Conversation {
  readonly replica: Replica;
  readonly notifications: Notifications;
  readonly hostRequests = new HostRequests();
  readonly #introduction: Introduction;
  readonly #environment: Environment;
  readonly #report: Report;
  readonly #requestTimeoutMs: number;
  readonly #queue = new SendQueue();
  #peer: Peer | undefined;
  #agreement: Agreement | undefined;
  #greeting: Greeting | undefined;
  /**
   * Messages that arrive before the handshake is over; they are processed when its outcome is known. Undefined from
   * then on.
   */
  #held: { readonly method: string; readonly params: RawParams }[] | undefined = [];

  constructor(options: {
    introduction: Introduction;
    environment: Environment;
    report: Report;
    reducers: ReducerLookup | undefined;
    requestTimeoutMs: number;
    actionTimeoutMs: number;
  }) {
    const { introduction, environment, report, reducers, actionTimeoutMs } = options;
    this.#introduction = introduction;
    this.#environment = environment;
    this.#report = report;
    this.#requestTimeoutMs = options.requestTimeoutMs;
    this.notifications = new Notifications(report);
    this.replica = new Replica({
      clientId: introduction.clientId,
      environment,
      report,
      reducers,
      actionTimeoutMs,
      wire: {
        isConnected: () => this.#peer !== undefined,
        whenConnected: (run, cancel) => this.#queue.add(run, cancel),
        subscribe: (params) => this.#subscribe(params),
        unsubscribe: (channel) => this.#peer?.notify('unsubscribe', { channel }),
        dispatch: (params) => this.#peer?.notify('dispatchAction', params),
      },
    });
  }

  /** The last agreement; undefined before the first handshake. */
  get agreement(): Agreement | undefined {
    return this.#agreement;
  }

  async request<Name extends CommandName>(
    method: Name,
    params: Params<Name>,
    options: CallOptions,
  ): Promise<Result<Name>> {
    return this.#readResult(method, await this.call(method, params, options));
  }

  call(method: string, params: RawParams, options: CallOptions): Promise<unknown> {
    const call = this.#newCall(method, params, options);
    this.#queue.add(
      () => this.#peer?.send(call),
      (error) => call.reject(error),
    );
    return call.answer;
  }

  notify(method: string, params: RawParams): void {
    this.#queue.add(
      () => this.#peer?.notify(method, params),
      () => {},
    );
  }

  async greet(peer: Peer): Promise<void> {
    this.#held = [];
    const ask: Ask = (method, params) => {
      const call = this.#newCall(method, params, {});
      peer.send(call);
      return call.answer;
    };
    this.#greeting =
      (await this.#reconnect(ask)) ?? (await initialize(ask, this.#introduction, this.replica.plainUris()));
  }

  established(peer: Peer): Extract<ConnectionStatus, { phase: 'connected' }> {
    this.#peer = peer;
    const present = this.#takeGreeting();
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { method, params } of held) this.notified(method, params);
    this.replica.resume(present);
    this.#queue.open();
    const { version, family } = this.#agreed();
    return { phase: 'connected', version, family };
  }

  lost(): void {
    this.#peer = undefined;
    this.#held = [];
    this.#queue.close();
    this.replica.connectionLost();
  }

  ended({ message }: Closed): void {
    const error = new ClientClosed(message);
    this.#queue.end(error);
    this.replica.end(error);
  }

  notified(method: string, params: RawParams): void {
    if (this.#held) {
      this.#held.push({ method, params });
      return;
    }
    const { family } = this.#agreed();
    if (method === 'action') {
      const envelope = readEnvelope(params, family, this.#report);
      if (envelope) this.replica.receive(envelope);
      return;
    }
    // A session that was disposed of says so on the root channel only.
    const { session } = params;
    if (method === 'root/sessionRemoved' && typeof session === 'string') this.replica.forget(session);
    this.notifications.tell(method, params, family);
  }

  asked(method: string, params: RawParams): Promise<unknown> {
    return this.hostRequests.answer(method, params);
  }

  async #reconnect(ask: Ask): Promise<Greeting | undefined> {
    if (!this.#agreement) return undefined;
    const { clientId } = this.#introduction;
    const who = { clientId, lastSeenServerSeq: this.replica.lastSeenSeq, family: this.#agreement.family };
    return reconnect(ask, who, this.replica.resumableUris(), this.#report);
  }

  /** The channels that the handshake has subscribed this client to. */
  #takeGreeting(): readonly string[] {
    const greeting = this.#greeting;
    this.#greeting = undefined;
    switch (greeting?.kind) {
      case 'initialized': {
        this.#agreement = greeting.agreement;
        const { serverSeq, snapshots } = greeting.agreement.host;
        this.replica.restart(greeting.agreement.family, serverSeq, snapshots);
        return greeting.asked;
      }
      case 'snapshot': {
        const { snapshots } = greeting;
        // Actions older than the newest snapshot may still be on their way for the other channels.
        const oldest = snapshots.reduce((seq, { fromSeq }) => Math.min(seq, fromSeq), Infinity);
        this.replica.restart(this.#agreed().family, Number.isFinite(oldest) ? oldest : 0, snapshots);
        return greeting.asked;
      }
      case 'replay': {
        this.replica.replay(greeting.actions, greeting.missing);
        return greeting.asked.filter((uri) => !greeting.missing.includes(uri));
      }
      default:
        return [];
    }
  }

  #agreed(): Agreement {
    if (!this.#agreement) throw new Error('There is no agreement before the first handshake.');
    return this.#agreement;
  }

  /** Not queued: the caller has waited for its turn. */
  async #subscribe(params: Params<'subscribe'>): Promise<SubscribeResult> {
    if (!this.#peer) throw new Disconnected({});
    const call = this.#newCall('subscribe', params, {});
    this.#peer.send(call);
    return this.#readResult('subscribe', await call.answer);
  }

  #newCall(method: string, params: RawParams, { timeoutMs, signal }: CallOptions): Call {
    return new Call(method, params, this.#environment, {
      timeoutMs: timeoutMs ?? this.#requestTimeoutMs,
      signal,
    });
  }

  #readResult<Name extends CommandName>(method: Name, result: unknown): Result<Name> {
    if (this.#agreed().family === '0.3') return result as Result<Name>;
    const parsed = commandTable[method].result.safeParse(result);
    if (!parsed.success) throw new MalformedAnswer(method, explain(parsed.error, 'result'));
    return parsed.data as Result<Name>;
  }
}
