import { moment } from '../measure/moment.ts';
import { median } from '../measure/rounds.ts';

/** The p50 of sequential calls, each awaited by the caller. */
export async function typical(calls: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < calls; count++) {
    const started = moment();
    await call();
    times.push(moment() - started);
  }
  return median(times);
}
