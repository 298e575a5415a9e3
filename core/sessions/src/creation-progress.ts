import type { NotificationParams } from '@loggia/protocol';
import type { Equipment } from './equipment.ts';

type Progress = Omit<NotificationParams<'root/progress'>, 'channel'>;

interface Ports {
  readonly equipment: Pick<Equipment, 'started'>;
  /** Keeps the session in use until the returned function is called. */
  hold(uri: string): () => void;
  report(problem: string, error: unknown): void;
}

/**
 * Tells the client that creates a session how far its servers are: which are being installed and started, and when that
 * is over. The last report has reached its total.
 */
export class CreationProgress {
  readonly #ports: Ports;
  readonly #running = new Map<string, AbortController>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async follow(
    uri: string,
    progressToken: Progress['progressToken'],
    tell: (progress: Progress) => void,
  ): Promise<void> {
    const { equipment, hold, report } = this.#ports;
    const running = new AbortController();
    this.#running.set(uri, running);
    const release = hold(uri);
    let most = 0;
    let last = '';
    const say = (left: readonly string[] | undefined): void => {
      if (running.signal.aborted) return;
      most = Math.max(most, left?.length ?? 0);
      const progress = left === undefined ? most + 1 : most - left.length;
      const message =
        left === undefined || left.length === 0 ? {} : { message: `Starting ${left.join(', ')}` };
      const said = { progressToken, progress, total: most + 1, ...message };
      if (JSON.stringify(said) === last) return;
      last = JSON.stringify(said);
      tell(said);
    };
    try {
      await equipment.started(uri, running.signal, say);
      say(undefined);
    } catch (error) {
      if (!running.signal.aborted) report(`Could not follow how ${uri} starts`, error);
    } finally {
      if (this.#running.get(uri) === running) this.#running.delete(uri);
      release();
    }
  }

  /** The session is gone, so nothing more is told about it. */
  end(uri: string): void {
    this.#running.get(uri)?.abort();
  }

  stop(): void {
    for (const uri of this.#running.keys()) this.end(uri);
  }
}
