import {
  ArtifactList,
  type AhpClient,
  type ArtifactListSnapshot,
  type ArtifactQuery,
  type Readable,
} from '@loggia/client';
import type { ArtifactSummary } from '@loggia/protocol';

const notYet: ArtifactListSnapshot = { phase: 'loading', artifacts: [], more: 'none' };

/** The most artifacts that the host takes in one command. */
const mostAtOnce = 10_000;

/** A list of artifacts that is loaded while it is visible, and released when it isn't. */
export class ArtifactsOnScreen implements Readable<ArtifactListSnapshot> {
  readonly #open: () => ArtifactList;
  readonly #listeners = new Set<() => void>();
  #list: ArtifactList | undefined;

  constructor(client: AhpClient, query: ArtifactQuery) {
    this.#open = () => new ArtifactList(client, query, { pageSize: 200 });
  }

  readonly getSnapshot = (): ArtifactListSnapshot => this.#list?.getSnapshot() ?? notYet;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#list) {
      this.#list = this.#open();
      this.#list.subscribe(() => {
        for (const one of this.#listeners) one();
      });
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#list?.dispose();
      this.#list = undefined;
    };
  };

  readonly loadMore = (): void => void this.#list?.loadMore();

  readonly refresh = (): void => void this.#list?.refresh();

  /** Reads on to the end, or as far as one command reaches. */
  readonly loadAll = async (): Promise<{
    readonly artifacts: readonly ArtifactSummary[];
    readonly isAll: boolean;
  }> => {
    for (;;) {
      const { artifacts, more, phase } = this.getSnapshot();
      const isAll = more === 'none' && artifacts.length <= mostAtOnce;
      if (isAll || phase === 'failed' || artifacts.length >= mostAtOnce)
        return { artifacts: artifacts.slice(0, mostAtOnce), isAll };
      await this.#list?.loadMore();
    }
  };
}
