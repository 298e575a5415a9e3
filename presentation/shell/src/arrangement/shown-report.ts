import type { ConnectionStatus, Environment, Readable } from '@loggia/client';

interface Draft {
  readonly id: string;
  readonly title: string;
}

interface Ports {
  /** The artifacts that this tab has in windows or in hand. */
  shown(): readonly string[];
  /** Tells the host. Resolves with the drafts that are in the trash because of it. */
  tell(artifacts: readonly string[]): Promise<readonly Draft[]>;
  discarded(drafts: readonly Draft[]): void;
  readonly status: Readable<ConnectionStatus>;
  readonly after: Environment['after'];
}

/** A View has 1.5 seconds to save what is in it after its window was closed. */
const leaveMs = 2000;

/**
 * Keeps the host informed of what this tab shows, so that it can remove drafts that were opened and left untouched. What
 * is opened is told at once, what is closed a moment later.
 */
export class ShownReport {
  readonly #ports: Ports;
  #told: ReadonlySet<string> = new Set();
  #cancel = (): void => undefined;
  #wasConnected: boolean;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#wasConnected = this.#isConnected();
    ports.status.subscribe(() => this.#connectionChanged());
  }

  /** Windows were opened or closed. */
  readonly changed = (): void => {
    const shown = new Set(this.#ports.shown());
    this.#cancel();
    if ([...shown].some((artifact) => !this.#told.has(artifact)))
      this.#tell(new Set([...shown, ...this.#told]));
    if ([...this.#told].some((artifact) => !shown.has(artifact)))
      this.#cancel = this.#ports.after(leaveMs, () => this.#tell(new Set(this.#ports.shown())));
  };

  #isConnected(): boolean {
    return this.#ports.status.getSnapshot().phase === 'connected';
  }

  /** The host may have been restarted since, and then knows nothing of it. */
  #connectionChanged(): void {
    const isConnected = this.#isConnected();
    if (isConnected && !this.#wasConnected && this.#told.size > 0) this.#tell(this.#told);
    this.#wasConnected = isConnected;
  }

  #tell(artifacts: ReadonlySet<string>): void {
    this.#told = artifacts;
    this.#ports.tell([...artifacts]).then(
      (drafts) => drafts.length > 0 && this.#ports.discarded(drafts),
      // Drafts then stay until the host looks for them itself.
      () => undefined,
    );
  }
}
