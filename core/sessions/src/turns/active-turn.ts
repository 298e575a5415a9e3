import type { Attribution } from '@loggia/kernel';
import { chatAgent, readAuthor, type ChatAction, type ChatState } from '@loggia/protocol';
import type { ChatLog, OpenChat } from '../chat-log.ts';

/** Rejects everything that is still pending when the turn ends. */
export class TurnEnded extends Error {
  constructor() {
    super('The turn has ended.');
    this.name = 'TurnEnded';
  }
}

interface Waiter {
  /** Called after every change; true once it has settled. */
  check(state: ChatState): boolean;
  abandon(): void;
}

/**
 * A turn while its chat says that it is active: appends to it, and waits for changes in it. Its promises may be left
 * unhandled: one that rejects because the turn ended isn't an unhandled rejection.
 */
export class ActiveTurn {
  readonly id: string;
  readonly open: OpenChat;
  /** The agent that the turn started with; the session may switch to another meanwhile. */
  readonly agent: string;
  /** The agent, and the user it works for. */
  readonly #from: Attribution;
  readonly #log: ChatLog;
  readonly #ended: () => void;
  readonly #abort = new AbortController();
  readonly #waiters = new Set<Waiter>();
  #over = false;

  /** `ended` is called once. */
  constructor(log: ChatLog, open: OpenChat, id: string, from: Attribution, ended: () => void) {
    this.#log = log;
    this.#from = from;
    this.#ended = ended;
    this.open = open;
    this.agent = chatAgent(open.session.state, open.chat.state);
    this.id = id;
  }

  /** The user that the agent works for. */
  get person(): string {
    return readAuthor(this.#from.by).person;
  }

  get session(): string {
    return this.open.session.uri;
  }

  get chat(): string {
    return this.open.chat.uri;
  }

  get state(): ChatState {
    return this.open.chat.state;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get active(): boolean {
    return !this.#over && this.state.activeTurn?.id === this.id;
  }

  /** Does nothing if the turn has ended. */
  append(action: ChatAction): void {
    if (this.active) this.#log.append(this.open, action, this.#from);
  }

  /** Resolves with the first value that `found` returns, now or after a change. Rejects if the turn ends first. */
  wait<T>(found: (state: ChatState) => T | undefined): Promise<T> {
    return unheeded((resolve, reject) => {
      const abandon = () => reject(new TurnEnded());
      if (!this.active) return abandon();
      const check = (state: ChatState) => {
        const value = found(state);
        if (value !== undefined) resolve(value);
        return value !== undefined;
      };
      if (!check(this.state)) this.#waiters.add({ check, abandon });
      return undefined;
    });
  }

  /** Settles with `work`, but rejects immediately if the turn ends first, even if the work goes on. */
  within<T>(work: Promise<T>): Promise<T> {
    return unheeded((resolve, reject) => {
      const waiter = { check: () => false, abandon: () => reject(new TurnEnded()) };
      if (this.active) this.#waiters.add(waiter);
      else waiter.abandon();
      work.then(resolve, reject).finally(() => this.#waiters.delete(waiter));
    });
  }

  /** Call this after every change of the chat. */
  changed(): void {
    if (!this.active) return this.stop();
    for (const waiter of this.#waiters) {
      if (waiter.check(this.state)) this.#waiters.delete(waiter);
    }
  }

  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#ended();
    this.#abort.abort(new TurnEnded());
    for (const waiter of this.#waiters) waiter.abandon();
    this.#waiters.clear();
  }
}

function unheeded<T>(
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const promise = new Promise<T>(begin);
  promise.catch(() => {});
  return promise;
}
