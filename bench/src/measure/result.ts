/** One line of the table. */
export interface Result {
  readonly name: string;
  /** What `ratio` is, in words: what was divided by what, or subtracted from what. */
  readonly means: string;
  readonly ours: number;
  readonly baseline: number;
  /** Of `ours` and `baseline`. */
  readonly unit: string;
  readonly ratio: number;
  readonly bound: '>=' | '<=';
  readonly target: number;
}

export function isMet({ ratio, bound, target }: Result): boolean {
  return bound === '>=' ? ratio >= target : ratio <= target;
}

/** A benchmark brings both sides of every comparison: figures from different runs are not compared. */
export interface Benchmark {
  /** Of its results, in order. */
  readonly names: readonly string[];
  run(): Promise<readonly Result[]>;
}
