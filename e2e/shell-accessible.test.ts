import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { programOf, stdio } from './src/servers/reference-servers.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('no serious finding of axe'), () => {
  let product: Product;
  let conversation: Conversation;

  beforeAll(async () => {
    product = await Product.start({ budget: stdio(programOf('budget-allocator'), '--stdio') });
    const api = new Api(() => product.data.endpoint());
    const { id } = await api.firstWorkspace();
    await api.create({
      workspace: id,
      title: 'A draft',
      fileName: 'draft.txt',
      content: { text: 'Of mine' },
    });
    conversation = await product.session('budget');
    await conversation.completed('get-budget-data');
    await conversation.call('get-budget-data', {}, 'confirm');
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  describe.each(screenSizes)('$name', ({ name, viewport }) => {
    let screen: Screen;
    let found: string[];

    beforeEach(async () => {
      found = [];
      screen = await product.screen({ viewport, colorScheme: 'light' });
    });

    const look = async (at: string): Promise<void> =>
      void found.push(...(await seriousFindings(screen.page, `${at}, ${name}`)));

    async function overlap(one: Locator, other: Locator): Promise<boolean> {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()];
      if (!a || !b) throw new Error('One of them is not there.');
      const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
      return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
    }

    test('J5: details, versions and properties', async () => {
      const { page } = screen;
      await page.getByText('Getting to know Loggia').first().click();
      await page.keyboard.press('Space');
      const sheet = page.getByRole('dialog', { name: 'Getting to know Loggia' });
      await sheet.waitFor();
      for (const tab of await sheet.getByRole('tab').all()) {
        await tab.click();
        await look(`details: ${await tab.innerText()}`);
      }
      expect(found).toEqual([]);
    });

    test('J5: the desk, its windows, and what opens over it', async () => {
      const { page } = screen;
      const open = async (title: string): Promise<void> => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(title);
        await page.getByRole('option', { name: title }).first().click();
      };
      await page.getByText('House rules').first().waitFor();
      await look('desk');
      await page.getByText('House rules').first().click();
      await look('selection');
      await page.keyboard.press('Delete');
      const toast = page.locator('.toast');
      await toast.getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByText('Read me first').first().click();
      const bar = page.getByRole('toolbar', { name: 'Selection' });
      await bar.waitFor();
      await until('the message lies beside the bar', async () => !(await overlap(toast, bar)));
      await toast.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('House rules').first().waitFor();
      await page.getByText('Read me first').first().click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'List' }).click();
      await look('desk as a list');
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menu').waitFor();
      await look('menu');
      await page.keyboard.press('Escape');
      for (const title of ['House rules', 'Cities', 'Measurements', 'Getting to know Loggia']) {
        await open(title);
        await page.getByRole('dialog', { name: title }).waitFor();
        await look(`window of ${title}`);
      }
      await open('Commit drafts…');
      const dialog = page.getByRole('dialog', { name: 'Commit', exact: true });
      await dialog
        .getByText(/propert/)
        .first()
        .waitFor();
      await look('commit');
      await page.keyboard.press('Escape');
      await open('Close all windows');
      await page.locator('.window').first().waitFor({ state: 'detached' });
      expect(found).toEqual([]);
    });

    test('J5: palette, cheat sheet and search', async () => {
      const { page } = screen;
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await look('palette');
      await page.getByRole('combobox').fill('card');
      await page.getByRole('group', { name: 'Found in artifacts' }).waitFor();
      await look('palette with results');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+/');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await look('cheat sheet');
      await page.keyboard.press('Escape');
      await screen.go('search');
      await page.getByRole('searchbox', { name: 'Search everything' }).waitFor();
      await look('search');
      await page.getByRole('searchbox', { name: 'Search everything' }).fill('card');
      await page.getByRole('list', { name: 'Results' }).waitFor();
      await look('results');
      await page.getByRole('button', { name: 'Any time' }).click();
      await page.getByLabel('From', { exact: true }).waitFor();
      await look('time filter');
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox', { name: 'Search everything' }).fill('nothing of the kind');
      await page.getByText('No results for').waitFor();
      await look('nothing found');
      expect(found).toEqual([]);
    });

    test('J5: sessions', async () => {
      const { page } = screen;
      await screen.go('session');
      await page
        .getByRole('textbox', { name: 'Message' })
        .or(page.getByRole('button', { name: 'New' }))
        .first()
        .waitFor();
      await look('sessions');
      await screen.open(conversation);
      await page
        .getByRole('button', { name: /^allow/i })
        .first()
        .waitFor();
      await look('a session');
      await page.getByRole('textbox', { name: 'Message' }).fill('Words');
      await look('a message that is being written');
      expect(found).toEqual([]);
    });

    test('J5: servers, collections, activity and audit', async () => {
      const { page } = screen;
      await screen.go('servers');
      await page.getByRole('heading', { name: 'Servers' }).waitFor();
      await page.getByText('budget').first().waitFor();
      await look('servers');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await look('adding a server');
      await page.keyboard.press('Escape');
      await page.getByText('budget').first().click();
      await page.getByText('get-budget-data').first().waitFor();
      await look('a server');
      await screen.go('collections');
      await page.getByRole('heading', { name: 'Collections' }).waitFor();
      await look('collections');
      await page.getByText('Handbook').first().click();
      await page.getByText('Read me first').first().waitFor();
      await look('a collection');
      await screen.go('activity');
      await page.getByRole('heading', { name: 'Activity' }).waitFor();
      // The feed isn't empty at the start, because the welcome workspace was created.
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      await page.getByRole('button', { name: 'Read me first' }).first().waitFor();
      await look('activity');
      await screen.go('servers');
      await page.getByRole('link', { name: /^Failed deliveries/ }).click();
      await page.getByRole('heading', { name: 'Failed deliveries' }).waitFor();
      await page.getByText('No pending events').waitFor();
      await look('failed deliveries');
      await screen.go('audit');
      await page.getByRole('heading', { name: 'Audit' }).waitFor();
      await look('audit');
      expect(found).toEqual([]);
    });

    test('J5: settings', async () => {
      const { page } = screen;
      const places = page.getByRole('navigation', { name: 'Main navigation' });
      if (name === 'narrow') {
        // Every place can be gone to, however narrow the screen is.
        await page.setViewportSize({ ...viewport, width: 360 });
        await until('nothing is cut off', () =>
          places.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
        );
        await places.getByRole('button', { name: 'More' }).click();
        await look('the other places');
        await page.getByRole('menuitemcheckbox', { name: 'Settings' }).click();
      } else {
        await places.getByRole('link', { name: 'Settings' }).click();
      }
      const nav = page.getByRole('navigation', { name: 'Settings' });
      await nav.waitFor();
      for (const link of await nav.getByRole('link').all()) {
        const section = await link.innerText();
        await link.click();
        await page.getByRole('heading', { name: section, level: 2 }).waitFor();
        await look(`settings: ${section}`);
      }
      expect(found).toEqual([]);
    });

    test('J5: signing in to the shell', async () => {
      const { page } = screen;
      await page.evaluate(() => localStorage.clear());
      await page.goto(product.host.endpoint.http);
      await page.reload();
      await page.getByRole('heading', { name: 'Loggia' }).waitFor();
      await look('sign-in');
      expect(found).toEqual([]);
    });
  });
});
