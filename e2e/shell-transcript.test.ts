import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { settled, until } from './src/process/until.ts';

const turns = 70;

/** The first message that is wholly in sight, and how far below the upper edge it is. */
function reading(page: Page): Promise<{ readonly text: string; readonly top: number } | undefined> {
  return page.evaluate(() => {
    const edge = document.querySelector('.transcript-scroller')?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll<HTMLElement>('.transcript-row[data-kind="message"]')]
      .map((row) => ({
        text: /Question \d+/.exec(row.innerText)?.[0] ?? '',
        top: Math.round(row.getBoundingClientRect().top - edge),
      }))
      .filter(({ top }) => top >= 0)
      .toSorted((one, other) => one.top - other.top);
    return rows[0];
  });
}

/** How many pixels are below what is in sight. */
function below(page: Page): Promise<number> {
  return page.evaluate(() => {
    const {
      scrollTop = 0,
      clientHeight = 0,
      scrollHeight = 0,
    } = document.querySelector('.transcript-scroller') ?? {};
    return Math.round(scrollHeight - clientHeight - scrollTop);
  });
}

describe.skipIf(noBrowser !== undefined)(inBrowser('a long transcript'), () => {
  let product: Product;
  let chat: Conversation;

  beforeAll(async () => {
    product = await Product.start();
    chat = await product.session();
    for (let index = 0; index < turns; index++)
      await say(`Question ${index}\n\n${'It goes on. '.repeat(30)}`);
  });

  afterAll(async () => product[Symbol.asyncDispose]());

  async function say(text: string): Promise<void> {
    const before = chat.state?.turns.length ?? 0;
    chat.say(text);
    await until('the turn is over', () => (chat.state?.turns.length ?? 0) > before);
  }

  async function opened(): Promise<Screen> {
    const screen = await product.screen();
    await screen.open(chat);
    await atEnd(screen.page);
    return screen;
  }

  const atEnd = (page: Page): Promise<unknown> =>
    until('the end is in sight', async () => {
      const rows = await page.locator('.transcript-row').count();
      return rows > 0 && (await below(page)) <= 2;
    });

  async function wheel(page: Page, by: number): Promise<void> {
    await page.locator('.transcript-scroller').hover();
    await page.mouse.wheel(0, by);
  }

  test('J3: its end is followed until somebody scrolls up, and again when they want to', async () => {
    const { page, problems } = await opened();
    await say('Question one more');
    await page.getByText('Question one more').first().waitFor();
    await atEnd(page);
    await wheel(page, -900);
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const before = await settled('the reading position', () => reading(page));
    await say('Question while reading');
    await page.getByRole('button', { name: 'New messages' }).waitFor();
    expect(await settled('the reading position', () => reading(page))).toEqual(before);
    await page.getByRole('button', { name: 'New messages' }).click();
    await atEnd(page);
    await page.locator('.transcript-down').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('J3: a reload brings back the place, in turns that have to be loaded first', async () => {
    const { page } = await opened();
    for (let step = 0; step < 60; step++) {
      const at = Number(/\d+/.exec((await reading(page))?.text ?? '')?.[0] ?? turns);
      if (at < 10) break;
      await wheel(page, -2000);
      await settled('the drawing', () => reading(page));
    }
    const before = await settled('the reading position', () => reading(page));
    expect(Number(/\d+/.exec(before?.text ?? '')?.[0])).toBeLessThan(10);
    await page.reload();
    await page.locator('.transcript-row').first().waitFor();
    await until('the place is back', async () => {
      const now = await reading(page);
      return now?.text === before?.text && Math.abs((now?.top ?? 0) - (before?.top ?? 0)) <= 2;
    });
    const after = await settled('the reading position', () => reading(page));
    expect(after?.text).toBe(before?.text);
    expect(Math.abs((after?.top ?? 0) - (before?.top ?? 0))).toBeLessThanOrEqual(2);
  });

  test('J3: a link leads to its turn, in a chat that is open, too', async () => {
    const screen = await opened();
    const { page } = screen;
    for (const index of [3, 40]) {
      const turn = chat.state?.turns.find(({ message }) => message.text.startsWith(`Question ${index}\n`));
      await screen.go('session', chat.session, chat.chat, turn?.id ?? '');
      await page
        .locator('.transcript-row[data-flash]')
        .filter({ hasText: `Question ${index}` })
        .waitFor();
    }
  });
});
