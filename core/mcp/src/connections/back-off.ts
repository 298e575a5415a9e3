export interface BackOff {
  readonly firstMs: number;
  readonly mostMs: number;
  /** The number of failures in a row after which it gives up. */
  readonly ceiling: number;
  /** Uptime after which the failure count resets. */
  readonly provenMs: number;
}

export const defaultBackOff: BackOff = { firstMs: 500, mostMs: 30_000, ceiling: 5, provenMs: 30_000 };

/** The pause after this many failures in a row. `chance` is in [0, 1): jitter for servers that failed together. */
export function waitAfter(failures: number, { firstMs, mostMs }: BackOff, chance: number): number {
  const whole = Math.min(mostMs, firstMs * 2 ** (failures - 1));
  return Math.round(whole * (0.5 + chance / 2));
}
