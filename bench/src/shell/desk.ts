import { type ArtifactSummary } from '@loggia/protocol';
import type { Page } from 'playwright-core';
import { populate } from '../artifacts/populate.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, playRounds, type Contenders } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { openBrowser } from '../views/browser.ts';
import { longestPause, MainThread, timeToShow } from './in-page.ts';
import { afresh, openProduct, addressOf, type OpenedProduct } from './opened-product.ts';

const many = 100_000;
const few = 100;
/** The limit of one command, and so of "Select all". */
const mostSelected = 10_000;
const rounds = 5;
const changes = 10;
const rare = 'text/markdown';
/** Every tenth has the rare type. */
const types = [rare, ...Array.from({ length: 9 }, () => 'text/plain')];

const card = '.desk-card';

/** A desk in its own tab. */
class Desk {
  readonly #product: OpenedProduct;
  readonly #page: Page;
  readonly #workspace: string;
  readonly #count: number;
  #titles = 0;

  constructor(product: OpenedProduct, page: Page, workspace: string, count: number) {
    this.#product = product;
    this.#page = page;
    this.#workspace = workspace;
    this.#count = count;
  }

  /** Until cards are on screen, in a page that has nothing of the workspace cached. */
  async open(): Promise<number> {
    await this.#page.bringToFront();
    await afresh(this.#page);
    return this.#show();
  }

  async scroll(): Promise<number> {
    await this.#page.bringToFront();
    const atEnd = this.#count === few ? 'turn' : 'wait';
    return longestPause(this.#page, { selector: '.desk-grid', step: 300, frames: 60, atEnd });
  }

  /** Until only cards of the chosen type are shown. */
  async filter(): Promise<number> {
    await this.#page.bringToFront();
    await this.#page.getByRole('button', { name: /^Types:/ }).click();
    await this.#page.getByRole('menuitemcheckbox', { name: 'Document' }).waitFor();
    const took = await this.#page.evaluate(async () => {
      const item = [...document.querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')].find(
        ({ textContent }) => textContent.includes('Document'),
      );
      const begun = performance.now();
      item?.click();
      for (;;) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        const kinds = [...document.querySelectorAll('.desk-card-foot')];
        if (kinds.length > 5 && kinds.every(({ innerHTML }) => innerHTML.includes('Document')))
          return now - begun;
        if (now - begun > 60_000) throw new Error('The desk was not filtered.');
      }
    });
    await this.#page.keyboard.press('Escape');
    await this.#page.evaluate((to) => location.assign(to), addressOf('-', 'settings'));
    await this.#page.locator('.desk').waitFor({ state: 'detached' });
    await this.#show();
    return took;
  }

  /** Loads as many as one command allows, to have something to scan. */
  async readMany(): Promise<void> {
    await this.#page.bringToFront();
    await this.#selectShown();
    const all = this.#page.getByRole('button', { name: 'Select all' });
    if ((await all.count()) > 0) await all.click();
    const expected = Math.min(this.#count, mostSelected).toLocaleString('en');
    await this.#page.locator('.selection-count').filter({ hasText: expected }).waitFor({ timeout: 120_000 });
    await this.#selectNone();
  }

  /** From the key press to the count on screen. */
  async select(): Promise<number> {
    await this.#page.bringToFront();
    const took = await this.#selectShown();
    await this.#selectNone();
    return took;
  }

  /** The main thread's time until a card shows a change made elsewhere. */
  async change(): Promise<number> {
    await this.#page.bringToFront();
    const params = { workspace: this.#workspace, limit: 1 };
    const { artifacts } = (await this.#product.client.call('x-loggia/listArtifacts', params)) as {
      readonly artifacts: readonly ArtifactSummary[];
    };
    const thread = await MainThread.of(this.#page);
    const spent = await thread.spentOn(async () => {
      for (let change = 0; change < changes; change++) {
        const title = `Changed ${++this.#titles}`;
        await this.#product.client.call('x-loggia/updateArtifact', { artifact: artifacts[0]?.id, title });
        await this.#page.locator('.desk-card-title').filter({ hasText: title }).first().waitFor();
      }
    });
    return spent / changes;
  }

  #show(): Promise<number> {
    return timeToShow(this.#page, addressOf(this.#workspace, 'desk'), {
      selector: card,
      text: '',
      atLeast: 6,
    });
  }

  async #selectShown(): Promise<number> {
    await this.#page.evaluate(() => document.querySelector('.desk-grid')?.scrollTo(0, 0));
    await this.#page.locator(card).first().click();
    await this.#page.locator('.selection-count').filter({ hasText: /^1 / }).waitFor();
    return this.#page.evaluate(async () => {
      const begun = performance.now();
      const isMac = /Mac/.test(navigator.platform);
      const keys = { key: 'a', bubbles: true, cancelable: true, ctrlKey: !isMac, metaKey: isMac };
      document.querySelector('.desk-card')?.dispatchEvent(new KeyboardEvent('keydown', keys));
      for (;;) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        const count = document.querySelector('.selection-count')?.textContent ?? '';
        if (count !== '' && !count.startsWith('1 ')) return now - begun;
        if (now - begun > 60_000) throw new Error('Nothing was selected.');
      }
    });
  }

  async #selectNone(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Clear the selection' }).click();
    await this.#page.locator('.selection-count').waitFor({ state: 'detached' });
  }
}

interface Step {
  readonly name: string;
  readonly means: string;
  readonly target: number;
  prepare?(desk: Desk): Promise<void>;
  measure(desk: Desk): Promise<number>;
}

const sizes = `with ${many} artifacts / with ${few}`;
const read = `${mostSelected} of ${many} artifacts are read / where there are ${few}`;

const steps: readonly Step[] = [
  {
    name: 'open a desk',
    means: `until cards are on screen, ${sizes}`,
    target: 1.5,
    measure: (desk) => desk.open(),
  },
  {
    name: 'scroll a desk',
    means: `the longest time without a frame while it is scrolled, more being read, ${sizes}`,
    target: 2,
    measure: (desk) => desk.scroll(),
  },
  {
    name: 'filter a desk',
    means: `from choosing a type until only its cards are on screen, ${sizes}`,
    target: 1.5,
    measure: (desk) => desk.filter(),
  },
  {
    name: 'select a desk',
    means: `from the keys that select all to the count on screen where ${read}`,
    target: 5,
    prepare: (desk) => desk.readMany(),
    measure: (desk) => desk.select(),
  },
  {
    name: 'change on a desk',
    means: `the main thread's time for one artifact changed elsewhere where ${read}`,
    target: 1.5,
    measure: (desk) => desk.change(),
  },
];

async function play(
  { name, means, target, prepare, measure }: Step,
  large: Desk,
  small: Desk,
): Promise<Result> {
  await prepare?.(large);
  await prepare?.(small);
  const contenders: Contenders = { ours: () => measure(large), baseline: () => measure(small) };
  return { name, means, ...compare(await playRounds(rounds, contenders)), unit: 'ms', bound: '<=', target };
}

/** Whether a desk gets slower with the number of artifacts. */
export const largeDesk: Benchmark = {
  names: steps.map(({ name }) => name),
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const full = await populate(directory, many, 1, types);
      const almostEmpty = await populate(directory, few, 1, types);
      const browser = await openBrowser();
      const product = await openProduct(directory, browser);
      try {
        const large = new Desk(product, await product.tab(), full, many);
        const small = new Desk(product, await product.tab(), almostEmpty, few);
        const results: Result[] = [];
        for (const step of steps) results.push(await play(step, large, small));
        return results;
      } finally {
        await product.close();
        await browser.close();
      }
    }),
};
