import type { Connect, Transport } from '@loggia/client';
import { LinkedTransport } from './linked-transport.ts';

/** A host's address in memory: each `connect` creates a new link and passes one end to the host. */
export class LinkedNetwork {
  readonly links: LinkedTransport[] = [];
  readonly #accept: (host: Transport, link: LinkedTransport) => void;
  #refusal: Error | undefined;
  #attempts = 0;

  constructor(accept: (host: Transport, link: LinkedTransport) => void) {
    this.#accept = accept;
  }

  readonly connect: Connect = async () => {
    this.#attempts += 1;
    if (this.#refusal) throw this.#refusal;
    const link = new LinkedTransport();
    this.links.push(link);
    this.#accept(link.host, link);
    return link.client;
  };

  /** The number of connection attempts. */
  get attempts(): number {
    return this.#attempts;
  }

  /** The newest link. */
  get link(): LinkedTransport {
    const link = this.links.at(-1);
    if (!link) throw new Error('Nobody has connected yet.');
    return link;
  }

  /** Refuses connections until it is called without an error. */
  refuse(error?: Error): void {
    this.#refusal = error;
  }

  /**
   * Delivers everything on every link, and the messages that follow, until there are none. Promises settle between
   * rounds.
   */
  async settle(): Promise<void> {
    do await promises();
    while (this.links.reduce((count, link) => count + link.flushAll(), 0) > 0);
    await promises();
  }
}

function promises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
