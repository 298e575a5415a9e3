import type { ChannelIdentity, Entry, LogRow } from '@loggia/kernel';
import {
  dispatchActionParamsSchema,
  envelopesFor,
  liftAction,
  liftCommand,
  lowerCompletions,
  lowerInitializeResult,
  lowerNotification,
  lowerSessionList,
  pageOfTurns,
  plainForm,
  projectReplay,
  projectRoot,
  projectRootAction,
  projectTerminal,
  projectTerminalAction,
  ProtocolError,
  rootUri,
  schemeOf,
  sessionOfAnnotations,
  shows,
  type LiftedCommand,
  type LoggedAction,
  type NotificationName,
  type NotificationParams,
  type Params,
  type Projection,
  type Result,
  type RootAction,
  type RootState,
  type SessionView,
  type Snapshot,
  type StateAction,
  type TerminalAction,
  type TerminalState,
} from '@loggia/protocol';
import { completionTriggerCharacters } from '@loggia/sessions';
import { stored } from '../../commands/answers.ts';
import { dispatchAction, isExpected, numbered, originOf, reasonOf, shownOrigin } from '../dispatch.ts';
import type { Frame } from '../link.ts';
import { Outbox, type Variant } from '../outbox.ts';
import { RawResult } from '../peer.ts';
import type { Speaker, SpeakerOptions } from '../speaker.ts';
import { everything } from '../subscription-choices.ts';
import { SubscriptionSet } from '../subscription-set.ts';
import { actionWithoutApps, rendersApps, stateWithoutApps } from '../without-apps.ts';
import type { LegacyMember, LegacySessions } from './legacy-session.ts';

type Json = Record<string, unknown>;

/** Clients only see durable states. */
const shown = { reads: stored };
const sessionsAtOnce = 500;

/** AHP 0.3: a session and its conversation are one channel, with older names. */
export class LegacySpeaker implements Speaker, LegacyMember {
  readonly #options: SpeakerOptions;
  readonly #sessions: LegacySessions;
  readonly #variant: Variant;
  readonly #outbox: Outbox;
  /** Sessions that are shown; the other channels are in `#others`. */
  readonly #shown = new Set<string>();
  readonly #others: SubscriptionSet;
  #isClosed = false;

  constructor(options: SpeakerOptions, sessions: LegacySessions) {
    const { peer, services } = options;
    this.#options = options;
    this.#sessions = sessions;
    this.#variant = rendersApps(options.capabilities) ? 'with-apps' : 'without-apps';
    this.#outbox = new Outbox((frame) => peer.send(frame), services.scheduler, this.#variant);
    this.#others = new SubscriptionSet(services, options.principal, this);
  }

