import { KernelClosed } from './errors.ts';
import type { HotChannel } from './hot-channel.ts';
import type { Residency } from './residency.ts';

interface LoadPorts {
  readonly residency: Pick<Residency, 'peek' | 'admit'>;
  /** Reads from the store; undefined if there is no such channel. */
  read(uri: string): Promise<HotChannel | undefined>;
  isClosing(): boolean;
}

/** Channels being loaded from the store into memory. Concurrent loads of one channel share a read. */
export class ColdLoads {
  readonly #ports: LoadPorts;
  readonly #loading = new Map<string, Promise<HotChannel | undefined>>();

  constructor(ports: LoadPorts) {
    this.#ports = ports;
  }

  load(uri: string): Promise<HotChannel | undefined> {
    const underWay = this.#loading.get(uri);
    if (underWay !== undefined) return underWay;
    const loading = this.#load(uri, () => this.#loading.get(uri) === loading);
    this.#loading.set(uri, loading);
    return loading;
  }

  /** Forgets a removed channel: a read that is in progress must not bring it back. */
  forget(uri: string): void {
    this.#loading.delete(uri);
  }

  /** Resolves when no read is in progress. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
  }

  async #load(uri: string, isWanted: () => boolean): Promise<HotChannel | undefined> {
    const { residency, read, isClosing } = this.#ports;
    try {
      const channel = await read(uri);
      if (isClosing()) throw new KernelClosed();
      // The channel was removed, or created again, while it was being read.
      if (!isWanted() || residency.peek(uri) !== undefined) return residency.peek(uri);
      if (channel !== undefined) residency.admit(channel);
      return channel;
    } catch (error) {
      // A channel removed between the two reads looks torn.
      if (isWanted() || isClosing()) throw error;
      return residency.peek(uri);
    } finally {
      if (isWanted()) this.#loading.delete(uri);
    }
  }
}
