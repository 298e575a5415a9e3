import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

const hostile = '<img src=x onerror="window.hurt=1"> <script>window.hurt=1</script>';

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

describe.skipIf(noBrowser !== undefined)(inBrowser('the palette, the search and the cheat sheet'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
    const texts = Array.from({ length: 70 }, (_, index) => ({
      title: `Ledger ${index}`,
      text: `Rows of ledger number ${index}`,
    }));
    texts.push({ title: hostile, text: `zebra ${hostile}` });
    await Promise.all(
      texts.map(({ title, text }) =>
        api.create({ workspace, title, fileName: 'note.txt', content: { text } }),
      ),
    );
    await until('the index has them', async () => {
      const { hits } = await api.call<{ hits: unknown[] }>('search', { query: 'ledger', limit: 100 });
      return hits.length === 70;
    });
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  async function palette(screen: Screen, text = '') {
    expect(screen.problems).toEqual([]);
    await screen.page.keyboard.press('Control+k');
    const field = screen.page.getByRole('combobox', { name: 'Search and commands' });
    await field.waitFor();
    await field.fill(text);
    return field;
  }

  const chosen = (screen: Screen) => screen.page.getByRole('option', { selected: true });

  test('J5: the palette opens by its keys, takes the focus, and gives it back', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const desk = page.getByRole('link', { name: 'Desk', exact: true });
    await desk.focus();
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    await field.waitFor();
    await until('it has the focus', () => field.evaluate((element) => element === document.activeElement));
    // Where somebody types it is a letter.
    await page.keyboard.press('/');
    expect(await field.inputValue()).toBe('/');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await until('the focus is back', () => desk.evaluate((element) => element === document.activeElement));
    expect(screen.problems).toEqual([]);
  });

  test('J5: arrows choose, round and round, and a screen reader is told what is chosen', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const field = await palette(screen, 'go to');
    // Hits from the host are added at the end, which must not move while the arrows go around it.
    await page.getByRole('dialog').getByLabel('Searching').waitFor({ state: 'detached' });
    const names = async () => {
      const id = await field.getAttribute('aria-activedescendant');
      const option = page.locator(`[id="${id}"]`);
      expect(await option.getAttribute('aria-selected')).toBe('true');
      return option.innerText();
    };
    const first = await names();
    await page.keyboard.press('ArrowDown');
    const second = await names();
    expect(second).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await names()).toBe(first);
    await page.keyboard.press('ArrowUp');
    const last = await names();
    expect([first, second]).not.toContain(last);
    await page.keyboard.press('ArrowDown');
    expect(await names()).toBe(first);
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
  });

  test('J5: an artifact is opened by its name, and is among the recent ones afterwards', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await palette(screen, 'house rules');
    expect(await chosen(screen).innerText()).toContain('House rules');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await until('its window is open', async () => {
      const { windows = [] } = await product.client.ahp
        .call('subscribe', {
          channel: `x-loggia-workspace:/${workspace}`,
        })
        .then(
          (answer) => (answer as { snapshot: { state: { windows?: { title?: string }[] } } }).snapshot.state,
        );
      return windows.length > 0;
    });
    await palette(screen);
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option').first();
    expect(await recent.innerText()).toContain('House rules');
    expect(screen.problems).toEqual([]);
  });

  test('J5: words inside are found while one types, and the search panel is one entry away', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await palette(screen, 'rows of ledg');
    const found = page.getByRole('group', { name: 'Found in artifacts' });
    await found.getByRole('option').first().waitFor();
    expect(await found.locator('mark').first().innerText()).toMatch(/rows|ledger/i);
    await page.getByRole('option', { name: /Search everything for/ }).click();
    const search = page.getByRole('searchbox', { name: 'Search everything' });
    await search.waitFor();
    expect(await search.inputValue()).toBe('rows of ledg');
    expect(page.url()).toContain('/search/rows%20of%20ledg');
    expect(screen.problems).toEqual([]);
  });

  test('J5, J3: what was said leads to the session and the turn', async () => {
    const conversation = await product.session();
    conversation.say('The zanzibar question');
    await until('it is indexed', async () => {
      const { hits } = await api.call<{ hits: unknown[] }>('search', { query: 'zanzibar' });
      return hits.length > 0;
    });
    const screen = await product.screen();
    await palette(screen, 'zanzibar');
    const found = screen.page.getByRole('group', { name: 'Found in conversations' });
    await found.getByRole('option').first().click();
    await until('the session is open', () =>
      decodeURIComponent(screen.page.url()).includes(`${conversation.session}/${conversation.chat}/`),
    );
    await screen.page.getByRole('main').getByText('The zanzibar question').first().waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J5: results come by the page as one goes down, with filters that stand in the address', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await screen.go('search', 'ledger');
    const list = page.getByRole('list', { name: 'Results' });
    await list.waitFor();
    await page.getByText('More than 30 results').waitFor();
    await page.getByRole('searchbox').press('ArrowDown');
    const place = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'));
    expect(await place()).toBe('1');
    // Keys must not be lost on a slow machine, where they arrive before the last one has had all its effects.
    await slowDown(page, 8);
    await until('the end is reached', async () => {
      await page.keyboard.press('End');
      expect(await place()).toBeDefined();
      return page.getByText('70 results', { exact: true }).isVisible();
    });
    await page.keyboard.press('Home');
    await until('the first one has the focus', async () => (await place()) === '1');
    await slowDown(page, 1);
    await page.keyboard.press('ArrowUp');
    await until('the field has the focus', () =>
      page.getByRole('searchbox').evaluate((box) => box === document.activeElement),
    );

    await page.getByRole('button', { name: 'Messages' }).click();
    await page.getByText('No results for “ledger”').waitFor();
    await page.reload();
    await page.getByText('No results for “ledger”').waitFor();
    await page.getByRole('button', { name: 'Search without filters' }).click();
    await page.getByText('More than 30 results').waitFor();
    await page.getByRole('button', { name: 'State' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Committed' }).click();
    await page.getByText('No results for “ledger”').waitFor();
    await page.getByRole('button', { name: 'Clear the filter State' }).click();
    await page.getByText('More than 30 results').waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J5: titles and snippets are text, whatever stands in them', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await screen.go('search', 'zebra');
    const row = page.getByRole('list', { name: 'Results' }).getByRole('link').first();
    await row.waitFor();
    expect(await row.innerText()).toContain('<img src=x');
    await palette(screen, 'zebra');
    await page.getByRole('group', { name: 'Found in artifacts' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'hurt'))).toBeUndefined();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(screen.problems).toEqual([]);
  });

  test('J5: a query that says nothing is no error, and the page says how to search', async () => {
    const screen = await product.screen();
    await screen.go('search', '-');
    await screen.page.getByRole('heading', { name: 'Search everything' }).waitFor();
    await screen.page.getByRole('searchbox').fill('ledger');
    await screen.page.getByText('More than 30 results').waitFor();
    await screen.page.getByRole('searchbox').fill('');
    await screen.page.getByRole('heading', { name: 'Search everything' }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J5: the cheat sheet lists the keys of this page and finds one', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();
    await sheet.getByText('Go to Servers').waitFor();
    await sheet.getByRole('searchbox').fill('conversation');
    await sheet.getByText('Go to Servers').waitFor({ state: 'detached' });
    expect(await sheet.locator('dt').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+/');
    await sheet.waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J5: every entry of the palette works', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const run = async (title: string): Promise<void> => {
      const entry = page
        .getByRole('option')
        .filter({ has: page.getByText(title, { exact: true }) })
        .first();
      const attempt = async (): Promise<boolean> => {
        // A dialog of the entry before may open late.
        if ((await page.locator('.dialog').count()) > 0) await page.keyboard.press('Escape');
        await page.locator('.top-bar-search').click({ timeout: 5000 });
        await page.getByRole('combobox', { name: 'Search and commands' }).fill(title, { timeout: 5000 });
        await entry.click({ timeout: 5000 });
        return true;
      };
      await until(`${title} is run`, () => attempt().catch(() => false), 60_000);
      await page.getByRole('combobox', { name: 'Search and commands' }).waitFor({ state: 'detached' });
    };
    // Commands for windows are offered only while one is open, and some of the entries close or minimize it.
    const withWindow = async (): Promise<void> => {
      if ((await page.locator('.window').count()) > 0) return;
      const content = { text: 'Hello' };
      const { id } = await api.create({ workspace, title: 'A note', fileName: 'note.txt', content });
      await screen.go('artifact', id);
      await page.locator('.window').first().waitFor();
    };
    await withWindow();
    await palette(screen);
    // One artifact stands for all of them.
    const titles = await page
      .locator('.palette-line:not([data-kind=artifact])')
      .locator('.palette-title')
      .allInnerTexts();
    // Actions on the artifact in front change with it; actions on artifacts have tests of their own.
    const lasting = titles.filter((title) => !/[“”]/.test(title));
    // Commands of a session go with it, so what takes it away comes last.
    const last = ['Archive the session', 'New session', 'Hide the conversation'];
    const all = [
      'House rules',
      ...lasting.filter((title) => !last.includes(title)),
      ...last.filter((title) => lasting.includes(title)),
    ];
    await page.keyboard.press('Escape');
    for (const title of all) {
      await withWindow();
      await run(title);
      expect({ title, problems: screen.problems }).toEqual({ title, problems: [] });
      // Close the window that the search result opened.
      await page.keyboard.press('Escape');
      await screen.go('desk');
    }
    expect(all.length).toBeGreaterThan(15);
  }, 180_000);

  test('J5, F2: what is new is named by keys alone, and what has a name is given another', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const title = page.getByRole('dialog').getByLabel('Title');
    const isWritten = () => title.evaluate((field) => field === document.activeElement);
    await palette(screen, 'New workspace');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor();
    await until('one can write at once', isWritten);
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await page.keyboard.type('  Second  ');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second', exact: true }).waitFor();
    await title.waitFor({ state: 'detached' });
    await screen.go('collections');
    await page.getByRole('button', { name: 'New collection' }).first().press('Enter');
    await until('one can write at once', isWritten);
    await page.keyboard.type('Reports');
    await page.keyboard.press('Tab');
    await page.keyboard.type('For everybody');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { name: 'Reports' }).waitFor();
    await title.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await until('it has its name', async () => (await title.inputValue()) === 'Reports');
    expect(await page.getByLabel('Description').inputValue()).toBe('For everybody');
    await title.fill('Yearly reports');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Yearly reports' }).waitFor();
    expect(screen.problems).toEqual([]);
  });
});
