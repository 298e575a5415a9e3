import type { CDPSession, Page } from 'playwright-core';

/** Goes to a place in the shell, and returns how long it takes until that many of these are in sight, with that text. */
export function timeToShow(
  page: Page,
  to: string,
  wanted: { readonly selector: string; readonly text: string; readonly atLeast: number },
): Promise<number> {
  return page.evaluate(
    async ([place, { selector, text, atLeast }]) => {
      const begun = performance.now();
      location.assign(place);
      for (;;) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        const seen = [...document.querySelectorAll(selector)].filter((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return bottom > 0 && top < innerHeight && element.textContent.includes(text);
        });
        if (seen.length >= atLeast) return now - begun;
        if (now - begun > 60_000) throw new Error(`Nothing at ${selector} says "${text}".`);
      }
    },
    [to, wanted] as const,
  );
}

export interface Scroll {
  readonly selector: string;
  /** In pixels a frame. */
  readonly step: number;
  readonly frames: number;
  /** Where it ends: turn round, or wait for more to come. */
  readonly atEnd: 'turn' | 'wait';
}

/** The longest time between two frames while something is scrolled. */
export function longestPause(page: Page, scroll: Scroll): Promise<number> {
  return page.evaluate(async ({ selector, step, frames, atEnd }) => {
    const scroller = document.querySelector(selector);
    if (!scroller) throw new Error(`There is no ${selector} to scroll.`);
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let longest = 0;
    let by = step;
    let last = await frame();
    for (let count = 0; count < frames; count++) {
      const top = scroller.scrollTop;
      scroller.scrollTop += by;
      if (scroller.scrollTop === top && atEnd === 'turn') by = -by;
      const now = await frame();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  }, scroll);
}

/** What the main thread of a page spends on something, in milliseconds of its own: those of others are not counted. */
export class MainThread {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(session);
  }

  async spentOn(work: () => Promise<unknown>): Promise<number> {
    const before = await this.#spent();
    await work();
    return (await this.#spent()) - before;
  }

  async #spent(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  }
}
