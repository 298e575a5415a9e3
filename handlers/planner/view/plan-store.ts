import { applyEdit, inverseOf } from '../src/plan/edits.ts';
import type { Edit } from '../src/plan/plan-schema.ts';
import type { Plan } from '../src/plan/plan.ts';

/** The plan as the host has it. */
export interface StoredPlan {
  readonly plan: Plan;
  readonly revision: number;
}

export type SaveState = 'saved' | 'saving' | 'failed';

export interface StorePorts {
  send(edits: readonly Edit[]): Promise<StoredPlan>;
  load(): Promise<StoredPlan>;
  /** Runs something later; returns what cancels it. */
  later(run: () => void, milliseconds: number): () => void;
  changed(): void;
}

const pauseMs = 250;
const retryMs = 5_000;

/**
 * The plan on the screen: what the host has, with the edits on top that it doesn't have yet. An edit shows at once and
 * is sent a moment later; the plan that comes back has everybody's edits.
 */
export class PlanStore {
  readonly #ports: StorePorts;
  #stored: StoredPlan;
  #pending: readonly Edit[] = [];
  #plan: Plan;
  #past: (readonly Edit[])[] = [];
  #future: (readonly Edit[])[] = [];
  #cancel: (() => void) | undefined;
  #running: Promise<void> | undefined;
  state: SaveState = 'saved';

  constructor(stored: StoredPlan, ports: StorePorts) {
    this.#stored = stored;
    this.#plan = stored.plan;
    this.#ports = ports;
  }

  get plan(): Plan {
    return this.#plan;
  }

  edit(...edits: readonly Edit[]): void {
    this.#past.push(this.#apply(edits));
    this.#future = [];
  }

  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  /** Sends pending edits now. Never rejects: the state has the outcome. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** The host announced a newer revision. */
  async refresh(revision = Infinity): Promise<void> {
    await this.#running;
    if (revision <= this.#stored.revision) return;
    // A failure shows when something is saved.
    const found = await this.#ports.load().catch(() => undefined);
    if (found && found.revision > this.#stored.revision) this.#adopt(found);
  }

  /** @returns the edits that take these back */
  #apply(edits: readonly Edit[]): readonly Edit[] {
    const inverses = edits.map((edit) => {
      const inverse = inverseOf(this.#plan, edit);
      this.#plan = applyEdit(this.#plan, edit);
      return inverse;
    });
    this.#pending = [...this.#pending, ...edits];
    this.#become('saving');
    this.#schedule(pauseMs);
    return inverses.toReversed().flat();
  }

  #travel(from: (readonly Edit[])[], to: (readonly Edit[])[]): void {
    const edits = from.pop();
    if (edits) to.push(this.#apply(edits));
  }

  async #send(): Promise<void> {
    while (this.#pending.length > 0) {
      const sent = this.#pending;
      try {
        const stored = await this.#ports.send(sent);
        this.#pending = this.#pending.slice(sent.length);
        this.#adopt(stored);
      } catch {
        this.#become('failed');
        this.#schedule(retryMs);
        return;
      }
    }
    this.#become('saved');
  }

  #adopt(stored: StoredPlan): void {
    this.#stored = stored;
    this.#plan = this.#pending.reduce(applyEdit, stored.plan);
    this.#ports.changed();
  }

  #become(state: SaveState): void {
    this.state = state;
    this.#ports.changed();
  }

  #schedule(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#ports.later(() => void this.flush(), milliseconds);
  }
}
