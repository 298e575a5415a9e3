import { authorize, type Grant, type Principal, type Subject } from '@loggia/access';
import type { Channel, ChannelIdentity, Kernel, Origin } from '@loggia/kernel';
import type { StateAction } from '@loggia/protocol';

/** What it takes to do something to a channel. */
export interface Access {
  readonly grant: Grant;
  subject(channel: ChannelIdentity): Subject;
}

/** One kind of channel: what it takes to watch it and to act on it, and who carries out what clients do to it. */
export interface ChannelRow<State = unknown> {
  readonly watch: Access;
  /** Also for the `mcp:` channels of its servers: a message to a server may change anything. */
  readonly act: Access;
  /** Throws `ActionRefused` for what the state doesn't allow. Must not wait before it has pinned the channel. */
  dispatch(channel: Channel<State>, action: StateAction, origin: Origin): void | Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the state belongs to the kind, which only its row knows
export type ChannelRows = Readonly<Record<string, ChannelRow<any>>>;

/** What somebody wants of a channel. */
export type Use = 'watch' | 'act';

/**
 * Every kind of channel that this host has. Nobody gets a channel to watch or to act on but from here, and here the
 * principal is checked.
 */
export class ChannelTable {
  readonly #kernel: Kernel;
  readonly #rows: ReadonlyMap<string, ChannelRow>;

  /** Throws for a kind without a row: it could be neither watched nor acted on. */
  constructor(kernel: Kernel, rows: ChannelRows, kinds: readonly { readonly name: string }[]) {
    this.#kernel = kernel;
    this.#rows = new Map(Object.entries(rows));
    const closed = kinds.filter(({ name }) => !this.#rows.has(name)).map(({ name }) => name);
    if (closed.length > 0) throw new Error(`These kinds of channels have no row: ${closed.join(', ')}.`);
  }

  /** Loads the channel for somebody who may use it so. Undefined where there is none; throws PermissionDenied. */
  async open<State = unknown>(
    uri: string,
    use: Use,
    principal: Principal,
  ): Promise<Channel<State> | undefined> {
    const channel = await this.#kernel.load<State>(uri);
    if (channel) this.authorize(channel, use, principal);
    return channel;
  }

  /** Those of the channels that exist and that the principal may watch, without loading any. */
  async watchable(
    uris: readonly string[],
    principal: Principal,
  ): Promise<ReadonlyMap<string, ChannelIdentity>> {
    const found = new Map<string, ChannelIdentity>();
    for (const uri of new Set(uris)) {
      const channel = await this.#kernel.identify(uri);
      if (channel && this.allows(channel, 'watch', principal)) found.set(uri, channel);
    }
    return found;
  }

  /** Throws PermissionDenied. */
  authorize(channel: ChannelIdentity, use: Use, principal: Principal): void {
    const { grant, subject } = this.#row(channel)[use];
    authorize(principal, grant, subject(channel));
  }

  allows(channel: ChannelIdentity, use: Use, principal: Principal): boolean {
    try {
      this.authorize(channel, use, principal);
      return true;
    } catch {
      return false;
    }
  }

  /** For a channel that was opened to act on. */
  dispatch(channel: Channel, action: StateAction, origin: Origin): void | Promise<void> {
    return this.#row(channel).dispatch(channel, action, origin);
  }

  #row({ kind, uri }: ChannelIdentity): ChannelRow {
    const row = this.#rows.get(kind);
    if (!row) throw new Error(`The channel ${uri} is of the kind "${kind}", which has no row.`);
    return row;
  }
}
