import type { Entry, LogRow } from '@loggia/kernel';
import {
  commandTable,
  compareVersions,
  dispatchActionParamsSchema,
  explain,
  isCommand,
  isKnownTo,
  ProtocolError,
  rootUri,
  schemeOf,
  unsubscribeParamsSchema,
  type ChatState,
  type NotificationName,
  type Params,
  type StateAction,
} from '@loggia/protocol';
import { windowed } from '@loggia/sessions';
import { stored } from '../commands/answers.ts';
import { dispatchAction, originOf } from './dispatch.ts';
import type { Frame } from './link.ts';
import { Outbox, type Variant } from './outbox.ts';
import { RawResult } from './peer.ts';
import type { WireServices } from './services.ts';
import type { Speaker, SpeakerOptions } from './speaker.ts';
import { SubscriptionSet, type Subscribed, type SubscriptionOptions } from './subscription-set.ts';
import { envelopeWithoutApps, rendersApps, stateWithoutApps } from './without-apps.ts';

/** Clients are shown what is durable. */
const shown = { reads: stored };
const everything: SubscriptionOptions = { maxLatencyMs: 0, turns: undefined };

/** AHP 1.0, and 0.9 as the same without what it does not know yet. */
export class CanonicalSpeaker implements Speaker {
  readonly #options: SpeakerOptions;
  readonly #services: WireServices;
  readonly #outbox: Outbox;
  readonly #variant: Variant;
  readonly #subscriptions: SubscriptionSet;
  /** Whether some actions of the canonical log are unknown to this client. */
  readonly #filters: boolean;

  constructor(options: SpeakerOptions) {
    const { peer, services } = options;
    this.#options = options;
    this.#services = services;
    this.#variant = rendersApps(options.capabilities) ? 'with-apps' : 'without-apps';
    this.#outbox = new Outbox((frame) => peer.send(frame), services.scheduler, this.#variant);
    this.#subscriptions = new SubscriptionSet(services, options.principal, this);
    this.#filters = compareVersions(options.version, '1.0.0') < 0;
  }

  deliver(entry: Entry): void {
    if (this.#filters && !isKnownTo(entry.action.type, this.#options.version)) return;
    const subscription = this.#subscriptions.get(entry.channel);
    if (subscription?.turns !== undefined && entry.action.type === 'chat/truncated')
      this.#loadKeptTurns(entry);
    this.#outbox.push(entry, subscription?.maxLatencyMs ?? 0);
  }

  removed(uri: string): void {
    this.#subscriptions.delete(uri);
  }

  async initialized({ initialSubscriptions = [] }: Params<'initialize'>): Promise<RawResult> {
    this.#outbox.hold();
    const { snapshots, serverSeq } = await this.#snapshots(initialSubscriptions);
    const { serverInfo, defaultDirectory } = this.#services;
    const facts = JSON.stringify({
      protocolVersion: this.#options.version,
      serverSeq,
      serverInfo,
      defaultDirectory,
    });
    return this.#answer(`${facts.slice(0, -1)},"snapshots":[${snapshots.join(',')}]}`);
  }

  async resumed(lastSeen: number, subscriptions: readonly string[]): Promise<RawResult> {
    const watchable = await this.#subscriptions.watchable(subscriptions);
    const resumed = await this.#services.kernel.resume(lastSeen, [...watchable.keys()], this);
    if (!resumed) {
      this.#outbox.hold();
      const { snapshots } = await this.#snapshots(subscriptions);
      return this.#answer(`{"type":"snapshot","snapshots":[${snapshots.join(',')}]}`);
    }
    for (const [uri, subscription] of resumed.subscriptions) {
      const channel = watchable.get(uri);
      if (channel) this.#subscriptions.adopt(channel, subscription);
    }
    const actions = this.#replayed(resumed.entries);
    const missing = JSON.stringify(subscriptions.filter((uri) => !resumed.subscriptions.has(uri)));
    const json = `{"type":"replay","actions":[${actions.join(',')}],"missing":${missing}}`;
    return new RawResult(json, () => resumed.start());
  }

  async request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    if (!isCommand(method) && !this.#services.commands.has(method)) {
      throw new ProtocolError('MethodNotFound', `This host has no method "${method}".`);
    }
    const addressed = 'channel' in params ? params : { ...params, channel: rootUri };
    const { answers } = this.#services;
    if (method === 'subscribe')
      return answers.to(shown, () => this.#subscribe(parseParams('subscribe', addressed)));
    if (method === 'fetchTurns')
      return answers.to(shown, () => this.#fetchTurns(parseParams('fetchTurns', addressed)));
    const { clientId, principal, peer } = this.#options;
    return this.#services.commands.run(method, addressed, {
      clientId,
      principal,
      signal,
      ask: (asked, to) => peer.ask(asked, to),
      channels: {
        mcpApps: this.#variant === 'with-apps',
        watches: (channel) => this.watches(channel),
      },
    });
  }

