import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('what is selected'), () => {
  let product: Product;
  let api: Api;

  beforeAll(async () => {
    // As a new user has it: the operator is the agent, and this host is one of its servers.
    product = await Product.start({}, { agents: undefined, hostTools: true });
    api = new Api(() => product.data.endpoint());
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  test('J3, K7: goes along with a message unless it is removed, and is what “this” means', async () => {
    const { id: workspace } = await api.firstWorkspace();
    const titles = async (): Promise<readonly string[]> =>
      (await api.artifacts(workspace)).map(({ title }) => title);
    const screen = await product.screen();
    const { page, composer } = screen;
    await screen.go('desk');
    const chips = page.getByRole('list', { name: 'Selection sent with this message' });

    await page.getByRole('option', { name: /^Cities/ }).click();
    await chips.getByText('Selected: Cities').waitFor();
    await chips.getByRole('button', { name: 'Don’t send the selection' }).click();
    await chips.waitFor({ state: 'detached' });

    await page.getByRole('option', { name: /^House rules/ }).click();
    await chips.getByText('Selected: House rules').waitFor();
    await composer.fill('rename this to Rules of the house');
    await composer.press('Enter');
    await until('it is renamed', async () => (await titles()).includes('Rules of the house'));
    expect(await titles()).toContain('Cities');
    // The message shows what it was about.
    await page.getByRole('button', { name: 'Selected: House rules' }).waitFor();
    await chips.getByText('Selected: Rules of the house').waitFor();
  });
});
