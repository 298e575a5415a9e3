import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `look` until it returns something truthy. `what` completes the error: "Timed out after 30 s waiting until …". */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 30_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, undefined | null | false>;
    if (Date.now() > deadline) throw new Error(`Timed out after ${withinMs / 1000} s waiting until ${what}.`);
    await sleep(5);
  }
}

/** Longer than an animation, and longer than a busy machine needs for a frame. */
const calmMs = 400;

/** Waits until `look` returns something truthy that stays the same for {@link calmMs}. */
export async function settled<T>(
  what: string,
  look: () => T | Promise<T>,
): Promise<Exclude<T, undefined | null | false>> {
  let last = '';
  let since = Date.now();
  return until(`${what} stops changing`, async () => {
    const seen = await look();
    const text = JSON.stringify(seen) ?? '';
    if (text !== last) {
      last = text;
      since = Date.now();
    }
    return Date.now() - since > calmMs && seen;
  }) as Promise<Exclude<T, undefined | null | false>>;
}
