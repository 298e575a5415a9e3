export interface BackOff {
  readonly firstMs: number;
  readonly factor: number;
  readonly mostMs: number;
  /** 0.25 spreads each pause over ±25 %, so that clients do not come back all at once. */
  readonly jitter: number;
  /** How many attempts may fail in a row before the client gives up. */
  readonly attempts: number;
}

export const defaultBackOff: BackOff = {
  firstMs: 250,
  factor: 2,
  mostMs: 30_000,
  jitter: 0.25,
  attempts: Number.POSITIVE_INFINITY,
};

/** The pause after a number of failures in a row, from 1 on. `random` is in [0, 1). */
export function pauseAfter(failures: number, backOff: BackOff, random: number): number {
  const plain = Math.min(backOff.mostMs, backOff.firstMs * backOff.factor ** (failures - 1));
  return Math.round(plain * (1 + backOff.jitter * (2 * random - 1)));
}
