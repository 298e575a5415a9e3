import type { Health, Scheduler } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';

interface StallGuardPorts {
  readonly kernel: { readonly health: Health };
  readonly scheduler: Pick<Scheduler, 'after'>;
}

/** A lock on the database that another process holds for a moment should pass unnoticed. */
const patienceMs = 2_000;

/**
 * Limits how long a client waits for storage that doesn't accept writes. The work itself goes on: it holds its locks
 * until its changes are durable, and only the answer is given up.
 */
export class StallGuard {
  readonly #ports: StallGuardPorts;
  readonly #waiting = new Set<(error: Error) => void>();
  #armed = false;

  constructor(ports: StallGuardPorts) {
    this.#ports = ports;
  }

  /** Settles as the work does, or rejects with Unavailable if storage has been stalled for too long. */
  run<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      if (!this.#ports.kernel.health.ok) this.stalled();
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** Storage has just rejected a write. */
  stalled(): void {
    if (this.#armed) return;
    this.#armed = true;
    this.#ports.scheduler.after(patienceMs, () => {
      this.#armed = false;
      const { health } = this.#ports.kernel;
      if (!health.ok) this.#giveUp(health.reason);
    });
  }

  #giveUp(reason: string): void {
    const error = new ProtocolError(
      'Unavailable',
      `This has not been stored yet: ${reason}. Free some disk space or repair the disk. ` +
        'The host then stores it by itself: check the current state before you try again.',
    );
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
  }
}
