import type { ActionEnvelope, ArtifactSummary, LibraryAction, WorkspaceAction } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import type { ChannelView } from '../channels/channel-view.ts';
import { Disconnected } from '../errors.ts';
import { Listeners } from '../listeners.ts';
import { warn, type Report } from '../problem.ts';
import type { Readable } from '../readable.ts';
import { meets, type ArtifactQuery } from './artifact-filter.ts';
import { comparing } from './artifact-order.ts';
import { readArtifacts } from './artifact-page.ts';
import { ArtifactWindow } from './artifact-window.ts';
import { openLibrary, openWorkspace } from './open.ts';

export interface ArtifactListSnapshot {
  /** `loading` until it has been read, also when it is read again; known artifacts are shown meanwhile. */
  readonly phase: 'loading' | 'ready' | 'failed';
  /** The beginning of the list, as far as it was asked for. */
  readonly artifacts: readonly ArtifactSummary[];
  /**
   * `there` until everything has been read. Artifacts beyond the end may have moved or gone since; `loadMore` finds
   * out.
   */
  readonly more: 'none' | 'there' | 'loading';
  readonly error?: Error;
}

/** The most artifacts that the host returns in one request. */
const mostAtOnce = 500;

/**
 * A list of artifacts that is read in pages and kept in sync with the host's actions. The cost of an action depends on
 * what it names, not on the size of the workspace. Trash and collections are read again instead, because the actions
 * don't say which artifacts went there.
 */
export class ArtifactList implements Readable<ArtifactListSnapshot> {
  readonly #client: AhpClient;
  readonly #query: ArtifactQuery;
  readonly #belongs: (artifact: ArtifactSummary) => boolean;
  readonly #pageSize: number;
  readonly #listeners: Listeners<void>;
  readonly #channel: ChannelView;
  #window: ArtifactWindow;
  #phase: ArtifactListSnapshot['phase'] = 'loading';
  #error: Error | undefined;
  #snapshot: ArtifactListSnapshot | undefined;
  #reading: { readonly what: 'all' | 'more'; readonly abort: AbortController } | undefined;
  #read: Promise<void> = Promise.resolve();
  /** Changes since the running request was sent, whose answer may be older. Undefined: the artifact is gone. */
  #since = new Map<string, ArtifactSummary | undefined>();
  /** Something unknown changed during the reading. */
  #isStale = false;
  /** It could not be read as a whole when that was due, so what is shown may be old. */
  #isBehind = false;
  #isDisposed = false;

