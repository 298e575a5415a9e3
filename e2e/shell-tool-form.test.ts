import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('trying a tool'), () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start();
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test('J4: a tool runs with a form from its schema, once what it needs is filled in', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await page.evaluate(() => {
      location.hash = '#/-/servers';
    });
    await page.getByText('board', { exact: true }).click();
    await page.locator('.tool > summary').filter({ hasText: 'board_add_card' }).click();
    const form = page.getByRole('form', { name: 'Try board_add_card' });
    await form.getByRole('button', { name: 'Try it' }).click();
    await form.getByText('Title is required.').waitFor();
    await form.getByLabel('Artifact', { exact: true }).fill('none');
    await form.getByLabel('Title', { exact: true }).fill('By hand');
    await form.getByText('Title is required.').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Try it' }).click();
    // Its server has the last word: there is no such artifact.
    await form.locator('.tool-result, [role=alert]').first().waitFor();
    expect(screen.problems).toEqual([]);
  });
});
