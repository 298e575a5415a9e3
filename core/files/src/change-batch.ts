export type ChangeType = 'added' | 'updated' | 'deleted';

export interface TreeChange {
  /** Absolute. */
  readonly path: string;
  readonly type: ChangeType;
}

/** What became of a path that changed twice; undefined when it is as it was. */
const combined: Readonly<Record<ChangeType, Readonly<Record<ChangeType, ChangeType | undefined>>>> = {
  added: { added: 'added', updated: 'added', deleted: undefined },
  updated: { added: 'updated', updated: 'updated', deleted: 'deleted' },
  deleted: { added: 'updated', updated: 'updated', deleted: 'deleted' },
};

/** Changes that are told together, each path once. */
export class ChangeBatch {
  #changes = new Map<string, ChangeType>();

  record(path: string, type: ChangeType): void {
    const earlier = this.#changes.get(path);
    const now = earlier === undefined ? type : combined[earlier][type];
    if (now === undefined) this.#changes.delete(path);
    else this.#changes.set(path, now);
  }

  /** All of them, in the order of their paths; the batch is empty then. */
  take(): readonly (readonly [path: string, type: ChangeType])[] {
    const changes = [...this.#changes].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#changes = new Map();
    return changes;
  }
}
