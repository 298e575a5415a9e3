/** Milliseconds on the machine's steady clock, which all processes share: a moment of one can be compared with another's. */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
