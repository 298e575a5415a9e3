import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('the API keys in the settings'), () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.start();
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  test.each(screenSizes)(
    'SE18, J5: a key is created, shown once, copied, used and revoked: $name',
    async ({ name, viewport }) => {
      const permissions = ['clipboard-read', 'clipboard-write'];
      const screen = await product.screen({ viewport, permissions, colorScheme: 'light' });
      const { page } = screen;
      const called = `ci ${name.replaceAll(/\W+/g, ' ')}`;
      await screen.go('settings', 'api-keys');
      await page.getByRole('button', { name: 'Create a key' }).click();
      const form = page.getByRole('dialog', { name: 'Create a key' });
      await form.getByLabel('Name').fill('a/b');
      await form.getByRole('button', { name: 'Create key' }).click();
      await form.getByText('A key can\'t be called "a/b".').waitFor();
      await form.getByLabel('Name').fill(called);
      await form.getByLabel('Scope').selectOption('write');
      await form.getByText('You approve the calls that they ask about.').waitFor();
      await form.getByLabel('Expires').selectOption('30');
      expect(await seriousFindings(page, `creating a key, ${name}`)).toEqual([]);
      await form.getByRole('button', { name: 'Create key' }).click();

      const shown = page.getByRole('dialog', { name: `Copy the key “${called}”` });
      const key = await shown.getByLabel('Key').inputValue();
      expect(await seriousFindings(page, `a created key, ${name}`)).toEqual([]);
      await shown.getByRole('button', { name: 'Copy key' }).click();
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      const api = new Api(() => product.host.endpoint, key);
      await api.call('createWorkspace', { title: `Made with ${called}` });
      await expect(api.call('listAgents')).rejects.toMatchObject({ status: 403 });
      await shown.getByRole('button', { name: 'Close', exact: true }).last().click();
      await shown.waitFor({ state: 'hidden' });
      expect(await page.content()).not.toContain(key);

      await page.reload();
      const card = page
        .getByRole('list', { name: 'API keys' })
        .getByRole('listitem')
        .filter({ hasText: called });
      await card.getByText('Write').waitFor();
      expect(await card.innerText()).toMatch(/Created just now\s+Expires on .+\s+Last used just now/);
      expect(await seriousFindings(page, `the keys, ${name}`)).toEqual([]);
      await card.getByRole('button', { name: `Revoke key ${called}` }).click();
      await page.locator('dialog.confirm[open]').getByRole('button', { name: 'Revoke key' }).click();
      await card.waitFor({ state: 'detached' });
      await expect(api.call('listWorkspaces')).rejects.toMatchObject({ status: 401 });
    },
  );
});
