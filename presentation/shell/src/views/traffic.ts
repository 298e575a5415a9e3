/** A token bucket. */
class Bucket {
  readonly #size: number;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt: number | undefined;

  constructor({ burst, perSecond }: Rate) {
    this.#size = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
  }

  take(cost: number, now: number): boolean {
    const since = Math.max(0, now - (this.#filledAt ?? now));
    this.#filledAt = now;
    this.#tokens = Math.min(this.#size, this.#tokens + (since / 1000) * this.#perSecond);
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** `pass`: within the budget. `drop`: above it. `stop`: it has been above it for too long. */
export type Verdict = 'pass' | 'drop' | 'stop';

export interface TrafficLimits {
  readonly messages: Rate;
  readonly characters: Rate;
  readonly values: Rate;
  /** The most messages that a View may lose within the time before it is stopped. */
  readonly dropped: { readonly most: number; readonly withinMs: number };
}

export const viewTraffic: TrafficLimits = {
  messages: { burst: 500, perSecond: 120 },
  characters: { burst: 16 * 1024 * 1024, perSecond: 2 * 1024 * 1024 },
  values: { burst: 400_000, perSecond: 50_000 },
  dropped: { most: 1000, withinMs: 10_000 },
};

/** Reading and dropping a message costs as much as dropping this many unread. */
const heavyCost = 100;

/** Counts a View's messages, first by number, which needs no reading, then by content. */
export class Traffic {
  readonly #limits: TrafficLimits;
  readonly #messages: Bucket;
  readonly #characters: Bucket;
  readonly #values: Bucket;
  #dropped = 0;
  #droppedSince = 0;

  constructor(limits: TrafficLimits = viewTraffic) {
    this.#limits = limits;
    this.#messages = new Bucket(limits.messages);
    this.#characters = new Bucket(limits.characters);
    this.#values = new Bucket(limits.values);
  }

  /** Called before the message is read. */
  arrived(now: number): Verdict {
    return this.#messages.take(1, now) ? 'pass' : this.#drop(1, now);
  }

  /** Called once its content is known. */
  weighed(
    { characters, values }: { readonly characters: number; readonly values: number },
    now: number,
  ): Verdict {
    const fits = this.#characters.take(characters, now) && this.#values.take(values, now);
    return fits ? 'pass' : this.#drop(heavyCost, now);
  }

  /** The message was too heavy or invalid. Reading it in vain costs the time that it took. */
  refused(now: number, tookMs: number): Verdict {
    return this.#drop(heavyCost + tookMs, now);
  }

  #drop(cost: number, now: number): Verdict {
    const { most, withinMs } = this.#limits.dropped;
    if (now - this.#droppedSince > withinMs) {
      this.#droppedSince = now;
      this.#dropped = 0;
    }
    this.#dropped += cost;
    return this.#dropped > most ? 'stop' : 'drop';
  }
}
