import type { CDPSession, Page } from 'playwright-core';

/** Navigates the shell, and returns the time until this many elements are visible, with that text. */
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
  /** In pixels per frame. */
  readonly step: number;
  readonly frames: number;
  /** At the end: turn around, or wait for more. */
  readonly atEnd: 'turn' | 'wait';
}

/** The longest time between two frames while scrolling. */
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

/** The time that a page's main thread spends on something, in milliseconds, without other threads. */
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
