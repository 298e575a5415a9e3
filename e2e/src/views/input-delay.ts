import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How long the shell took from a key to the frame that shows what it did, in milliseconds. */
export interface InputDelay {
  readonly keys: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

interface Noted {
  delays: number[];
}

/** Presses keys in what has the focus for as long as `until` has not settled, and at least for a moment. */
export async function inputDelay(page: Page, until: Promise<unknown>): Promise<InputDelay> {
  await page.evaluate(() => {
    const noted: number[] = [];
    Object.assign(globalThis, { delays: noted });
    addEventListener(
      'keydown',
      ({ timeStamp, key }) => {
        if (key === 'x') requestAnimationFrame(() => noted.push(performance.now() - timeStamp));
      },
      true,
    );
  });
  const over = until.then(
    () => true,
    () => true,
  );
  let isOver = false;
  for (let keys = 0; !isOver || keys < 20; keys += 1) {
    await page.keyboard.press('x');
    isOver = await Promise.race([over, sleep(30, false)]);
    if (isOver) await sleep(30);
  }
  const delays = (await page.evaluate(() => (globalThis as unknown as Noted).delays)).toSorted(
    (a, b) => a - b,
  );
  const at = (share: number): number =>
    Math.round(delays[Math.floor((delays.length - 1) * share)] ?? Infinity);
  return { keys: delays.length, p50: at(0.5), p95: at(0.95), longest: at(1) };
}
