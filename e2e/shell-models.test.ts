import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { answers, FakeProvider, says } from '@loggia/testing/providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { until } from './src/process/until.ts';

const key = 'sk-page-right-and-secret';
const wrongKey = 'sk-page-wrong-and-secret';

describe.skipIf(noBrowser !== undefined)(inBrowser('models in the page'), () => {
  let product: Product;
  let model: FakeProvider;

  beforeAll(async () => {
    model = await FakeProvider.open('chat-completions');
    model.keys = [key];
    model.models = ['small-one', 'large-one', ...Array.from({ length: 60 }, (_, index) => `other-${index}`)];
    // As a new user has it: no model anywhere.
    product = await Product.start({}, { agents: undefined });
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await model.close();
  });

  test('J9: a newcomer connects a model, sees what is wrong with a key, and asks it, now and after a restart', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await page.getByRole('complementary', { name: 'Connect a model' }).waitFor();
    await page.getByRole('button', { name: 'No model connected' }).first().click();
    await page.getByRole('heading', { name: 'Models' }).waitFor();
    await page.getByRole('button', { name: 'Connect a model' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Connect/ });
    await dialog.getByRole('button', { name: /^Another server/ }).click();
    await dialog.getByLabel('Address').fill(model.baseURL);
    await dialog.getByLabel('Name', { exact: true }).fill('Lab');
    await dialog.getByLabel(/^Key/).fill(wrongKey);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('Lab does not accept this key').waitFor();
    await dialog.getByLabel(/^Key/).fill(key);
    await dialog.getByRole('button', { name: 'Load the list' }).click();
    await dialog.getByText('Found 62 models.').waitFor();
    const choice = dialog.getByLabel('Default model');
    await choice.focus();
    await page.keyboard.type('one');
    await page.getByText('2 of 62 models').waitFor();
    await page.keyboard.type(' large');
    await page.getByText('1 of 62 models').waitFor();
    await page.keyboard.press('Enter');
    expect(await choice.inputValue()).toBe('large-one');
    model.when('ready', answers(says('ready')));
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText(/It works: large-one answered/).waitFor();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const card = page.getByRole('listitem', { name: 'Lab' });
    await card.getByText('New sessions').waitFor();
    expect(await card.innerText()).toContain('key stored');

    // A conversation that was begun without it can use it, too.
    await screen.go('desk');
    await page.getByRole('button', { name: 'Model: large-one' }).waitFor();
    model.when('Which model', answers(says('The large one.')));
    await screen.composer.fill('Which model are you?');
    await screen.composer.press('Enter');
    await page.getByText('The large one.', { exact: true }).waitFor();
    expect(model.requests.at(-1)?.model).toBe('large-one');

    await page.reload();
    await product.restart();
    const again = await product.screen();
    await again.go('settings', 'models');
    await again.page.getByRole('listitem', { name: 'Lab' }).waitFor();
    model.when('ready', answers(says('ready')));
    await again.page.getByRole('listitem', { name: 'Lab' }).getByRole('button', { name: 'Test' }).click();
    await again.page.getByText(/It works: large-one answered/).waitFor();

    const told = await Promise.all(
      ['x-loggia/listModelProviders', 'x-loggia/listServers'].map((method) =>
        product.client.ahp.call(method, { channel: 'ahp-root://' }),
      ),
    );
    const pages = await Promise.all([page, again.page].map((one) => one.content()));
    const files = readdirSync(product.data.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
    const seen = Buffer.concat([
      ...files,
      Buffer.from([...pages, JSON.stringify(told), product.host.stderr].join()),
    ]);
    for (const secret of [key, wrongKey]) expect(seen.includes(secret)).toBe(false);
    expect(model.problems).toEqual([]);
    expect(again.problems).toEqual([]);
  });

  test('J9: a session of the operator is switched to the model from the picker, and away when it is removed', async () => {
    await product.client.ahp.call('x-loggia/chooseDefaultAgent', {
      channel: 'ahp-root://',
      provider: 'operator',
    });
    const conversation = await product.session();
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(conversation);
    await page.getByRole('button', { name: 'Model: Operator' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'small-one' }).click();
    await page.getByRole('button', { name: 'Model: small-one' }).waitFor();
    model.when('Hello', answers(says('Hello from the small one.')));
    await screen.composer.fill('Hello');
    await screen.composer.press('Enter');
    await page.getByText('Hello from the small one.', { exact: true }).waitFor();
    expect(model.requests.at(-1)?.model).toBe('small-one');

    await screen.go('settings', 'models');
    await page.getByRole('listitem', { name: 'Lab' }).getByRole('button', { name: 'More for Lab' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await until('it is gone', async () => (await page.getByRole('listitem', { name: 'Lab' }).count()) === 0);
    await screen.open(conversation);
    await page.getByRole('button', { name: 'Model: Choose a model' }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test.each(screenSizes)(
    'J9, J5: the models page and its dialog are accessible, $name',
    async ({ name, viewport }) => {
      const screen = await product.screen({ viewport });
      const { page } = screen;
      await screen.go('settings', 'models');
      await page.getByRole('button', { name: 'Connect a model' }).first().waitFor();
      const onPage = await seriousFindings(page, `models, ${name}`);
      await page.getByRole('button', { name: 'Connect a model' }).first().click();
      const dialog = page.getByRole('dialog', { name: /^Connect/ });
      await dialog.getByRole('button', { name: /^Anthropic/ }).waitFor();
      const offers = await seriousFindings(page, `offers, ${name}`);
      await dialog.getByRole('button', { name: /^Anthropic/ }).click();
      await dialog.getByText('Name, address and headers').click();
      const form = await seriousFindings(page, `form, ${name}`);
      expect([...onPage, ...offers, ...form]).toEqual([]);
      expect(screen.problems).toEqual([]);
    },
  );
});
