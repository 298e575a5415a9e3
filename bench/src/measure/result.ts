/** One line of the table. */
export interface Result {
  readonly name: string;
  /** The meaning of `ratio`, in words: what was divided by what, or subtracted from what. */
  readonly means: string;
  readonly ours: number;
  readonly baseline: number;
  /** The unit of `ours` and `baseline`. */
  readonly unit: string;
  readonly ratio: number;
  readonly bound: '>=' | '<=';
  readonly target: number;
}

export function isMet({ ratio, bound, target }: Result): boolean {
  return bound === '>=' ? ratio >= target : ratio <= target;
}

/** A benchmark measures both sides of every comparison: figures of different runs aren't compared. */
export interface Benchmark {
  /** The names of its results, in order. */
  readonly names: readonly string[];
  run(): Promise<readonly Result[]>;
}
