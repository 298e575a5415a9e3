import { describe, expect, test } from 'vitest';
import { StartMarks } from './start-marks.ts';
import { StoppedViews } from './stopped-views.ts';

/** One browser with several pages, whose time is worked by hand. */
class Browser {
  now = 1_000_000;
  readonly #items = new Map<string, string>();
  #timers: { readonly at: number; readonly run: () => void; readonly page: number }[] = [];
  readonly #frozen = new Set<number>();
  #pages = 0;

  readonly storage = {
    getItem: (key: string) => this.#items.get(key) ?? null,
    setItem: (key: string, value: string) => void this.#items.set(key, value),
  };

  page(): { readonly marks: StartMarks; freeze(): void } {
    this.#pages += 1;
    const page = this.#pages;
    const marks = new StartMarks({
      storage: this.storage,
      now: () => this.now,
      after: (ms, run) => {
        const timer = { at: this.now + ms, run, page };
        this.#timers.push(timer);
        return () => (this.#timers = this.#timers.filter((other) => other !== timer));
      },
    });
    return { marks, freeze: () => void this.#frozen.add(page) };
  }

  async pass(ms: number): Promise<void> {
    for (const end = this.now + ms; this.now < end; this.now += 100) {
      const due = this.#timers.filter(({ at, page }) => at <= this.now && !this.#frozen.has(page));
      this.#timers = this.#timers.filter((timer) => !due.includes(timer));
      for (const { run } of due) run();
      await Promise.resolve();
    }
  }
}

describe('a View that starts', () => {
  test('E11: is not started again by itself where the page froze meanwhile', async () => {
    const browser = new Browser();
    const first = browser.page();
    first.marks.begin('a');
    await browser.pass(500);
    first.freeze();
    await browser.pass(5000);
    const { marks } = browser.page();
    expect(await marks.isSuspect('a')).toBe(true);
    expect(await marks.isSuspect('b')).toBe(false);
    marks.forget('a');
    expect(await marks.isSuspect('a')).toBe(false);
  });

  test('E11: nor in a tab that is opened at once', async () => {
    const browser = new Browser();
    const first = browser.page();
    first.marks.begin('a');
    first.freeze();
    const suspected = browser.page().marks.isSuspect('a');
    await browser.pass(4000);
    expect(await suspected).toBe(true);
  });

  test('E11: is started in a second tab while the first one runs', async () => {
    const browser = new Browser();
    browser.page().marks.begin('a');
    const suspected = browser.page().marks.isSuspect('a');
    await browser.pass(4000);
    expect(await suspected).toBe(false);
  });

  test('E11: is no longer watched after it has behaved, was closed, or its page was', async () => {
    const browser = new Browser();
    const { marks } = browser.page();
    marks.begin('behaved');
    await browser.pass(15_000);
    marks.begin('closed');
    marks.end('closed');
    marks.begin('left');
    marks.endAll();
    await browser.pass(10_000);
    for (const view of ['behaved', 'closed', 'left'])
      expect([view, await browser.page().marks.isSuspect(view)]).toEqual([view, false]);
  });
});

test('E11: a View that was stopped stays stopped, and so do others of its template, until it is run again', () => {
  const { storage } = new Browser();
  new StoppedViews(storage).stop('a', 'hash', 'It flooded.');
  const later = new StoppedViews(storage);
  expect(later.reasonFor({ view: 'a' })).toBe('It flooded.');
  expect(later.reasonFor({ view: 'b', template: 'hash' })).toBe('It flooded.');
  expect(later.reasonFor({ view: 'b', template: 'other' })).toBeUndefined();
  later.release('a', 'hash');
  expect(new StoppedViews(storage).reasonFor({ view: 'a', template: 'hash' })).toBeUndefined();
});
