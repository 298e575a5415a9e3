/**
 * Milliseconds on the machine's monotonic clock, which all processes share: times of different processes can be
 * compared.
 */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
