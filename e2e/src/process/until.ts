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

/** Longer than an animation, and than a busy machine takes for a frame. */
const calmMs = 400;

/** Waits until what is seen has stayed the same for a while, and is anything at all. */
export async function settled<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, undefined | null | false>> {
  let last = '';
  let since = Date.now();
  return until(`${what} is at rest`, async () => {
    const seen = await look();
    const text = JSON.stringify(seen) ?? '';
    if (text !== last) {
      last = text;
      since = Date.now();
    }
    return Date.now() - since > calmMs && seen;
  }) as Promise<Exclude<T, undefined | null | false>>;
}
