import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { HttpServerProcess, programOf, stdio } from './src/servers/reference-servers.ts';

const board = 'Getting to know Loggia';
const card = 'Move this card to the right';

/** One folder of pictures for each run, so that whoever wants to can look at the path. */
const pictures = noBrowser === undefined ? mkdtempSync(path.join(os.tmpdir(), 'loggia-path-')) : '';

describe.skipIf(noBrowser !== undefined)(inBrowser("a new user's path"), () => {
  let vault: HttpServerProcess;
  let product: Product;
  let api: Api;

  beforeAll(async () => {
    vault = await HttpServerProcess.start('lazy-auth');
  });

  afterAll(async () => {
    await vault[Symbol.asyncDispose]();
  });

  /** As a new user has it: no agent is configured, so there is the operator. */
  async function start(): Promise<Product> {
    return Product.start(
      {
        budget: stdio(programOf('budget-allocator'), '--stdio'),
        vault: { url: `${vault.origin.replace('127.0.0.1', 'localhost')}/mcp` },
      },
      { agents: undefined },
    );
  }

  async function boardOf() {
    const { id } = await api.firstWorkspace();
    const summary = (await api.artifacts(id)).find(({ title }) => title === board);
    return api.artifact(summary?.id ?? '');
  }

  /** In which column a card stands, as the host knows it. */
  async function columnOf(title: string): Promise<string | undefined> {
    const { columns, cards } = (await boardOf()).context as unknown as {
      readonly columns: readonly { readonly id: string; readonly title: string }[];
      readonly cards: readonly { readonly title: string; readonly column: string }[];
    };
    const column = cards.find((one) => one.title === title)?.column;
    return columns.find(({ id }) => id === column)?.title;
  }

  const shows =
    (text: string | RegExp) =>
    (frame: Frame): Promise<boolean> =>
      frame.getByText(text).first().isVisible();

  async function step(screen: Screen, name: string): Promise<void> {
    await screen.page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }

  /** The operator asks before it runs a tool, where the tool does not say that it only reads. */
  async function answered(
    conversation: Locator,
    seen: () => Promise<boolean>,
    allow: (button: Locator) => Promise<void>,
  ) {
    const button = conversation.getByRole('button', { name: /^allow/i }).first();
    await until(
      'the tool has run',
      async () => {
        if (await seen()) return true;
        if (await button.isVisible()) await allow(button);
        return false;
      },
      30_000,
    );
  }

  /** As one does it who looks: it is let go once it is seen to be there. */
  async function carry(screen: Screen, view: Frame, title: string, column: string): Promise<void> {
    const { mouse } = screen.page;
    await screen.nobodyWrites();
    const carried = view.locator('.ghost', { hasText: title });
    await view.getByText(title).first().hover();
    await mouse.down();
    await view.getByText(column).first().hover();
    await carried.waitFor();
    const target = view.getByRole('region', { name: new RegExp(`^${column}`) });
    await target.locator('.is-dragged').waitFor({ state: 'attached' });
    await mouse.up();
    await carried.waitFor({ state: 'detached' });
  }

  async function moved(view: Frame): Promise<void> {
    await until('the card has moved', async () => (await columnOf(card)) === 'Trying').catch(
      async (error: Error) => {
        const seen = await view.locator('body').innerText();
        throw new Error(`${error.message} The board shows: ${seen.replaceAll(/\s+/g, ' ')}`);
      },
    );
  }

  test('J1, J2, J3, J4, J5, E6: with the pointer', async () => {
    product = await start();
    api = new Api(() => product.data.endpoint());
    await using _ = product;
    const screen = await product.screen();
    const { page } = screen;
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByText(board).first().waitFor();
    await step(screen, '1-welcome');

    await page.getByText(board).first().dblclick();
    const window = page.getByRole('dialog', { name: board });
    await window.waitFor();
    const view = await screen.view(shows(card));
    await step(screen, '2-board');

    await carry(screen, view, card, 'Trying');
    await moved(view);
    await step(screen, '3-card-moved');

    await window.getByRole('button', { name: 'Commit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Commit', exact: true });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Moved the first card');
    await step(screen, '4-commit');
    await dialog.getByRole('button', { name: /^Commit/ }).click();
    await page.getByText(/Committed one artifact/).waitFor();
    expect(await boardOf()).toMatchObject({ state: 'committed', version: 2 });

    const conversation = page.getByRole('complementary', { name: 'Conversation' });
    const composer = conversation.getByRole('textbox', { name: 'Message' });
    await composer.fill('show the budget data');
    await composer.press('Enter');
    const isBudget = shows(/budget/i);
    await answered(
      conversation,
      async () => {
        // One that goes while it is looked at is not the one.
        for (const frame of screen.views) if (await isBudget(frame).catch(() => false)) return true;
        return false;
      },
      (button) => button.click(),
    );
    const budget = await screen.view(isBudget);
    await budget.evaluate(() => Reflect.set(globalThis, 'pageOfItsOwn', 1));
    await step(screen, '5-budget');

    await conversation.getByRole('button', { name: 'Open as a window' }).click();
    await page.getByRole('dialog', { name: /budget/i }).waitFor();
    await until('it is in the window', () =>
      page
        .locator('[data-view-slot=window][data-phase=ready]')
        .count()
        .then((count) => count === 2),
    );
    expect(await budget.evaluate(() => Reflect.get(globalThis, 'pageOfItsOwn'))).toBe(1);
    await step(screen, '6-pinned');

    await page.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('combobox').fill('show the budget');
    const found = page.getByRole('group', { name: 'Found in conversations' }).getByRole('option').first();
    await found.waitFor();
    await step(screen, '7-search');
    await found.click();
    const main = page.getByRole('main');
    await main.getByText('show the budget data').first().waitFor();
    await step(screen, '8-found');

    await main.getByRole('textbox', { name: 'Message' }).fill('get the secret');
    await main.getByRole('textbox', { name: 'Message' }).press('Enter');
    const signIn = main.getByRole('button', { name: 'Sign in to vault' });
    await answered(
      main,
      () => signIn.isVisible(),
      (button) => button.click(),
    );
    await step(screen, '9-sign-in');
    await cancelled(page, signIn, main.getByRole('button', { name: 'Cancel' }));
    const [popup] = await Promise.all([page.waitForEvent('popup'), signIn.click()]);
    await approve(popup, (link) => link.click());
    await signIn.waitFor({ state: 'detached' });
    await goesOn(screen, main);
    await step(screen, '10-signed-in');
    expect(screen.problems).toEqual([]);
  }, 180_000);

  /** Canceling closes the window, and the page in it could not send the shell elsewhere. */
  async function cancelled(page: Page, signIn: Locator, cancel: Locator): Promise<void> {
    const [popup] = await Promise.all([page.waitForEvent('popup'), signIn.click()]);
    await popup.waitForURL(/^http/);
    await popup.waitForLoadState();
    const before = page.url();
    await popup.evaluate(() => {
      const { opener } = window as { opener: Window | null };
      for (const victim of [opener, opener?.parent, opener?.top, opener?.top?.frames[0]]) {
        try {
          if (victim) victim.location.href = 'about:blank#taken';
        } catch {
          // That is what it should meet.
        }
      }
    });
    await cancel.click();
    await until('its window is closed', () => popup.isClosed());
    await signIn.waitFor();
    expect([page.url(), page.frames().filter((frame) => frame.url().endsWith('#taken'))]).toEqual([
      before,
      [],
    ]);
  }

  async function approve(popup: Page, agree: (link: Locator) => Promise<void>): Promise<void> {
    const link = popup
      .getByRole('link', { name: /approve|allow/i })
      .or(popup.getByRole('button', { name: /approve|allow/i }));
    await link.first().waitFor();
    await agree(link.first());
    if (!popup.isClosed()) await popup.waitForEvent('close');
  }

  /** The call that waited for the sign-in ends, and its View has what was kept from it. */
  async function goesOn(screen: Screen, main: Locator): Promise<void> {
    await main.getByText('Ran Get Secret').waitFor();
    const view = await screen.view(shows('Protected App'));
    await view.getByText('Waiting for secret data').waitFor({ state: 'hidden' });
  }

  const mostSteps = 80;

  const hasFocus = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => element === element.ownerDocument.activeElement && document.hasFocus());

  /** Goes on from one to the next until it is there: what cannot be reached like that is for the pointer only. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let steps = 0; !(await hasFocus(target)); steps += 1) {
      if (steps === mostSteps) throw new Error('It takes too long to get there by the keyboard.');
      await page.keyboard.press('Tab');
    }
  }

  /** The same backwards, past Views: F6 leads out of one, and from there on to what stands before it. */
  async function backTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let steps = 0; !(await hasFocus(target)); steps += 1) {
      if (steps === mostSteps) throw new Error('It takes too long to get there by the keyboard.');
      const isInView = () => page.evaluate(() => document.activeElement instanceof HTMLIFrameElement);
      if (await isInView()) {
        await page.keyboard.press('F6');
        await until('the focus is out of the View', async () => !(await isInView()));
      } else await page.keyboard.press('Shift+Tab');
    }
  }

  /** Goes from part to part of the page until it is there. */
  async function leapTo(page: Page, target: Locator): Promise<void> {
    for (let leaps = 0; !(await hasFocus(target)); leaps += 1) {
      if (leaps === 6) throw new Error('No part of the page begins there.');
      await page.keyboard.press('F6');
    }
  }

  async function choose(page: Page, text: string, group?: string): Promise<void> {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await until('the palette has the focus', () => hasFocus(field));
    await page.keyboard.type(text);
    if (group !== undefined) {
      const wanted = page.getByRole('group', { name: group }).getByRole('option').first();
      await wanted.waitFor();
      while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
  }

  test('J5: by the keyboard alone', async () => {
    product = await start();
    api = new Api(() => product.data.endpoint());
    await using _ = product;
    const screen = await product.screen();
    const { page } = screen;
    await page.getByText(board).first().waitFor();

    await choose(page, board, 'Artifacts');
    const window = page.getByRole('dialog', { name: board });
    await window.waitFor();
    const view = await screen.view(shows(card));
    const lifted = view.getByRole('listitem', { name: new RegExp(card) }).first();
    await tabTo(page, lifted);
    await page.getByText('Keys now go to the View').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await moved(view);
    await step(screen, 'keys-1-card-moved');

    const commit = window.getByRole('button', { name: 'Commit…' });
    await backTo(page, commit);
    await page.keyboard.press('Enter');
    const message = page
      .getByRole('dialog', { name: 'Commit', exact: true })
      .getByRole('textbox', { name: 'Message' });
    await until('the message has the focus', () => hasFocus(message));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Moved the first card');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/Committed one artifact/).waitFor();
    expect(await boardOf()).toMatchObject({ state: 'committed', version: 2 });
    await message.waitFor({ state: 'detached' });

    const conversation = page.getByRole('complementary', { name: 'Conversation' });
    await leapTo(page, conversation.getByRole('textbox', { name: 'Message' }));
    await page.keyboard.type('show the budget data');
    await page.keyboard.press('Enter');
    const isBudget = shows(/budget/i);
    const agree = async (button: Locator): Promise<void> => {
      await backTo(page, button);
      await page.keyboard.press('Enter');
    };
    await answered(
      conversation,
      async () => {
        // One that goes while it is looked at is not the one.
        for (const frame of screen.views) if (await isBudget(frame).catch(() => false)) return true;
        return false;
      },
      agree,
    );
    await leapTo(page, conversation.getByRole('textbox', { name: 'Message' }));
    await backTo(page, conversation.getByRole('button', { name: 'Open as a window' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /budget/i }).waitFor();
    await step(screen, 'keys-2-pinned');

    await choose(page, 'show the budget', 'Found in conversations');
    const main = page.getByRole('main');
    await main.getByText('show the budget data').first().waitFor();
    await tabTo(page, main.getByRole('textbox', { name: 'Message' }));
    await page.keyboard.type('get the secret');
    await page.keyboard.press('Enter');
    const signIn = main.getByRole('button', { name: 'Sign in to vault' });
    await answered(main, () => signIn.isVisible(), agree);
    await backTo(page, signIn);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
    await approve(popup, async (link) => {
      await tabTo(popup, link);
      await popup.keyboard.press('Enter');
    });
    await signIn.waitFor({ state: 'detached' });
    await goesOn(screen, main);
    await step(screen, 'keys-3-signed-in');
    expect(screen.problems).toEqual([]);
  }, 180_000);
});
