/** The stages of a host's life, for whoever decides whether to send it traffic. */
export type Stage = 'starting' | 'serving' | 'stopping';

/**
 * Answers for orchestrators and load balancers, which have no token and use an address of their own as the name of the
 * host. The answers have no details, so anybody may have them.
 */
export class Probes {
  #stage: Stage = 'starting';
  #isWritable: () => boolean = () => false;

  serving(isWritable: () => boolean): void {
    this.#stage = 'serving';
    this.#isWritable = isWritable;
  }

  stopping(): void {
    this.#stage = 'stopping';
  }

  get isStopping(): boolean {
    return this.#stage === 'stopping';
  }

  /** Undefined if the request is for something else. */
  answer({ url, method }: Pick<Request, 'url' | 'method'>): Response | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    switch (new URL(url).pathname) {
      case '/livez':
        return answer(200, 'live');
      case '/readyz':
        return this.#isReady() ? answer(200, 'ready') : answer(503, 'not ready');
      default:
        return undefined;
    }
  }

  #isReady(): boolean {
    return this.#stage === 'serving' && this.#isWritable();
  }
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}
