import type { Page } from 'playwright-core';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { openBrowser } from '../views/browser.ts';
import { longestPause, MainThread, timeToShow } from './in-page.ts';
import { afresh, openProduct, addressOf, type OpenedProduct } from './opened-product.ts';
import { plainPageOf } from './plain-page.ts';
import { lastWords, storeChats, turnId, type StoredChat } from './stored-chats.ts';

const many = 10_000;
const some = 200;
const few = 10;
const rounds = 5;
const words = 60;
const names = ['open a long session', 'scroll a long session', 'stream into a long session'] as const;

const addressOfChat = ({ session, chat }: StoredChat) => addressOf('-', 'session', session, chat);

/** Until the last message is on screen, in a page that has nothing of the session cached. */
async function openOnce(page: Page, chat: StoredChat): Promise<number> {
  await page.bringToFront();
  await afresh(page);
  return timeToShow(page, addressOfChat(chat), { selector: '.transcript-row', text: lastWords, atLeast: 1 });
}

async function scrollOnce(page: Page, atEnd: 'turn' | 'wait'): Promise<number> {
  await page.bringToFront();
  return longestPause(page, { selector: '.transcript-scroller', step: -300, frames: 60, atEnd });
}

/** Scrolls from the first turn to the last, so that everything is loaded. */
async function loadAll(page: Page, chat: StoredChat): Promise<void> {
  await page.bringToFront();
  await page.evaluate((to) => location.assign(to), `${addressOfChat(chat)}/${turnId(0)}`);
  await page
    .locator('.transcript-row')
    .filter({ hasText: 'Question 0:' })
    .first()
    .waitFor({ timeout: 120_000 });
  await page.locator('.transcript-down').click();
  await page.locator('.transcript-row').filter({ hasText: lastWords }).first().waitFor();
}

/** The main thread's time for one more word, until the turn is over and drawn. */
async function streamInto(page: Page, { client }: OpenedProduct, { chat: uri }: StoredChat) {
  const chat = client.chat(uri);
  await chat.ready;
  const thread = await MainThread.of(page);
  let turn = 0;
  return async (): Promise<number> => {
    await page.bringToFront();
    const last = `end-${++turn}`;
    const text = [...Array.from({ length: words - 1 }, (_, index) => `word${index}`), last].join(' ');
    const spent = await thread.spentOn(async () => {
      chat.dispatch({
        type: 'chat/turnStarted',
        turnId: crypto.randomUUID(),
        startedAt: new Date().toISOString(),
        message: { text, origin: { kind: 'user' } },
      });
      await page.locator('.turn-said').filter({ hasText: last }).first().waitFor();
      await page.locator('.turn-working').waitFor({ state: 'detached' });
    });
    return spent / words;
  };
}

/** Whether a session gets slower with its length. */
export const longTranscript: Benchmark = {
  names,
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const [long, middle, short] = await storeChats(directory, [many, some, few]);
      if (!long || !middle || !short) throw new Error('The chats were not stored.');
      const browser = await openBrowser();
      const product = await openProduct(directory, browser);
      try {
        const [ours, baseline] = [await product.tab(), await product.tab()];
        const opened = await playRounds(rounds, {
          ours: () => openOnce(ours, long),
          baseline: () => openOnce(baseline, short),
        });
        await ours.bringToFront();
        const plain = await plainPageOf(await product.tab(), middle);
        const scrolled = await playRounds(rounds, {
          ours: () => scrollOnce(ours, 'wait'),
          baseline: () => scrollOnce(plain, 'turn'),
        });
        await loadAll(ours, long);
        const streamed = await playRounds(rounds, {
          ours: await streamInto(ours, product, long),
          baseline: await streamInto(baseline, product, short),
        });
        const results: Result[] = [
          {
            name: names[0],
            means: `until the last message is on screen, in a session with ${many} turns / with ${few}`,
            ...compare(opened),
            unit: 'ms',
            bound: '<=',
            target: 1.5,
          },
          {
            name: names[1],
            means: `the longest time without a frame while ${many} turns are scrolled through, older ones being loaded / ${some} of them in a page without a script`,
            ...compare(scrolled),
            unit: 'ms',
            bound: '<=',
            target: 3,
          },
          {
            name: names[2],
            means: `the main thread's time for a word more where ${many} turns are loaded / where ${few} are`,
            ...compare(streamed),
            unit: 'ms',
            bound: '<=',
            target: 1.5,
          },
        ];
        return results;
      } finally {
        await product.close();
        await browser.close();
      }
    }),
};
