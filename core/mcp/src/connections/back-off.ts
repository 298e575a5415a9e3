export interface BackOff {
  readonly firstMs: number;
  readonly mostMs: number;
  /** So many failures in a row, and nobody tries any more. */
  readonly ceiling: number;
  /** Uptime after which the failure count resets. */
  readonly provenMs: number;
}

export const defaultBackOff: BackOff = { firstMs: 500, mostMs: 30_000, ceiling: 5, provenMs: 30_000 };

/** How long to wait after so many failures in a row. `chance` is in [0, 1): servers that fell together rise apart. */
export function waitAfter(failures: number, { firstMs, mostMs }: BackOff, chance: number): number {
  const whole = Math.min(mostMs, firstMs * 2 ** (failures - 1));
  return Math.round(whole * (0.5 + chance / 2));
}
