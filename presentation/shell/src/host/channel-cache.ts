import type { AhpClient, ChannelView, Environment } from '@loggia/client';

interface Entry {
  readonly view: ChannelView;
  users: number;
  cancel: (() => void) | undefined;
}

/** People go back and forth; a channel they were just on need not be read again. */
const keepMs = 30_000;

/** The channels that are on screen, or were a moment ago, each subscribed once. */
export class ChannelCache {
  readonly #client: Pick<AhpClient, 'subscribe'>;
  readonly #environment: Pick<Environment, 'after'>;
  readonly #entries = new Map<string, Entry>();

  constructor(client: Pick<AhpClient, 'subscribe'>, environment: Pick<Environment, 'after'>) {
    this.#client = client;
    this.#environment = environment;
  }

  /** The channel, without holding on to it: for reading while something else holds it. */
  view<State>(uri: string): ChannelView<State> {
    return this.#entry(uri).view as ChannelView<State>;
  }

  /** Keeps the channel subscribed until the result is called, and a while longer. */
  hold(uri: string): () => void {
    const entry = this.#entry(uri);
    entry.users += 1;
    entry.cancel?.();
    entry.cancel = undefined;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      entry.users -= 1;
      if (entry.users === 0) this.#leave(uri, entry);
    };
  }

  #entry(uri: string): Entry {
    const known = this.#entries.get(uri);
    if (known) return known;
    const view = this.#client.subscribe(uri);
    // Users of the channel see from its phase that it doesn't exist.
    view.ready.catch(() => undefined);
    const entry: Entry = { view, users: 0, cancel: undefined };
    this.#entries.set(uri, entry);
    this.#leave(uri, entry);
    return entry;
  }

  #leave(uri: string, entry: Entry): void {
    entry.cancel?.();
    entry.cancel = this.#environment.after(keepMs, () => {
      if (entry.users === 0) this.#drop(uri, entry);
    });
  }

  #drop(uri: string, entry: Entry): void {
    entry.cancel?.();
    if (this.#entries.get(uri) === entry) this.#entries.delete(uri);
    entry.view.dispose();
  }
}
