import type { NotificationParams, SessionSummary } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import { Disconnected } from '../errors.ts';
import { warn, type Report } from '../problem.ts';
import { Cell, type Readable } from '../readable.ts';
import { listSessions } from './commands.ts';

export interface SessionListSnapshot {
  /** `loading` until the whole list has been read, also again after a reconnect; known sessions are shown meanwhile. */
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Those modified last first. */
  readonly sessions: readonly SessionSummary[];
  readonly error?: Error;
}

type Change = (sessions: Map<string, SessionSummary>) => void;

/**
 * The host's sessions. The list is read once per connection, because notifications about it are never replayed; those
 * that arrive during the reading are applied on top.
 */
export class SessionList implements Readable<SessionListSnapshot> {
  readonly #client: AhpClient;
  readonly #pageSize: number;
  readonly #cell: Cell<SessionListSnapshot>;
  readonly #stops: (() => void)[];
  #sessions = new Map<string, SessionSummary>();
  /** Changes since the current reading began; undefined when none is under way. */
  #since: Change[] | undefined;
  #reading: AbortController | undefined;

  constructor(client: AhpClient, options: { readonly pageSize?: number; readonly onProblem?: Report } = {}) {
    this.#client = client;
    this.#pageSize = options.pageSize ?? 100;
    this.#cell = new Cell<SessionListSnapshot>({ phase: 'loading', sessions: [] }, options.onProblem ?? warn);
    // Only clients that watch the root channel are notified of sessions.
    const root = client.root();
    this.#stops = [
      () => root.dispose(),
      client.status.subscribe(() => this.#follow()),
      client.onNotification('root/sessionAdded', (params) => this.#change(added(params))),
      client.onNotification('root/sessionRemoved', (params) => this.#change(removed(params))),
      client.onNotification('root/sessionSummaryChanged', (params) => this.#change(changed(params))),
    ];
    this.#follow();
  }

  readonly getSnapshot = (): SessionListSnapshot => this.#cell.getSnapshot();

  readonly subscribe = (listener: () => void): (() => void) => this.#cell.subscribe(listener);

  /** Reads the list again. A reading under way is canceled. */
  async refresh(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#since = [];
    this.#show('loading');
    try {
      const read = new Map<string, SessionSummary>();
      for await (const page of listSessions(this.#client, {
        limit: this.#pageSize,
        signal: reading.signal,
      })) {
        for (const summary of page) read.set(summary.resource, summary);
      }
      if (this.#reading !== reading) return;
      for (const change of this.#since) change(read);
      this.#sessions = read;
      this.#show('ready');
    } catch (error) {
      if (this.#reading !== reading) return;
      // The next connection reads it again by itself.
      if (error instanceof Disconnected) this.#show('loading');
      else this.#show('failed', error instanceof Error ? error : new Error(String(error)));
    }
    this.#since = undefined;
    this.#reading = undefined;
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#stops.length = 0;
    const reading = this.#reading;
    this.#reading = undefined;
    reading?.abort();
  }

  #follow(): void {
    if (this.#client.status.getSnapshot().phase === 'connected') void this.refresh();
  }

  #change(change: Change): void {
    this.#since?.push(change);
    const sessions = new Map(this.#sessions);
    change(sessions);
    this.#sessions = sessions;
    this.#show(this.getSnapshot().phase, this.getSnapshot().error);
  }

  #show(phase: SessionListSnapshot['phase'], error?: Error): void {
    const sessions = [...this.#sessions.values()].sort(
      (a, b) => Number(new Date(b.modifiedAt)) - Number(new Date(a.modifiedAt)),
    );
    this.#cell.set({ phase, sessions, ...(error && { error }) });
  }
}

const added =
  ({ summary }: NotificationParams<'root/sessionAdded'>): Change =>
  (sessions) => {
    sessions.set(summary.resource, summary);
  };

const removed =
  ({ session }: NotificationParams<'root/sessionRemoved'>): Change =>
  (sessions) => {
    sessions.delete(session);
  };

/** Merges; a field that came as a whole, such as `chats`, replaces the one before. */
const changed =
  ({ session, changes }: NotificationParams<'root/sessionSummaryChanged'>): Change =>
  (sessions) => {
    const summary = sessions.get(session);
    if (summary) sessions.set(session, { ...summary, ...changes, resource: session } as SessionSummary);
  };
