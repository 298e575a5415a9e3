import type { Entry, LogRow } from '@loggia/kernel';
import {
  commandTable,
  dispatchActionParamsSchema,
  explainParameters,
  familyOf,
  isCommand,
  isKnownTo,
  isTelemetryUri,
  ProtocolError,
  rootUri,
  schemeOf,
  unsubscribeParamsSchema,
  type ChatState,
  type NotificationName,
  type Params,
  type StateAction,
} from '@loggia/protocol';
import { completionTriggerCharacters, windowed } from '@loggia/sessions';
import { stored } from '../commands/answers.ts';
import { dispatchAction, numbered, originOf } from './dispatch.ts';
import type { Frame } from './link.ts';
import { Outbox, type Variant } from './outbox.ts';
import { RawResult } from './peer.ts';
import type { WireServices } from './services.ts';
import type { Speaker, SpeakerOptions } from './speaker.ts';
import { everything } from './subscription-choices.ts';
import { SubscriptionSet, type Subscribed } from './subscription-set.ts';
import { TelemetryStreams } from './telemetry-streams.ts';
import { envelopeWithoutApps, rendersApps, stateWithoutApps } from './without-apps.ts';

/** Clients only see durable states. */
const shown = { reads: stored };

/** AHP 1.0, and 0.9 as the same without the parts it doesn't know yet. */
export class CanonicalSpeaker implements Speaker {
  readonly #options: SpeakerOptions;
  readonly #services: WireServices;
  readonly #outbox: Outbox;
  readonly #variant: Variant;
  readonly #subscriptions: SubscriptionSet;
  /** The first turn that this client has of a chat, where it has a part. */
  readonly #shownFrom = new Map<string, string>();
  readonly #streams: TelemetryStreams;
  /** Whether some actions in the log are unknown to this client. */
  readonly #filters: boolean;

