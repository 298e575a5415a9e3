import type { ArtifactSummary } from '@loggia/protocol';
import type { CompareArtifacts } from './artifact-order.ts';
import type { ArtifactPage } from './artifact-page.ts';

/**
 * The loaded beginning of a list: everything up to the last artifact of the last page, or the whole list. Changes
 * within it are put in place; changes beyond its end are left for the next page.
 */
export class ArtifactWindow {
  readonly #compare: CompareArtifacts;
  readonly #byId = new Map<string, ArtifactSummary>();
  #items: ArtifactSummary[] = [];
  /** A position rather than an artifact: it stays, wherever the artifact goes. */
  #end: ArtifactSummary | undefined;
  #cursor: string | undefined;

  constructor(compare: CompareArtifacts) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The start of the next page; undefined when all has been read. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  copy(): readonly ArtifactSummary[] {
    return [...this.#items];
  }

  extend({ artifacts, nextCursor }: ArtifactPage): void {
    for (const artifact of artifacts) {
      // It has moved while the list was read.
      this.remove(artifact.id);
      this.#items.push(artifact);
      this.#byId.set(artifact.id, artifact);
    }
    this.#cursor = nextCursor;
    this.#end = nextCursor === undefined ? undefined : (artifacts.at(-1) ?? this.#end);
  }

  /** True when something is different now. */
  set(artifact: ArtifactSummary): boolean {
    const isHere = this.#end === undefined || this.#compare(artifact, this.#end) <= 0;
    const was = this.remove(artifact.id);
    if (isHere) {
      this.#items.splice(this.#place(artifact), 0, artifact);
      this.#byId.set(artifact.id, artifact);
    }
    return was || isHere;
  }

  /** True when it was here. */
  remove(id: string): boolean {
    const known = this.#byId.get(id);
    if (known === undefined) return false;
    this.#byId.delete(id);
    const place = this.#place(known);
    // Only the host knows the order of a collection.
    const at = this.#items[place] === known ? place : this.#items.indexOf(known);
    this.#items.splice(at, 1);
    return true;
  }

  /** The first place whose artifact does not come before this one. */
  #place(artifact: ArtifactSummary): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#items[middle];
      if (other !== undefined && this.#compare(other, artifact) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
