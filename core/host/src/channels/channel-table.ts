import { authorize, type Grant, type Principal, type Subject } from '@loggia/access';
import { StorageStalled, type Channel, type ChannelIdentity, type Kernel, type Origin } from '@loggia/kernel';
import { ProtocolError, type StateAction } from '@loggia/protocol';

/** The access needed to do something to a channel. */
export interface Access {
  readonly grant: Grant;
  subject(channel: ChannelIdentity): Subject;
}

/** One kind of channel: the access needed to watch it and to act on it, and the handler of clients' actions. */
export interface ChannelRow<State = unknown> {
  readonly watch: Access;
  /** Also for the `mcp:` channels of its servers: a message to a server may change anything. */
  readonly act: Access;
  /** The grant for an action that takes more than others do. */
  grantFor?(action: StateAction): Grant | undefined;
  /** For channels that exist with their parent and are stored once somebody uses them. */
  readonly implied?: {
    /** By the address alone; undefined for other addresses. */
    identify(uri: string): ChannelIdentity | undefined;
    /** Called only for a principal that may use the channel. Creates it if its parent exists. */
    begin(uri: string): Promise<void>;
  };
  /** Whether an action is only carried out and answered to its sender: nobody else is sent it, and nothing stores it. */
  isUnlogged?(action: StateAction): boolean;
  /** Throws `ActionRefused` if the state doesn't allow it. Must not await before it has pinned the channel. */
  dispatch(channel: Channel<State>, action: StateAction, origin: Origin): void | Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the state belongs to the kind, which only its row knows
export type ChannelRows = Readonly<Record<string, ChannelRow<any>>>;

/** A kind of use of a channel. */
export type Use = 'watch' | 'act';

/** Every kind of channel on this host. All watching and acting goes through here, where the principal is checked. */
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

  /** Loads the channel if the principal may use it this way. Undefined if it doesn't exist; throws PermissionDenied. */
  async open<State = unknown>(
    uri: string,
    use: Use,
    principal: Principal,
  ): Promise<Channel<State> | undefined> {
    const channel = (await this.#kernel.load<State>(uri)) ?? (await this.#begin<State>(uri, use, principal));
    if (channel) this.authorize(channel, use, principal);
    return channel;
  }

  /** Like `open`, but a channel that the principal may not use this way is treated as one that doesn't exist. */
  async find(uri: string, use: Use, principal: Principal): Promise<Channel | undefined> {
    try {
      return await this.open(uri, use, principal);
    } catch (error) {
      // While the store doesn't accept writes, a channel that isn't stored yet doesn't exist.
      if (error instanceof ProtocolError || error instanceof StorageStalled) return undefined;
      throw error;
    }
  }

  /** The channels that exist and that the principal may watch, without loading them. */
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

  /** For a channel that was opened to act on. Throws PermissionDenied. */
  authorizeAction(channel: ChannelIdentity, action: StateAction, principal: Principal): void {
    const { act, grantFor } = this.#row(channel);
    const grant = grantFor?.(action);
    if (grant !== undefined) authorize(principal, grant, act.subject(channel));
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

  isUnlogged(channel: Channel, action: StateAction): boolean {
    return this.#row(channel).isUnlogged?.(action) ?? false;
  }

  async #begin<State>(uri: string, use: Use, principal: Principal): Promise<Channel<State> | undefined> {
    for (const { implied } of this.#rows.values()) {
      const channel = implied?.identify(uri);
      if (!implied || !channel) continue;
      this.authorize(channel, use, principal);
      await implied.begin(uri);
      return this.#kernel.load<State>(uri);
    }
    return undefined;
  }

  #row({ kind, uri }: ChannelIdentity): ChannelRow {
    const row = this.#rows.get(kind);
    if (!row) throw new Error(`The channel ${uri} is of the kind "${kind}", which has no row.`);
    return row;
  }
}
