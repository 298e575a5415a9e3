import type { Channel, Entry, Kernel, Subscriber } from '@loggia/kernel';
import {
  SessionProjector,
  type ChatState,
  type Projection,
  type SessionState,
  type SessionView,
  type StateAction,
  type V03SessionState,
} from '@loggia/protocol';

/** A connection that shows the session. */
export interface LegacyMember {
  told(session: string, entry: Entry, projection: Projection): void;
  gone(session: string): void;
}

/**
 * A session as 0.3 knows it: the session and its default chat in one. It follows both through the log once, for all
 * connections that show it.
 */
export class LegacySession implements Subscriber {
  readonly uri: string;
  readonly #kernel: Kernel;
  readonly #members = new Set<LegacyMember>();
  readonly #projector: SessionProjector;
  readonly #unsubscribe: () => void;
  #chat: { readonly uri: string; readonly unsubscribe: () => void } | undefined;

  /** Undefined if there is no such session. */
  static async open(kernel: Kernel, uri: string): Promise<LegacySession | undefined> {
    for (;;) {
      const session = await kernel.load<SessionState>(uri);
      if (session?.kind !== 'session') return undefined;
      const { defaultChat } = session.committed;
      const chat = defaultChat === undefined ? undefined : await kernel.load<ChatState>(defaultChat);
      // Both must exist at the same moment, so this checks again.
      const unchanged = kernel.peek(uri) === session && session.committed.defaultChat === defaultChat;
      if (unchanged && (!chat || kernel.peek(chat.uri) === chat))
        return new LegacySession(kernel, session, chat);
    }
  }

  private constructor(kernel: Kernel, session: Channel<SessionState>, chat: Channel<ChatState> | undefined) {
    this.uri = session.uri;
    this.#kernel = kernel;
    const subscribed = kernel.subscribe(session, this);
    this.#unsubscribe = subscribed.unsubscribe;
    this.#chat = chat && { uri: chat.uri, unsubscribe: kernel.subscribe(chat, this).unsubscribe };
    const view: SessionView = {
      resource: session.uri,
      createdAt: session.createdAt,
      modifiedAt: chat?.committed.modifiedAt ?? session.createdAt,
      session: subscribed.state,
      chat: chat?.committed,
    };
    this.#projector = new SessionProjector(view, {
      chatOf: (uri) => kernel.peek<ChatState>(uri)?.committed,
    });
  }

  get view(): SessionView {
    return this.#projector.view;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  state(clientId: string): V03SessionState {
    return this.#projector.state(clientId);
  }

  add(member: LegacyMember): void {
    this.#members.add(member);
  }

  delete(member: LegacyMember): void {
    this.#members.delete(member);
  }

  deliver(entry: Entry): void {
    const projection = this.#projector.apply({ channel: entry.channel, action: entry.action as StateAction });
    this.#followDefaultChat();
    for (const member of this.#members) member.told(this.uri, entry, projection);
  }

  removed(uri: string): void {
    if (uri !== this.uri) return;
    this.close();
    for (const member of this.#members) member.gone(this.uri);
  }

  close(): void {
    this.#unsubscribe();
    this.#chat?.unsubscribe();
  }

  #followDefaultChat(): void {
    const { defaultChat } = this.view.session;
    if (defaultChat === this.#chat?.uri) return;
    this.#chat?.unsubscribe();
    const chat = defaultChat === undefined ? undefined : this.#kernel.peek<ChatState>(defaultChat);
    this.#chat = chat && { uri: chat.uri, unsubscribe: this.#kernel.subscribe(chat, this).unsubscribe };
  }
}

/** The sessions that 0.3 connections show; each exists once. */
export class LegacySessions {
  readonly #kernel: Kernel;
  readonly #open = new Map<string, LegacySession>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get(uri: string): LegacySession | undefined {
    return this.#open.get(uri);
  }

  async join(uri: string, member: LegacyMember): Promise<LegacySession | undefined> {
    const opened = this.#open.get(uri) ?? (await LegacySession.open(this.#kernel, uri));
    // Another connection may have opened it meanwhile.
    const session = this.#open.get(uri) ?? opened;
    if (!session) return undefined;
    if (opened && opened !== session) opened.close();
    this.#open.set(uri, session);
    session.add(member);
    return session;
  }

  leave(uri: string, member: LegacyMember): void {
    const session = this.#open.get(uri);
    session?.delete(member);
    if (!session?.isEmpty) return;
    session.close();
    this.#open.delete(uri);
  }

  forget(uri: string): void {
    this.#open.delete(uri);
  }
}