  constructor(options: SpeakerOptions) {
    const { peer, services } = options;
    this.#options = options;
    this.#services = services;
    this.#variant = rendersApps(options.capabilities) ? 'with-apps' : 'without-apps';
    this.#outbox = new Outbox((frame) => peer.send(frame), services.scheduler, this.#variant);
    this.#subscriptions = new SubscriptionSet(services, options.principal, this);
    this.#streams = new TelemetryStreams(services.telemetry, options.principal, peer, (frame) =>
      this.#outbox.pushFrame(frame),
    );
    this.#filters = familyOf(options.version) !== '1.0';
  }

  deliver(entry: Entry): void {
    if (this.#filters && !isKnownTo(entry.action.type, this.#options.version)) return;
    const subscription = this.#subscriptions.get(entry.channel);
    if (subscription?.turns !== undefined && entry.action.type === 'chat/truncated')
      this.#loadKeptTurns(entry);
    this.#outbox.push(entry, subscription?.maxLatencyMs ?? 0);
  }

  removed(uri: string): void {
    const { kind, parent } = this.#subscriptions.get(uri)?.channel ?? {};
    this.#forget(uri);
    // Its session says so to those who watch that; others would wait forever.
    if (kind !== 'chat' || parent === undefined || this.watches(parent)) return;
    const action = { type: 'session/chatRemoved', chat: uri };
    numbered(this.#services.kernel, (serverSeq) =>
      this.#outbox.pushFrame(actionFrame({ channel: parent, action, serverSeq })),
    );
  }

  async initialized({ initialSubscriptions = [] }: Params<'initialize'>): Promise<RawResult> {
    this.#outbox.hold();
    const { snapshots, serverSeq } = await this.#snapshots(initialSubscriptions);
    const { serverInfo, defaultDirectory } = this.#services;
    this.#streams.addAll(initialSubscriptions);
    const facts = JSON.stringify({
      protocolVersion: this.#options.version,
      serverSeq,
      serverInfo,
      defaultDirectory,
      completionTriggerCharacters,
      telemetry: this.#streams.advertised,
    });
    return this.#answer(`${facts.slice(0, -1)},"snapshots":[${snapshots.join(',')}]}`);
  }

  async resumed(lastSeen: number, subscriptions: readonly string[]): Promise<RawResult> {
    const streams = this.#streams.addAll(subscriptions);
    const watchable = await this.#subscriptions.watchable(subscriptions);
    const resumed = await this.#services.kernel.resume(lastSeen, [...watchable.keys()], this);
    if (!resumed) {
      this.#outbox.hold();
      const { snapshots } = await this.#snapshots(subscriptions);
      return this.#answer(`{"type":"snapshot","snapshots":[${snapshots.join(',')}]}`);
    }
    for (const [uri, subscription] of resumed.subscriptions) {
      const channel = watchable.get(uri);
      if (channel) this.#subscriptions.adopt(channel, subscription, this.#options.choices.get(uri));
    }
    const actions = this.#replayed(resumed.entries);
    const isThere = (uri: string): boolean => resumed.subscriptions.has(uri) || streams.has(uri);
    const missing = subscriptions.filter((uri) => !isThere(uri));
    if (missing.length > 0) await this.#services.answers.removals();
    const json = `{"type":"replay","actions":[${actions.join(',')}],"missing":${JSON.stringify(missing)}}`;
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
      const { channel } = checked(unsubscribeParamsSchema.safeParse(params));
      return this.#unsubscribe(channel);
    }
    if (method !== 'dispatchAction') return undefined;
    const { channel, clientSeq, action } = checked(dispatchActionParamsSchema.safeParse(params));
    const { clientId, principal } = this.#options;
    return dispatchAction(this.#services, {
      channel,
      action,
      principal,
      origin: originOf(principal, clientId, clientSeq),
      isSubscribed: () => this.#subscriptions.get(channel) !== undefined,
      echo: (entry) => this.#outbox.push(entry, 0),
      rejected: (envelope) => this.#outbox.pushFrame(actionFrame(envelope)),
      acknowledged: (envelope) => this.#outbox.pushFrame(actionFrame(envelope)),
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
    this.#streams.close();
    this.#subscriptions.close();
  }

  async #subscribe({ channel, view, delivery }: Params<'subscribe'>): Promise<RawResult> {
    if (isTelemetryUri(channel)) {
      this.#streams.add(channel);
      return new RawResult('{}');
    }
    const maxLatencyMs = Math.min(delivery?.maxLatencyMs ?? 0, 5_000);
    const options = { maxLatencyMs, turns: view?.turns };
    const subscribed = await this.#subscriptions.add(channel, options);
    if (!subscribed) {
      const isSession = schemeOf(channel) === 'session' || schemeOf(channel) === 'chat';
      throw new ProtocolError(isSession ? 'SessionNotFound' : 'NotFound', `There is no channel ${channel}.`);
    }
    this.#options.choices.set(channel, options);
    // The answer says how much of the log the client has, so nothing older may be sent after it.
    this.#outbox.flush();
    return new RawResult(`{"snapshot":${this.#snapshot(channel, subscribed, view?.turns)}}`);
  }

  /** Changes after a snapshot are sent after the answer that contains it. */
  #answer(json: string): RawResult {
    return new RawResult(json, () => this.#outbox.release());
  }

  async #unsubscribe(channel: string): Promise<void> {
    if (this.#streams.delete(channel) || !this.#forget(channel)) return;
    await this.#services.unsubscribed(this.#options.clientId, channel);
  }

  #forget(channel: string): boolean {
    this.#shownFrom.delete(channel);
    this.#options.choices.set(channel, everything);
    return this.#subscriptions.delete(channel);
  }

  /** The turns are sent as a separate action, for this client alone, before the answer. */
  async #fetchTurns({ channel: uri, cursor }: Params<'fetchTurns'>): Promise<Record<string, never>> {
    const { channels, sessions } = this.#services;
    await channels.open(uri, 'watch', this.#options.principal);
    const shownFrom = () => this.#shownFrom.get(uri);
    await sessions.history.before(uri, { cursor, shownFrom }, (page, serverSeq) => {
      const action = { type: 'chat/turnsLoaded', ...page };
      const [first] = page.turns;
      if (first) this.#shownFrom.set(uri, first.id);
      this.#outbox.pushFrame(actionFrame({ channel: uri, action, serverSeq }));
    });
    return {};
  }

  async #snapshots(uris: readonly string[]): Promise<{ snapshots: string[]; serverSeq: number }> {
    const { choices } = this.#options;
    const { seq, found } = await this.#subscriptions.addAll(uris, (uri) => choices.get(uri));
    const snapshots = [...found].map(([uri, state]) =>
      this.#snapshot(uri, { state, seq }, choices.get(uri).turns),
    );
    return { snapshots, serverSeq: seq };
  }

  #snapshot(uri: string, { state, seq }: Subscribed, turns: number | undefined): string {
    const part = turns === undefined || !('turns' in state) ? state : windowed(state as ChatState, turns);
    const first = part === state ? undefined : (part as ChatState).turns[0];
    if (first) this.#shownFrom.set(uri, first.id);
    else this.#shownFrom.delete(uri);
    const allowed = this.#variant === 'with-apps' ? part : stateWithoutApps(part);
    return this.#services.snapshots.snapshot(uri, allowed, seq);
  }

  /**
   * A client that holds a part of a chat must have the turn at the cut before the chat is truncated. The number before
   * the cut is reserved for this.
   */
  #loadKeptTurns({ channel, action, seq }: Entry): void {
    const turns = this.#services.sessions.keptTurns(action) ?? [];
    if (turns.length === 0) return;
    const loaded = { type: 'chat/turnsLoaded', turns };
    this.#outbox.pushFrame(actionFrame({ channel, action: loaded, serverSeq: seq - 1 }));
  }

  /** Log rows are already envelopes; rows that this client doesn't know are left out. */
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
  return checked(commandTable[name].params.safeParse(params)) as Params<Name>;
}

function checked<T>(
  parsed: { success: true; data: T } | { success: false; error: Parameters<typeof explainParameters>[0] },
): T {
  if (!parsed.success) throw new ProtocolError('InvalidParams', explainParameters(parsed.error));
  return parsed.data;
}
