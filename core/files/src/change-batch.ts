export type ChangeType = 'added' | 'updated' | 'deleted';

export interface TreeChange {
  /** Absolute. */
  readonly path: string;
  readonly type: ChangeType;
}

/** The net change of a path that changed twice; undefined if nothing changed. */
const combined: Readonly<Record<ChangeType, Readonly<Record<ChangeType, ChangeType | undefined>>>> = {
  added: { added: 'added', updated: 'added', deleted: undefined },
  updated: { added: 'updated', updated: 'updated', deleted: 'deleted' },
  deleted: { added: 'updated', updated: 'updated', deleted: 'deleted' },
};

/** Collects changes to be reported together, each path once. */
export class ChangeBatch {
  #changes = new Map<string, ChangeType>();

  record(path: string, type: ChangeType): void {
    const earlier = this.#changes.get(path);
    const now = earlier === undefined ? type : combined[earlier][type];
    if (now === undefined) this.#changes.delete(path);
    else this.#changes.set(path, now);
  }

  /** Returns all changes in the order of their paths, and empties the batch. */
  take(): readonly (readonly [path: string, type: ChangeType])[] {
    const changes = [...this.#changes].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#changes = new Map();
    return changes;
  }
}
