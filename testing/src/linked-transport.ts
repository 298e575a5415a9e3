import type { Transport, TransportClose } from '@loggia/client';

export type LinkedEnd = 'client' | 'host';

type Item = { readonly text: string } | { readonly close: TransportClose };

/** The messages in transit to one end. Nothing arrives unless it is flushed. */
export class Lane {
  readonly #deliver: (item: Item) => void;
  #items: Item[] = [];
  #delay = 0;

  constructor(deliver: (item: Item) => void) {
    this.#deliver = deliver;
  }

  /** The messages in transit, oldest first. */
  get queued(): string[] {
    return this.#items.flatMap((item) => ('text' in item ? item.text : []));
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Delivers the oldest. False if there is none, or if it is delayed. */
  flushOne(): boolean {
    if (this.#delay > 0) {
      this.#delay -= 1;
      return false;
    }
    const item = this.#items.shift();
    if (item) this.#deliver(item);
    return item !== undefined;
  }

  /** Delivers the current messages, but not those that follow from them. Returns their number. */
  flushAll(): number {
    let count = 0;
    for (let left = this.#items.length; left > 0 && this.flushOne(); left -= 1) count += 1;
    return count;
  }

  /** The next `flushes` flushes deliver nothing. */
  delay(flushes: number): void {
    this.#delay += flushes;
  }

  /** Loses the oldest message. A real transport never does this and stays open. */
  drop(): string | undefined {
    const index = this.#items.findIndex((item) => 'text' in item);
    const [item] = index < 0 ? [] : this.#items.splice(index, 1);
    return item && 'text' in item ? item.text : undefined;
  }

  clear(): void {
    this.#items = [];
    this.#delay = 0;
  }
}

class End implements Transport {
  readonly #send: (item: Item) => void;
  #early: string[] = [];
  #hear: ((text: string) => void) | undefined;
  #hearClose: ((close: TransportClose) => void) | undefined;
  #closing = false;
  #closed: TransportClose | undefined;

  constructor(send: (item: Item) => void) {
    this.#send = send;
  }

  send(text: string): void {
    if (!this.#closing && !this.#closed) this.#send({ text });
  }

  close(code = 1000, reason = ''): void {
    if (this.#closing || this.#closed) return;
    this.#closing = true;
    this.#send({ close: { code, reason } });
  }

  onMessage(listener: (text: string) => void): void {
    this.#hear = listener;
    for (const text of this.#early.splice(0)) listener(text);
  }

  onClose(listener: (close: TransportClose) => void): void {
    this.#hearClose = listener;
    if (this.#closed) listener(this.#closed);
  }

  deliver(text: string): void {
    if (this.#closed) return;
    if (this.#hear) this.#hear(text);
    else this.#early.push(text);
  }

  end(close: TransportClose): void {
    if (this.#closed) return;
    this.#closed = close;
    this.#hearClose?.(close);
  }
}

/**
 * Two ends in memory, flushed by hand. Messages are strings, as on the wire, and stay in order in each direction; the
 * test decides how the two directions interleave.
 *
 * A close travels like a message, after everything sent before it; both ends see it when it is flushed.
 */
export class LinkedTransport {
  readonly client: Transport;
  readonly host: Transport;
  readonly toClient: Lane;
  readonly toHost: Lane;
  readonly #ends: readonly [End, End];
  #isOpen = true;

  constructor() {
    const client: End = new End((item) => this.toHost.push(item));
    const host: End = new End((item) => this.toClient.push(item));
    this.#ends = [client, host];
    this.client = client;
    this.host = host;
    this.toClient = new Lane((item) => this.#arrive(client, item));
    this.toHost = new Lane((item) => this.#arrive(host, item));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isQuiet(): boolean {
    return this.toClient.isEmpty && this.toHost.isEmpty;
  }

  lane(to: LinkedEnd): Lane {
    return to === 'client' ? this.toClient : this.toHost;
  }

  /** To the host first, or only in the given direction. */
  flushOne(to?: LinkedEnd): boolean {
    if (to) return this.lane(to).flushOne();
    return this.toHost.flushOne() || this.toClient.flushOne();
  }

  /**
   * One round: the current messages, but not those that follow from them. Returns the number of messages that arrived.
   */
  flushAll(to?: LinkedEnd): number {
    if (to) return this.lane(to).flushAll();
    return this.toHost.flushAll() + this.toClient.flushAll();
  }

  /** The network is gone: messages in transit are lost, and both ends see the close immediately. */
  cut(close: TransportClose = { code: 1006, reason: '' }): void {
    this.#isOpen = false;
    this.toClient.clear();
    this.toHost.clear();
    for (const end of this.#ends) end.end(close);
  }

  #arrive(end: End, item: Item): void {
    if ('text' in item) end.deliver(item.text);
    else this.cut(item.close);
  }
}
