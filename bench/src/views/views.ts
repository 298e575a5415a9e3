import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { showBare, startBareHost } from './bare-host.ts';
import { openBrowser } from './browser.ts';
import { showProduct, type ShownProduct } from './shown-product.ts';

const rounds = 15;
const views = 20;
const calmMs = 1500;
const scrollMs = 5000;
const budget = 250_000;

interface Seen {
  readonly results: number[];
  readonly initialized: number[];
}

/** From the result of a call until the View reports ready. A View that was ready earlier doesn't wait. */
async function showOne({ page, call }: ShownProduct): Promise<number> {
  const before = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen.results.length);
  call();
  const took = await page.waitForFunction(
    (count) => {
      const { results, initialized } = (globalThis as unknown as { seen: Seen }).seen;
      const [result, there] = [results[count], initialized[count]];
      return result === undefined || there === undefined
        ? undefined
        : { took: Math.max(there - result, 0.1) };
    },
    before,
    { polling: 20 },
  );
  return (await took.jsonValue())?.took ?? Number.NaN;
}

/** Neither side may be slowed down by the other's remaining work. */
function calm(): Promise<void> {
  return setTimeout(calmMs);
}

/** The longest time between two frames while the transcript is scrolled from end to end. */
function longestPause(page: Page): Promise<number> {
  return page.evaluate(async (forMs) => {
    const scroller = [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .toSorted((a, b) => b.scrollHeight - a.scrollHeight)[0];
    if (!scroller) throw new Error('There is nothing to scroll.');
    let longest = 0;
    let last = performance.now();
    const begun = last;
    let step = -60;
    while (last - begun < forMs) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      longest = Math.max(longest, now - last);
      last = now;
      const top = scroller.scrollTop;
      scroller.scrollTop += step;
      if (scroller.scrollTop === top) step = -step;
    }
    return longest;
  }, scrollMs);
}

/** How soon Views appear, how many a page supports, and the size of the page itself. */
export const shownViews: Benchmark = {
  names: ['a View appears', 'twenty Views', 'first load'],
  run: () =>
    withTemporaryDirectory((data) =>
      withTemporaryDirectory(async (pages) => {
        const browser = await openBrowser();
        const bare = await startBareHost(pages);
        const product = await showProduct(data, browser);
        try {
          const beside = await browser.newPage();
          await beside.goto(bare.page);
          const shown = await playRounds(rounds, {
            ours: () => calm().then(() => showOne(product)),
            baseline: () => calm().then(() => showBare(beside, bare, product.html)),
          });
          await beside.close();
          const { weight } = product;
          for (let view = rounds + 1; view < views; view += 1) await showOne(product);
          await product.settled();
          await product.page.bringToFront();
          const pause = await longestPause(product.page);
          const results: Result[] = [
            {
              name: 'a View appears',
              means:
                'tool result to initialized in the shell / in a bare page with AppBridge that has the same HTML already',
              ...compare(shown),
              unit: 'ms',
              bound: '<=',
              target: 1,
            },
            {
              name: 'twenty Views',
              means: `the longest time without a frame while a transcript with ${views} Views scrolls / a second`,
              ours: pause,
              baseline: 1000,
              unit: 'ms',
              ratio: pause / 1000,
              bound: '<=',
              target: 1,
            },
            {
              name: 'first load',
              means: `what a browser loads before any View, compressed / ${budget / 1000} kB`,
              ours: weight / 1000,
              baseline: budget / 1000,
              unit: 'kB',
              ratio: weight / budget,
              bound: '<=',
              target: 1,
            },
          ];
          return results;
        } finally {
          await product.close();
          bare.close();
          await browser.close();
        }
      }),
    ),
};
