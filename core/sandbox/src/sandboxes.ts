import { randomBytes } from 'node:crypto';
import type { Clock } from '@loggia/kernel';

/** What one View is served with, and whom its violations are put down to. */
export interface Sandbox {
  readonly secret: string;
  /** The only name under which it is served. */
  readonly name: string;
  readonly page: string;
  /** Those that are made for this View: what it may reach, and ask for. */
  readonly headers: Readonly<Record<string, string>>;
  readonly loadBy: number;
  readonly reports: SandboxReports;
}

/** What browsers report of it. */
export interface SandboxReports {
  /** False: enough has come; what else comes need not be read. */
  readonly wanted: boolean;
  take(report: unknown): void;
}

/** A frame loads at once; whoever comes later is somebody else. */
export const loadWithinMs = 2 * 60_000;
const reportWithinMs = 24 * 60 * 60_000;
const mostSandboxes = 1000;

/** Those that are open. None outlives the host: after a restart the shell opens them anew. */
export class Sandboxes {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #open = new Map<string, Sandbox>();
  readonly #loaded = new WeakSet<Sandbox>();

  constructor(clock: Clock, most = mostSandboxes) {
    this.#clock = clock;
    this.#most = most;
  }

  newSecret(): string {
    return randomBytes(32).toString('base64url');
  }

  open(wanted: Omit<Sandbox, 'loadBy'>): Sandbox {
    const sandbox = { ...wanted, loadBy: this.#clock.now() + loadWithinMs };
    this.#open.set(sandbox.secret, sandbox);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= this.#most) break;
      this.#open.delete(oldest);
    }
    return sandbox;
  }

  /** For its page, which is given out once. */
  take(name: string, secret: string): Sandbox | undefined {
    const sandbox = this.find(name, secret);
    if (!sandbox || this.#loaded.has(sandbox) || this.#clock.now() > sandbox.loadBy) return undefined;
    this.#loaded.add(sandbox);
    return sandbox;
  }

  /** For as long as its View may be there. */
  find(name: string, secret: string): Sandbox | undefined {
    const sandbox = this.#open.get(secret);
    if (sandbox?.name !== name) return undefined;
    if (this.#clock.now() <= sandbox.loadBy + reportWithinMs) return sandbox;
    this.#open.delete(secret);
    return undefined;
  }
}
