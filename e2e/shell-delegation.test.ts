import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product } from './src/browser.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('work that an agent gives to another'), () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start({}, { hostTools: true });
  });

  afterAll(() => product[Symbol.asyncDispose]());

  test.each(screenSizes)(
    'K5, J5: is confirmed, watched from its card, stopped in its own chat, and reported, $name',
    async ({ name, viewport }) => {
      const chat = await product.session();
      const screen = await product.screen({ viewport });
      const { page } = screen;
      await screen.open(chat);
      chat.say(`/policy delegate ${JSON.stringify({ task: '/forever', title: 'Count the stars' })}`);
      await page.getByRole('button', { name: 'Allow once' }).click();

      const way = page.getByRole('button', { name: 'Count the stars', exact: true });
      const card = page.locator('.call-chat').filter({ has: way });
      await card.getByText('Working').waitFor();
      expect(await seriousFindings(page, `a delegated task, ${name}`)).toEqual([]);
      await way.click();
      await page.getByText('/forever', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await screen.open(chat);
      await page
        .getByText(/"Count the stars" was stopped/)
        .first()
        .waitFor();
      expect(screen.problems).toEqual([]);
    },
  );
});
