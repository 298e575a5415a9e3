import { Rate, type Clock } from '@loggia/kernel';
import type { FairShare } from './fair-share.ts';
import type { Allowance, TrafficLimits } from './limits.ts';

/** After a pause this long, the count of what a server sent starts over. */
const quietMs = 3_000;
/** How long a server counts as sending too much after it was held back. */
const sharedMs = 1_000;
const mostShares = 10;
/** Fewer messages than this in a short time don't count as too many, as long as the rates are kept. */
const fewMessages = 20;

export interface BudgetPorts {
  readonly clock: Clock;
  readonly limits: TrafficLimits;
  readonly crowd: FairShare;
  /** Called once: the server has sent too much for too long. The text is the reason for ending it. */
  overrun(reason: string): void;
}

/** Counters at one moment. */
export interface Tally {
  /** Lines and events, whatever they contain. */
  readonly lines: number;
  /** The messages among them that answer the host's calls. */
  readonly asked: number;
  /** How often the server had to be held back. */
  readonly held: number;
}

/** The budget for what one server may send. A reader charges each read to it and waits as told. */
export class ServerBudget {
  readonly #ports: BudgetPorts;
  readonly #rates: Readonly<
    Record<'lines' | 'messages' | 'requests' | 'bytes' | 'progress' | 'throughput', Rate>
  >;
  /** Unsolicited messages since the server was last quiet. */
  readonly #sent = new Map<string, number>();
  #lastAt = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #asked = 0;
  #held = 0;
  #isSpent = false;

  constructor(ports: BudgetPorts) {
    const { clock, limits } = ports;
    const rate = ({ perSecond, burst }: Allowance) => new Rate(clock, perSecond, burst);
    this.#ports = ports;
    this.#rates = {
      lines: rate(limits.lines),
      messages: rate(limits.messages),
      requests: rate(limits.requests),
      bytes: rate(limits.bytes),
      progress: rate(limits.progress),
      throughput: rate(limits.throughput),
    };
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }

  get patienceMs(): number {
    return this.#ports.limits.patienceMs;
  }

  /** The messages that belonged to calls of the host. */
  get askedSoFar(): number {
    return this.#asked;
  }

  get tally(): Tally {
    return { lines: this.#lines, asked: this.#asked, held: this.#held };
  }

  /** For messages that belong to calls of the host. Returns the milliseconds to wait before reading on. */
  pace(what: 'progress' | 'throughput', count: number): number {
    return this.#rates[what].take(count);
  }

  /** A message belongs to a call of the host. */
  asked(): void {
    this.#asked += 1;
  }

  /** For unsolicited messages. A label counts them separately. */
  charge(what: 'lines' | 'messages' | 'requests' | 'bytes', count: number, label?: string): number {
    if (what === 'lines') this.#lines += count;
    if (label !== undefined) this.#count(label);
    const waitMs = this.#rates[what].take(count);
    if (waitMs === 0) return 0;
    this.#held += 1;
    const now = this.#ports.clock.now();
    return waitMs * Math.min(mostShares, this.#ports.crowd.join(this, now + waitMs + sharedMs));
  }

  /** Since that tally, the host has hardly ever caught up with the server. */
  outpaced({ lines, asked, held }: Tally): void {
    const wanted = this.#asked - asked;
    const unwanted = this.#lines - lines - wanted;
    const isMuch = unwanted >= fewMessages || this.#held > held;
    if (this.#isSpent || !isMuch || unwanted < wanted) return;
    this.#isSpent = true;
    this.#ports.crowd.leave(this);
    const [most] = [...this.#sent].toSorted(([, a], [, b]) => b - a);
    const what = most === undefined ? 'data' : `${most[1].toLocaleString('en')} ${most[0]}`;
    this.#ports.overrun(
      `The host stopped the server because it sent ${what} without a pause, more than the host accepts. Fix the server or reduce what it sends, then start it again.`,
    );
  }

  #count(label: string): void {
    const now = this.#ports.clock.now();
    if (now - this.#lastAt > quietMs) this.#sent.clear();
    this.#lastAt = now;
    this.#sent.set(label, (this.#sent.get(label) ?? 0) + 1);
  }
}