  async notify(method: string, params: Record<string, unknown>): Promise<void> {
    if (method === 'unsubscribe') {
      const { channel } = checked(unsubscribeParamsSchema.safeParse(params), method);
      return this.#unsubscribe(channel);
    }
    if (method !== 'dispatchAction') return undefined;
    const { channel, clientSeq, action } = checked(dispatchActionParamsSchema.safeParse(params), method);
    const { clientId, principal } = this.#options;
    return dispatchAction(this.#services, {
      channel,
      action,
      principal,
      origin: originOf(principal, clientId, clientSeq),
      isSubscribed: () => this.#subscriptions.get(channel) !== undefined,
      echo: (entry) => this.#outbox.push(entry, 0),
      rejected: (envelope) => this.#outbox.pushFrame(actionFrame(envelope)),
    });
  }

  announce(name: NotificationName, params: Record<string, unknown>): void {
    if (!this.#subscriptions.get(rootUri)) return;
    this.#outbox.pushFrame(this.#services.notificationFrame(name, params));
  }

  watches(channel: string): boolean {
    return this.#subscriptions.get(channel) !== undefined;
  }

  mayAct(channel: string): boolean {
    return this.#subscriptions.mayAct(channel);
  }

  pass(frame: Frame): void {
    this.#outbox.pushFrame(frame);
  }

  closed(): void {
    this.#outbox.close();
    this.#subscriptions.close();
  }

  async #subscribe({ channel, view, delivery }: Params<'subscribe'>): Promise<RawResult> {
    const maxLatencyMs = Math.min(delivery?.maxLatencyMs ?? 0, 5_000);
    const subscribed = await this.#subscriptions.add(channel, { maxLatencyMs, turns: view?.turns });
    if (!subscribed) {
      const isSession = schemeOf(channel) === 'session' || schemeOf(channel) === 'chat';
      throw new ProtocolError(isSession ? 'SessionNotFound' : 'NotFound', `There is no channel ${channel}.`);
    }
    // The answer says how much of the log the client has, so nothing older may leave after it.
    this.#outbox.flush();
    return new RawResult(`{"snapshot":${this.#snapshot(channel, subscribed, view?.turns)}}`);
  }

  /** What happens after a snapshot was taken leaves after the answer that carries it. */
  #answer(json: string): RawResult {
    return new RawResult(json, () => this.#outbox.release());
  }

  async #unsubscribe(channel: string): Promise<void> {
    if (!this.#subscriptions.delete(channel)) return;
    await this.#services.unsubscribed(this.#options.clientId, channel);
  }

  /** The turns come as an action of their own, for this client alone, before the answer. */
  async #fetchTurns({ channel: uri, cursor }: Params<'fetchTurns'>): Promise<Record<string, never>> {
    const { channels, sessions } = this.#services;
    await channels.open(uri, 'watch', this.#options.principal);
    await sessions.turnsBefore(uri, cursor, (page, serverSeq) => {
      const action = { type: 'chat/turnsLoaded', ...page };
      this.#outbox.pushFrame(actionFrame({ channel: uri, action, serverSeq }));
    });
    return {};
  }

  async #snapshots(uris: readonly string[]): Promise<{ snapshots: string[]; serverSeq: number }> {
    const { seq, found } = await this.#subscriptions.addAll(uris, everything);
    const snapshots = [...found].map(([uri, state]) => this.#snapshot(uri, { state, seq }, undefined));
    return { snapshots, serverSeq: seq };
  }

  #snapshot(uri: string, { state, seq }: Subscribed, turns: number | undefined): string {
    const part = turns === undefined || !('turns' in state) ? state : windowed(state as ChatState, turns);
    const allowed = this.#variant === 'with-apps' ? part : stateWithoutApps(part);
    return this.#services.snapshots.snapshot(uri, allowed, seq);
  }

  /**
   * A client that holds a part of a chat must have the turn that the chat is cut at before it is cut. The number before
   * that of the cut is left free for this.
   */
  #loadKeptTurns({ channel, action, seq }: Entry): void {
    const turns = this.#services.sessions.keptTurns(action) ?? [];
    if (turns.length === 0) return;
    const loaded = { type: 'chat/turnsLoaded', turns };
    this.#outbox.pushFrame(actionFrame({ channel, action: loaded, serverSeq: seq - 1 }));
  }

  /** Log rows are envelopes as they stand, but for those that this client does not know. */
  #replayed(rows: readonly LogRow[]): string[] {
    const known = this.#filters ? rows.filter(({ json }) => this.#knows(json)) : rows;
    return known.map(({ json }) => (this.#variant === 'with-apps' ? json : envelopeWithoutApps(json)));
  }

  #knows(json: string): boolean {
    const { action } = JSON.parse(json) as { action: StateAction };
    return isKnownTo(action.type, this.#options.version);
  }
}

function actionFrame(envelope: object): string {
  return `{"jsonrpc":"2.0","method":"action","params":${JSON.stringify(envelope)}}`;
}

function parseParams<Name extends 'subscribe' | 'fetchTurns'>(name: Name, params: unknown): Params<Name> {
  return checked(commandTable[name].params.safeParse(params), name) as Params<Name>;
}

function checked<T>(
  parsed: { success: true; data: T } | { success: false; error: Parameters<typeof explain>[0] },
  what: string,
): T {
  if (!parsed.success)
    throw new ProtocolError('InvalidParams', explain(parsed.error, `parameters of ${what}`));
  return parsed.data;
}
