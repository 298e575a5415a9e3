import { randomBytes } from 'node:crypto';
import type { Clock } from '@loggia/kernel';

/** The page and headers of one View, and the receiver of its violations. */
export interface Sandbox {
  readonly secret: string;
  /** The only host name under which it is served. */
  readonly name: string;
  readonly page: string;
  /** The headers for this View: what it can reach, and ask for. */
  readonly headers: Readonly<Record<string, string>>;
  readonly loadBy: number;
  /** Absent if nothing listens: then it is forgotten with its page, which may be large. */
  readonly reports?: SandboxReports;
}

/** Receives the browsers' reports about it. */
export interface SandboxReports {
  /** False if there are enough; further reports need not be read. */
  readonly wanted: boolean;
  take(report: unknown): void;
}

/** A frame loads immediately; a later request comes from somebody else. */
export const loadWithinMs = 2 * 60_000;
const reportWithinMs = 24 * 60 * 60_000;
const mostSandboxes = 1000;
/** The number of pages of any length. A browser fetches one as soon as it has the address. */
const mostPages = 20;

/** The open sandboxes. They aren't persisted: after a restart the shell opens them again. */
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
    const pages = [...this.#open.values()].filter(({ reports }) => !reports);
    for (const { secret } of pages.slice(0, -mostPages)) this.#open.delete(secret);
    return sandbox;
  }

  /** Takes the page, which is served only once. */
  take(name: string, secret: string): Sandbox | undefined {
    const sandbox = this.find(name, secret);
    if (!sandbox || this.#loaded.has(sandbox) || this.#clock.now() > sandbox.loadBy) return undefined;
    this.#loaded.add(sandbox);
    if (!sandbox.reports) this.#open.delete(secret);
    return sandbox;
  }

  /** Works for as long as the View may exist. */
  find(name: string, secret: string): Sandbox | undefined {
    const sandbox = this.#open.get(secret);
    if (sandbox?.name !== name) return undefined;
    if (this.#clock.now() <= sandbox.loadBy + reportWithinMs) return sandbox;
    this.#open.delete(secret);
    return undefined;
  }
}
