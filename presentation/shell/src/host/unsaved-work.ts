/** Something that somebody writes, as long as it is on screen. */
export interface Work {
  /** Whether there is something that the host doesn't have yet. */
  isUnsaved(): boolean;
  /** Saves at once. Settles either way: `isUnsaved` then says whether it worked. */
  save(): Promise<unknown>;
  /** It was tried and failed, or waits for a decision: it will not be saved by itself. */
  isStuck?(): boolean;
  /** The written text, for the clipboard. */
  text?(): string;
}

/** The unsaved work by artifact, so that nothing closes it before it is saved. */
export class UnsavedWork {
  readonly #works = new Map<Work, string>();

  /** Counts until the result is called. */
  add(artifact: string, work: Work): () => void {
    this.#works.set(work, artifact);
    return () => void this.#works.delete(work);
  }

  /** The works on this artifact, or on any, that the host doesn't have yet. */
  of(artifact?: string): readonly Work[] {
    return [...this.#works]
      .filter(([work, on]) => (artifact === undefined || on === artifact) && work.isUnsaved())
      .map(([work]) => work);
  }

  /** Whether something would be lost that can't be saved now. */
  hasUnsavable(connection: 'connected' | 'away'): boolean {
    return this.of().some((work) => connection === 'away' || work.isStuck?.() === true);
  }

  /** Saves the work on an artifact. Returns the work that couldn't be saved, or not in time. */
  async save(artifact: string, within: Promise<unknown>): Promise<readonly Work[]> {
    const saved = this.of(artifact).map((work) => work.save().catch(() => undefined));
    await Promise.race([Promise.all(saved), within]);
    return this.of(artifact);
  }
}

export const unsavedWork = new UnsavedWork();
