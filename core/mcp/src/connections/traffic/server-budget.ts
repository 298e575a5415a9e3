import { Rate, type Clock } from '@loggia/kernel';
import type { Crowd } from './crowd.ts';
import type { Allowance, TrafficLimits } from './limits.ts';

/** A server is quiet again after so long without sending too much. */
const quietMs = 1_000;

type Charged = 'lines' | 'messages' | 'requests' | 'bytes';

export interface BudgetPorts {
  readonly clock: Clock;
  readonly limits: TrafficLimits;
  readonly crowd: Crowd;
  /** Once: the server has sent too much for too long. The text is a reason for its end. */
  overrun(reason: string): void;
}

/** What one server may send. Whoever reads from it pays for what was read, and waits as long as it is told. */
export class ServerBudget {
  readonly #ports: BudgetPorts;
  readonly #rates: Readonly<Record<Charged | 'progress' | 'throughput', Rate>>;
  /** What was sent since it became too much. */
  readonly #sent = new Map<string, number>();
  #overSince = 0;
  #overUntil = Number.NEGATIVE_INFINITY;
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

  /** For what the host asked for. Returns the milliseconds to wait before reading on. */
  pace(what: 'progress' | 'throughput', count: number): number {
    return this.#rates[what].take(count);
  }

  /** For what the server sends of its own accord. With a label it counts as one of those when the reason is given. */
  charge(what: Charged, count: number, label?: string): number {
    const waitMs = this.#rates[what].take(count);
    const now = this.#ports.clock.now();
    const wasOver = now - this.#overUntil <= quietMs;
    if (waitMs === 0 && !wasOver) return 0;
    if (!wasOver) {
      this.#overSince = now;
      this.#sent.clear();
    }
    if (label !== undefined) this.#sent.set(label, (this.#sent.get(label) ?? 0) + 1);
    if (waitMs === 0) return 0;
    const shares = this.#ports.crowd.join(this, now + waitMs + quietMs);
    const shared = waitMs * shares;
    this.#overUntil = now + shared;
    if (now - this.#overSince >= this.#ports.limits.patienceMs) this.#spend(now);
    return shared;
  }

  #spend(now: number): void {
    if (this.#isSpent) return;
    this.#isSpent = true;
    this.#ports.crowd.leave(this);
    const seconds = Math.round((now - this.#overSince) / 1000);
    const [most] = [...this.#sent].toSorted(([, a], [, b]) => b - a);
    const what = most === undefined ? '' : ` (${most[1].toLocaleString('en')} ${most[0]})`;
    this.#ports.overrun(
      `The host stopped the server because it sent too much${what} for ${seconds} seconds in a row. Fix the server or reduce what it sends, then start it again.`,
    );
  }
}
