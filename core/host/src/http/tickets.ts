import { randomBytes } from 'node:crypto';
import type { Clock } from '@loggia/kernel';

interface Ticket<Value> {
  readonly value: Value;
  readonly expiresAt: number;
  readonly once: boolean;
}

export interface TicketOptions {
  readonly clock: Clock;
  readonly lifetimeMs: number;
  /** Whether a ticket can be used only once. */
  readonly once: boolean;
  /** Beyond this number, the oldest are dropped. */
  readonly most?: number;
}

/** Unguessable names for something that is available for a while. They aren't persisted. */
export class Tickets<Value> {
  readonly #options: TicketOptions;
  readonly #tickets = new Map<string, Ticket<Value>>();

  constructor(options: TicketOptions) {
    this.#options = options;
  }

  issue(value: Value): { readonly ticket: string; readonly expiresAt: number } {
    const { clock, lifetimeMs, once, most = 10_000 } = this.#options;
    const ticket = randomBytes(24).toString('base64url');
    const expiresAt = clock.now() + lifetimeMs;
    this.#tickets.set(ticket, { value, expiresAt, once });
    const [oldest] = this.#tickets.keys();
    if (this.#tickets.size > most && oldest !== undefined) this.#tickets.delete(oldest);
    return { ticket, expiresAt };
  }

  /** Undefined for an unknown, expired or used ticket. */
  redeem(ticket: string): Value | undefined {
    const found = this.#tickets.get(ticket);
    if (!found) return undefined;
    const isOver = found.expiresAt <= this.#options.clock.now();
    if (isOver || found.once) this.#tickets.delete(ticket);
    return isOver ? undefined : found.value;
  }

  /** Drops those whose value the predicate no longer accepts. */
  keepOnly(isValid: (value: Value) => boolean): void {
    for (const [ticket, { value }] of this.#tickets) if (!isValid(value)) this.#tickets.delete(ticket);
  }
}
