import { Cell, type ExtensionParams, type ExtensionResult, type Readable } from '@loggia/client';
import type { Hit } from '@loggia/protocol';
import { asError } from '../host/as-error.ts';

type Params = ExtensionParams<'x-loggia/search'>;
type Ask = (params: Params, signal: AbortSignal) => Promise<ExtensionResult<'x-loggia/search'>>;

export interface SearchSnapshot {
  /** `loading`: the first page; the previous results are shown meanwhile. `more`: a further one. */
  readonly phase: 'idle' | 'loading' | 'more' | 'ready' | 'failed';
  readonly hits: readonly Hit[];
  /** Whether the host has more of them. */
  readonly hasMore: boolean;
  readonly error?: Error;
}

const idle: SearchSnapshot = { phase: 'idle', hits: [], hasMore: false };

/** The results, page by page. A new query cancels the previous one. */
export class SearchPages implements Readable<SearchSnapshot> {
  readonly #ask: Ask;
  readonly #pageSize: number;
  readonly #snapshot = new Cell<SearchSnapshot>(idle);
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;
  #params: Params | undefined;
  #cursor: string | undefined;
  #asking: AbortController | undefined;

  constructor(ask: Ask, pageSize = 30) {
    this.#ask = ask;
    this.#pageSize = pageSize;
  }

  /** Looks for something else; for nothing without a question. */
  search(params: Params | undefined): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.#params = params;
    this.#cursor = undefined;
    if (params === undefined) this.#snapshot.set(idle);
    else void this.#read('loading');
  }

  /** Reads on where the last page ended; does nothing while one is under way, or when all has been read. */
  more(): void {
    if (this.#asking === undefined && this.#cursor !== undefined) void this.#read('more');
  }

  /** Tries again what failed. */
  again(): void {
    if (this.#asking === undefined && this.#params !== undefined) {
      void this.#read(this.#cursor === undefined ? 'loading' : 'more');
    }
  }

  dispose(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }

  async #read(phase: 'loading' | 'more'): Promise<void> {
    if (this.#params === undefined) return;
    const asking = new AbortController();
    this.#asking = asking;
    const { hits: before, hasMore } = this.getSnapshot();
    this.#snapshot.set({ phase, hits: before, hasMore });
    try {
      const { hits, nextCursor } = await this.#ask(
        {
          ...this.#params,
          limit: this.#pageSize,
          ...(phase === 'more' && this.#cursor !== undefined && { cursor: this.#cursor }),
        },
        asking.signal,
      );
      if (this.#asking !== asking) return;
      this.#cursor = nextCursor;
      this.#asking = undefined;
      this.#snapshot.set({
        phase: 'ready',
        hits: phase === 'more' ? joined(before, hits) : joined([], hits),
        hasMore: nextCursor !== undefined,
      });
    } catch (error) {
      if (this.#asking !== asking) return;
      this.#asking = undefined;
      this.#snapshot.set({
        phase: 'failed',
        // Results of another query don't answer this one.
        hits: phase === 'more' ? before : [],
        hasMore: phase === 'more',
        error: asError(error),
      });
    }
  }
}

/** Something that changes between two pages may be on both. */
function joined(before: readonly Hit[], next: readonly Hit[]): readonly Hit[] {
  const byKey = new Map<string, Hit>();
  for (const hit of [...before, ...next]) {
    const key = hitKey(hit);
    if (!byKey.has(key)) byKey.set(key, hit);
  }
  return [...byKey.values()];
}

export function hitKey(hit: Hit): string {
  if (hit.kind === 'artifact') return `artifact ${hit.artifact.id}`;
  return hit.kind === 'message' ? `message ${hit.chat} ${hit.turn}` : JSON.stringify(hit);
}
