export interface Round {
  readonly ours: number;
  readonly baseline: number;
}

export interface Contenders {
  ours(): Promise<number>;
  baseline(): Promise<number>;
}

/**
 * Runs both sides in turn, so that other load affects both. The order alternates from round to round, and the first
 * round, in which code is still being compiled, doesn't count.
 */
export async function playRounds(count: number, { ours, baseline }: Contenders): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round <= count; round++) {
    if (round % 2 === 0) rounds.push({ ours: await ours(), baseline: await baseline() });
    else rounds.push({ baseline: await baseline(), ours: await ours() });
  }
  return rounds.slice(1);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('There is no median of nothing.');
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** The ratio is the median of the rounds' own: a quotient of two medians may pair a calm round with a noisy one. */
export function compare(rounds: readonly Round[]): { ours: number; baseline: number; ratio: number } {
  return {
    ours: median(rounds.map((round) => round.ours)),
    baseline: median(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map((round) => round.ours / round.baseline)),
  };
}