  /** Channels other than conversations still have the same actions, except for the root and terminals. */
  deliver({ channel, action, seq: serverSeq, origin }: Entry): void {
    if (!shows(action.type, this.#options.version)) return;
    const projected = projectedOther(channel, action as StateAction);
    const from = origin && { origin: shownOrigin(origin) };
    this.#outbox.pushFrame(this.#frame({ channel, action: projected, serverSeq, ...from }));
  }

  removed(uri: string): void {
    this.#others.delete(uri);
  }

  told(session: string, entry: Entry, projection: Projection): void {
    for (const frame of this.#frames(session, entry, projection)) this.#outbox.pushFrame(frame);
  }

  gone(session: string): void {
    this.#hide(session);
    this.#sessions.forget(session);
  }

  async initialized({ initialSubscriptions = [] }: Params<'initialize'>): Promise<RawResult> {
    this.#outbox.hold();
    const snapshots = await this.#snapshots(initialSubscriptions);
    const { kernel, defaultDirectory } = this.#options.services;
    const protocolVersion = this.#options.version;
    return this.#answer(
      lowerInitializeResult({
        protocolVersion,
        serverSeq: kernel.seq,
        snapshots,
        defaultDirectory,
        completionTriggerCharacters,
      }),
    );
  }

  async resumed(lastSeen: number, subscriptions: readonly string[]): Promise<RawResult> {
    this.#outbox.hold();
    const missing = await this.#watchAll(subscriptions);
    if (missing.length > 0) await this.#options.services.answers.removals();
    // From here on the views match the deliveries; anything that arrived meanwhile is part of the replay.
    this.#outbox.discard();
    const views = new Map([...this.#shown].flatMap((uri) => this.#viewOf(uri) ?? []));
    const watched = subscriptions.filter((uri) => this.watches(uri));
    const actions = await this.#replay(lastSeen, watched, views);
    if (actions) return this.#answer({ type: 'replay', actions, missing });
    return this.#answer({ type: 'snapshot', snapshots: await this.#snapshots(subscriptions) });
  }

  async request(method: string, params: Json, signal: AbortSignal): Promise<unknown> {
    const addressed = withChannel(params);
    const lifted = liftCommand(method, addressed, (uri) => this.#defaultChatOf(uri));
    const { answers } = this.#options.services;
    if (lifted.kind === 'createSession') return this.#createSession(lifted);
    if (lifted.kind === 'fetchTurns') return answers.to(shown, () => this.#fetchTurns(lifted));
    return this.#same(lifted.method, lifted.params, signal);
  }

  async notify(method: string, params: Json): Promise<void> {
    const addressed = withChannel(params);
    if (method === 'unsubscribe') return this.#unsubscribe(channelOf(addressed));
    if (method !== 'dispatchAction') return undefined;
    // In 0.1 the action itself names its session.
    const about = (params['action'] as Json | undefined)?.['session'];
    const parsed = dispatchActionParamsSchema.safeParse({ channel: about, ...params });
    if (!parsed.success)
      throw new ProtocolError('InvalidParams', 'dispatchAction needs channel, clientSeq and action.');
    return this.#dispatch(parsed.data);
  }

  announce(name: NotificationName, params: Json): void {
    if (!this.#others.get(rootUri)) return;
    const lowered = lowerNotification(name, params as NotificationParams<typeof name>);
    if (lowered) this.#outbox.pushFrame(JSON.stringify({ jsonrpc: '2.0', method: name, params: lowered }));
  }

  watches(channel: string): boolean {
    return this.#shown.has(channel) || this.#others.get(channel) !== undefined;
  }

  mayAct(channel: string): boolean {
    if (!this.#shown.has(channel)) return this.#others.mayAct(channel);
    const { services, principal } = this.#options;
    return services.channels.allows(sessionIdentity(channel), 'act', principal);
  }

  pass(frame: Frame): void {
    this.#outbox.pushFrame(frame);
  }

  closed(): void {
    this.#isClosed = true;
    this.#outbox.close();
    this.#others.close();
    for (const uri of [...this.#shown]) this.#leave(uri);
  }

  #defaultChatOf(session: string): string | undefined {
    return this.#shown.has(session) ? this.#sessions.get(session)?.view.session.defaultChat : undefined;
  }

  /** Frames that are the same for everybody are serialized once. */
  #frames(session: string, entry: Entry, projection: Projection): readonly Frame[] {
    const shared = projection.audience === 'all' && projection.actions.length > 0;
    const key = `0.3 ${this.#variant}`;
    const known = shared ? (entry.frames.get(key) as readonly Frame[] | undefined) : undefined;
    if (known) return known;
    const { channel, action, seq: serverSeq, origin } = entry;
    const from = origin && shownOrigin(origin);
    const logged: LoggedAction = { channel, action: action as StateAction, serverSeq, origin: from };
    const envelopes = envelopesFor(this.#options.clientId, session, logged, projection);
    const frames = envelopes.map((envelope) => this.#frame(envelope));
    if (shared) entry.frames.set(key, frames);
    return frames;
  }

  async #createSession({
    params,
    sticky,
    fork,
  }: Extract<LiftedCommand, { kind: 'createSession' }>): Promise<null> {
    const { services, clientId, principal } = this.#options;
    const { commands, channels, sessions } = services;
    return commands.perform('createSession', params, { principal, clientId }, async () => {
      if (fork) await channels.open(fork.session, 'watch', principal);
      const turns = fork && (await sessions.history.through(fork.session, fork.turnId));
      await sessions.createSession(params, clientId, { sticky, ...(turns && { turns }) });
      return null;
    });
  }

  async #fetchTurns({
    session,
    before,
    limit,
  }: Extract<LiftedCommand, { kind: 'fetchTurns' }>): Promise<unknown> {
    const { services, principal } = this.#options;
    await services.channels.open(session, 'watch', principal);
    const chat = await services.sessions.history.defaultChatOf(session);
    return pageOfTurns(chat, before, limit);
  }

  async #same(method: string, params: Json, signal: AbortSignal): Promise<unknown> {
    const { services, clientId, principal, peer } = this.#options;
    if (method === 'subscribe') return services.answers.to(shown, () => this.#subscribe(channelOf(params)));
    if (method === 'listSessions') return this.#listSessions(params);
    const caller = { clientId, principal, signal, ask: (asked: string, to: Json) => peer.ask(asked, to) };
    const result = await services.commands.run(method, params, caller);
    return method === 'completions' ? lowerCompletions(result as Result<'completions'>) : result;
  }

  /** 0.3 has no pages: returns all of them, up to the limit. */
  #listSessions(params: Json): Promise<unknown> {
    const { services, principal, clientId } = this.#options;
    const { commands, sessions } = services;
    return commands.perform('listSessions', params, { principal, clientId }, async () => {
      let page = await sessions.list({ limit: sessionsAtOnce });
      const items = [...page.items];
      while (page.nextCursor !== undefined && items.length < 20 * sessionsAtOnce) {
        page = await sessions.list({ limit: sessionsAtOnce, cursor: page.nextCursor });
        items.push(...page.items);
      }
      return lowerSessionList({ items });
    });
  }

  async #subscribe(channel: string): Promise<RawResult> {
    const { channels } = this.#options.services;
    if (!isLater(channel)) await channels.open(channel, 'watch', this.#options.principal);
    this.#outbox.hold();
    const [snapshot] = await this.#snapshots([channel]);
    if (snapshot) return this.#answer({ snapshot });
    this.#outbox.release();
    throw new ProtocolError('SessionNotFound', `There is no channel ${channel}.`);
  }

  async #unsubscribe(channel: string): Promise<void> {
    if (this.#shown.has(channel)) this.#leave(channel);
    else if (!this.#others.delete(channel)) return;
    await this.#options.services.unsubscribed(this.#options.clientId, channel);
  }

  async #dispatch({
    channel: uri,
    clientSeq,
    action,
  }: {
    channel: string;
    clientSeq: number;
    action: { type: string };
  }): Promise<void> {
    if (isLater(uri)) return;
    const { services, clientId, principal } = this.#options;
    const origin = originOf(principal, clientId, clientSeq);
    const rejectedAt = (serverSeq: number, rejectionReason: string) => {
      const about = { channel: uri, action, serverSeq, origin: shownOrigin(origin) };
      this.#outbox.pushFrame(actionFrame({ ...about, rejectionReason }));
    };
    const rejected = (reason: string) => numbered(services.kernel, (seq) => rejectedAt(seq, reason));
    try {
      await services.channels.open(uri, 'act', principal);
    } catch (error) {
      if (!isExpected(error)) throw error;
      return rejected(reasonOf(error));
    }
    if (schemeOf(uri) === 'terminal') {
      return dispatchAction(services, {
        ...{ channel: uri, action, principal, origin },
        isSubscribed: () => this.watches(uri),
        echo: (entry) => this.deliver(entry),
        rejected: ({ rejectionReason }) => rejected(rejectionReason),
        acknowledged: (envelope) => this.#outbox.pushFrame(actionFrame(envelope)),
      });
    }
    const view = await services.sessions.viewOf(uri);
    if (!view) return;
    const now = new Date(services.clock.now()).toISOString();
    const { session, chat } = view;
    const lifted = liftAction(action, { sessionUri: uri, session, chat, clientId, now });
    if ('reject' in lifted) return rejected(lifted.reject);
    if ('sticky' in lifted) {
      try {
        return await services.sessions.remember(uri, lifted.sticky, origin);
      } catch (error) {
        return rejected(reasonOf(error));
      }
    }
    await dispatchAction(services, {
      channel: lifted.channel === 'session' ? uri : (session.defaultChat ?? uri),
      action: lifted.action,
      principal,
      origin,
      isSubscribed: () => this.#shown.has(uri),
      echo: (entry) => this.#echo(uri, entry),
      rejected: ({ serverSeq, rejectionReason }) => rejectedAt(serverSeq, rejectionReason),
      acknowledged: (envelope) => this.#outbox.pushFrame(actionFrame(envelope)),
    });
  }

  /** For a sender that doesn't show the session: its own action, in its own dialect. */
  #echo(channel: string, { action, seq: serverSeq, origin }: Entry): void {
    const plain = plainForm(action as StateAction);
    const from = origin && { origin: shownOrigin(origin) };
    if (plain) this.#outbox.pushFrame(this.#frame({ channel, action: plain, serverSeq, ...from }));
  }

  /** Watches everything that may be watched; returns the rest. */
  async #watchAll(uris: readonly string[]): Promise<string[]> {
    const watchable = await this.#others.watchable(uris.filter((uri) => !isLater(uri)));
    const missing: string[] = [];
    for (const uri of new Set(uris)) {
      const isThere =
        watchable.has(uri) && ((await this.#show(uri)) || (await this.#others.add(uri, everything)));
      if (!isThere) missing.push(uri);
    }
    return missing;
  }

  async #show(uri: string): Promise<boolean> {
    const session = await this.#sessions.join(uri, this);
    if (!session) return false;
    if (this.#isClosed) this.#sessions.leave(uri, this);
    else if (!this.#shown.has(uri)) {
      this.#shown.add(uri);
      this.#options.services.watchers.came(uri);
    }
    return true;
  }

  #leave(uri: string): void {
    this.#hide(uri);
    this.#sessions.leave(uri, this);
  }

  #hide(uri: string): void {
    if (this.#shown.delete(uri)) this.#options.services.watchers.left(uri);
  }

  async #snapshots(uris: readonly string[]): Promise<Snapshot<object>[]> {
    await this.#watchAll(uris);
    this.#outbox.discard();
    const { kernel } = this.#options.services;
    return [...new Set(uris)].flatMap((resource): Snapshot<object>[] => {
      const state = this.#stateOf(resource);
      return state ? [{ resource, state: this.#allowed(state), fromSeq: kernel.seq }] : [];
    });
  }

  /** Other connections may show sessions that this client may not see. */
  #stateOf(uri: string): object | undefined {
    if (!this.#shown.has(uri)) return this.#otherState(uri);
    return this.#sessions.get(uri)?.state(this.#options.clientId);
  }

  #otherState(uri: string): object | undefined {
    if (!this.#others.get(uri)) return undefined;
    const state = this.#options.services.kernel.peek<object>(uri)?.committed;
    if (state && schemeOf(uri) === 'terminal') return projectTerminal(state as TerminalState);
    return uri === rootUri && state ? projectRoot(state as RootState) : state;
  }

  #viewOf(uri: string): [string, SessionView][] | undefined {
    const view = this.#sessions.get(uri)?.view;
    return view && [[uri, view]];
  }

  async #replay(
    lastSeen: number,
    subscriptions: readonly string[],
    views: ReadonlyMap<string, SessionView>,
  ): Promise<unknown[] | undefined> {
    const { kernel } = this.#options.services;
    const through = kernel.seq;
    const chats = [...views.values()].flatMap(({ session }) => session.defaultChat ?? []);
    const replay = await kernel.replay(lastSeen, [...subscriptions, ...chats]);
    const entries = replay?.entries
      .filter((row) => row.seq <= through && this.#matters(row))
      .map(loggedAction);
    const replayed = entries && projectReplay(entries, views, this.#options.clientId);
    return replayed?.map((envelope) => this.#allowedIn(envelope));
  }

  /** Actions that change nothing aren't sent, except for those of a file watch. */
  #matters({ channel, changed }: LogRow): boolean {
    return changed || this.#others.get(channel) !== undefined;
  }

  #allowed(state: object): object {
    return this.#variant === 'with-apps' ? state : stateWithoutApps(state);
  }

  #allowedIn<Envelope extends { readonly action: { readonly type: string } }>(envelope: Envelope): Envelope {
    if (this.#variant === 'with-apps') return envelope;
    const action = actionWithoutApps(envelope.action);
    return action === envelope.action ? envelope : { ...envelope, action };
  }

  #frame<Envelope extends { readonly action: { readonly type: string } }>(envelope: Envelope): Frame {
    return actionFrame(this.#allowedIn(envelope));
  }

  #answer(result: object): RawResult {
    return new RawResult(JSON.stringify(result), () => this.#outbox.release());
  }
}

function projectedOther(channel: string, action: StateAction): { readonly type: string } {
  if (channel === rootUri) return projectRootAction(action as RootAction);
  return schemeOf(channel) === 'terminal' ? projectTerminalAction(action as TerminalAction) : action;
}

/** 0.4 brought comments: to clients of 0.3 there is no such channel. */
function isLater(uri: string): boolean {
  return sessionOfAnnotations(uri) !== undefined;
}

function sessionIdentity(uri: string): ChannelIdentity {
  return { uri, kind: 'session', parent: undefined };
}

function loggedAction(row: LogRow): LoggedAction {
  return JSON.parse(row.json) as LoggedAction;
}

function channelOf({ channel }: Json): string {
  if (typeof channel === 'string') return channel;
  throw new ProtocolError('InvalidParams', 'The "channel" must be a URI.');
}

/** In 0.1 a channel is called a resource. */
function withChannel(params: Json): Json {
  if ('channel' in params) return params;
  return { ...params, channel: params['resource'] ?? rootUri };
}

function actionFrame(envelope: object): Frame {
  return Buffer.from(`{"jsonrpc":"2.0","method":"action","params":${JSON.stringify(envelope)}}`);
}
