import type { Channel, Kernel } from '@loggia/kernel';
import type { ProtectedResourceMetadata, SessionState, SessionSummary } from '@loggia/protocol';
import { summarise, summaryChanges } from './summary.ts';

/** Who is told about the list of sessions, after each change of it is durable. */
export interface SessionListener {
  added(summary: SessionSummary): void;
  removed(session: string): void;
  changed(session: string, changes: Partial<SessionSummary>): void;
  /** An agent cannot work before the user has signed in to this. Not part of the list, and not durable. */
  signInNeeded?(resource: ProtectedResourceMetadata): void;
}

/**
 * Tells what changed in the list of sessions, once for each commit however many actions it held. Remembers only
 * sessions in memory: what it knew of one that left is what its next change is compared with anew.
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
    const summary = summarise(session.uri, session.createdAt, session.state);
    this.#known.set(session, summary);
    this.#kernel.afterCommit(() => this.#listener.added(summary));
  }

  removed(uri: string): void {
    this.#kernel.afterCommit(() => this.#listener.removed(uri));
  }

  /** To be called before a session changes, so that there is something to compare with. */
  touch(session: Channel<SessionState>): void {
    if (this.#dirty.has(session)) return;
    if (!this.#known.has(session)) {
      this.#known.set(session, summarise(session.uri, session.createdAt, session.state));
    }
    this.#dirty.add(session);
    const release = this.#kernel.pin(session);
    this.#kernel.afterCommit(() => {
      this.#dirty.delete(session);
      if (this.#kernel.peek(session.uri) === session) {
        this.#tell(session);
        // It changed again while that was being stored.
        if (session.state !== session.committed) this.touch(session);
      }
      release();
    });
  }

  #tell(session: Channel<SessionState>): void {
    const before = this.#known.get(session);
    const next = summarise(session.uri, session.createdAt, session.committed);
    this.#known.set(session, next);
    const changes = before && summaryChanges(before, next);
    if (changes) this.#listener.changed(session.uri, changes);
  }
}
