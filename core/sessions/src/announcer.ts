import type { Channel, Kernel } from '@loggia/kernel';
import type {
  NotificationParams,
  ProtectedResourceMetadata,
  SessionState,
  SessionSummary,
} from '@loggia/protocol';
import { summarize, summaryChanges } from './summary.ts';

/** Hears about changes to the list of sessions, each after it is durable. */
export interface SessionListener {
  added(summary: SessionSummary): void;
  removed(session: string): void;
  changed(session: string, changes: Partial<SessionSummary>): void;
  /** An agent can't work until the user signs in to this resource. Not part of the list, and not durable. */
  signInNeeded?(resource: ProtectedResourceMetadata): void;
  /** How far the work is that a client asked for, for that client alone. Not durable. */
  progress?(clientId: string, progress: Omit<NotificationParams<'root/progress'>, 'channel'>): void;
}

/**
 * Announces changes to the list of sessions, once per commit however many actions it holds. Only keeps sessions that
 * are in memory; when one is loaded again, its next change is compared with its state at that time.
 */
export class Announcer {
  readonly #kernel: Kernel;
  readonly #listener: SessionListener;
  readonly #known = new WeakMap<Channel<SessionState>, SessionSummary>();
  readonly #dirty = new Set<Channel<SessionState>>();

  constructor(kernel: Kernel, listener: SessionListener) {
    this.#kernel = kernel;
    this.#listener = listener;
  }

  added(session: Channel<SessionState>): void {
    const summary = summarize(session.uri, session.createdAt, session.state);
    this.#known.set(session, summary);
    this.#kernel.afterCommit(() => this.#listener.added(summary));
  }

  removed(uri: string): void {
    this.#kernel.afterCommit(() => this.#listener.removed(uri));
  }

  /** Call this before a session changes, so that there is a state to compare with. */
  touch(session: Channel<SessionState>): void {
    if (this.#dirty.has(session)) return;
    if (!this.#known.has(session)) {
      this.#known.set(session, summarize(session.uri, session.createdAt, session.state));
    }
    this.#dirty.add(session);
    const release = this.#kernel.pin(session);
    this.#kernel.afterCommit(() => {
      this.#dirty.delete(session);
      if (this.#kernel.peek(session.uri) === session) {
        this.#tell(session);
        // The session changed again while this commit was being stored.
        if (session.state !== session.committed) this.touch(session);
      }
      release();
    });
  }

  #tell(session: Channel<SessionState>): void {
    const before = this.#known.get(session);
    const next = summarize(session.uri, session.createdAt, session.committed);
    this.#known.set(session, next);
    const changes = before && summaryChanges(before, next);
    if (changes) this.#listener.changed(session.uri, changes);
  }
}
