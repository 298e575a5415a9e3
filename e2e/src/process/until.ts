import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that takes as long as it takes, and says what was missing when it never comes. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 30_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, undefined | null | false>;
    if (Date.now() > deadline) throw new Error(`It took too long until ${what}.`);
    await sleep(5);
  }
}