  constructor(
    client: AhpClient,
    query: ArtifactQuery,
    options: { readonly pageSize?: number; readonly onProblem?: Report } = {},
  ) {
    this.#client = client;
    this.#query = query;
    this.#belongs = meets(query);
    this.#pageSize = Math.min(options.pageSize ?? 100, mostAtOnce);
    this.#listeners = new Listeners(options.onProblem ?? warn);
    this.#window = this.#emptyWindow();
    this.#channel = 'workspace' in query ? openWorkspace(client, query.workspace) : openLibrary(client);
    this.#channel.onSnapshot(() => void this.refresh());
    this.#channel.onAction((envelope) => this.#follow(envelope));
    this.#channel.subscribe(() => this.#noticeEnd());
    if (this.#channel.phase === 'live') void this.refresh();
    else this.#noticeEnd();
  }

  readonly getSnapshot = (): ArtifactListSnapshot => {
    this.#snapshot ??= {
      phase: this.#phase,
      artifacts: this.#window.copy(),
      more: this.#reading?.what === 'more' ? 'loading' : this.#window.cursor === undefined ? 'none' : 'there',
      ...(this.#error && { error: this.#error }),
    };
    return this.#snapshot;
  };

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  /** Reads again as much as is shown. A reading that is under way is called off. */
  refresh(): Promise<void> {
    if (this.#isDisposed) return Promise.resolve();
    this.#reading?.abort.abort();
    this.#isStale = false;
    this.#phase = 'loading';
    const wanted = Math.max(this.#window.size, this.#pageSize);
    return this.#begin('all', async (signal) => {
      const fresh = this.#emptyWindow();
      do await this.#readPage(fresh, wanted - fresh.size, signal);
      while (fresh.size < wanted && fresh.cursor !== undefined && !signal.aborted);
      return fresh;
    });
  }

  /** Reads the next page. Where something is being read already, waits for that. */
  loadMore(): Promise<void> {
    if (this.#reading) return this.#read;
    if (this.#isBehind) return this.refresh();
    if (this.#isDisposed || this.#window.cursor === undefined) return Promise.resolve();
    return this.#begin('more', async (signal) => {
      await this.#readPage(this.#window, this.#pageSize, signal);
      return this.#window;
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#channel.dispose();
    this.#reading?.abort.abort();
    this.#reading = undefined;
  }

  /** Never rejects: what went wrong is in the snapshot. */
  #begin(what: 'all' | 'more', read: (signal: AbortSignal) => Promise<ArtifactWindow>): Promise<void> {
    const reading = { what, abort: new AbortController() };
    this.#reading = reading;
    this.#since = new Map();
    this.#error = undefined;
    this.#read = this.#finish(reading, read);
    this.#changed();
    return this.#read;
  }

  async #finish(
    reading: { readonly what: 'all' | 'more'; readonly abort: AbortController },
    read: (signal: AbortSignal) => Promise<ArtifactWindow>,
  ): Promise<void> {
    const { signal } = reading.abort;
    const isCurrent = (): boolean => this.#reading === reading && !signal.aborted;
    try {
      for (;;) {
        try {
          const window = await read(signal);
          if (!isCurrent()) return;
          this.#window = window;
          for (const [id, artifact] of this.#since) this.#put(id, artifact);
          this.#phase = 'ready';
          this.#isBehind = false;
          break;
        } catch (error) {
          // Asked again, it waits for the next connection.
          if (!(error instanceof Disconnected) || !isCurrent()) throw error;
        }
      }
    } catch (error) {
      if (!isCurrent()) return;
      this.#phase = 'failed';
      this.#isBehind = reading.what === 'all';
      this.#error = error instanceof Error ? error : new Error(String(error));
    }
    this.#reading = undefined;
    this.#since = new Map();
    this.#changed();
    if (this.#isStale) await this.refresh();
    else this.#fill();
  }

  async #readPage(window: ArtifactWindow, wanted: number, signal: AbortSignal): Promise<void> {
    const page = await readArtifacts(
      this.#client,
      this.#query,
      { limit: Math.min(wanted, mostAtOnce), cursor: window.cursor },
      { signal },
    );
    if (!signal.aborted) window.extend(page);
  }

  #emptyWindow(): ArtifactWindow {
    return new ArtifactWindow(comparing[this.#query.order ?? 'modified']);
  }

  #follow({ action }: ActionEnvelope): void {
    if ('collection' in this.#query) {
      this.#followCollection(action as unknown as LibraryAction, this.#query.collection);
      return;
    }
    const told = action as unknown as WorkspaceAction;
    const isTrash = this.#query.deleted === true;
    switch (told.type) {
      case 'x-loggia/artifactsSet': {
        const isHere = (artifact: ArtifactSummary): boolean => !isTrash && this.#belongs(artifact);
        this.#apply(told.artifacts.map((artifact) => [artifact.id, isHere(artifact) ? artifact : undefined]));
        return;
      }
      case 'x-loggia/artifactsRemoved':
        if (isTrash) this.#readAgain();
        else this.#apply(told.ids.map((id) => [id, undefined]));
        return;
      default:
    }
  }

  #followCollection(told: LibraryAction, id: string): void {
    const isThis =
      (told.type === 'x-loggia/collectionSet' && told.collection.id === id) ||
      (told.type === 'x-loggia/collectionRemoved' && told.id === id);
    if (isThis) this.#readAgain();
  }

  #apply(changes: readonly (readonly [id: string, artifact: ArtifactSummary | undefined])[]): void {
    let isChanged = false;
    for (const [id, artifact] of changes) {
      if (this.#reading) this.#since.set(id, artifact);
      isChanged = this.#put(id, artifact) || isChanged;
    }
    if (!isChanged) return;
    this.#changed();
    this.#fill();
  }

  #put(id: string, artifact: ArtifactSummary | undefined): boolean {
    return artifact === undefined ? this.#window.remove(id) : this.#window.set(artifact);
  }

  /** However often it is told, one reading follows the one that is under way. */
  #readAgain(): void {
    if (this.#reading) this.#isStale = true;
    else void this.refresh();
  }

  /** Keeps at least one page loaded while there is more. */
  #fill(): void {
    const isShort = this.#window.size < this.#pageSize && this.#window.cursor !== undefined;
    if (isShort && this.#phase === 'ready' && !this.#reading) void this.loadMore();
  }

  #noticeEnd(): void {
    const { phase, error } = this.#channel.getSnapshot();
    if (phase !== 'gone') return;
    this.#reading?.abort.abort();
    this.#reading = undefined;
    this.#phase = 'failed';
    this.#error = error;
    this.#changed();
  }

  /** The snapshot is rebuilt on the next read, so unread changes cost nothing. */
  #changed(): void {
    this.#snapshot = undefined;
    this.#listeners.tell();
  }
}
