import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerReport, SourceReview } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { echoServer } from './src/servers/reference-servers.ts';

const registration = 'application/vnd.loggia.mcp-server+json';

describe.skipIf(noBrowser !== undefined)(inBrowser('what waits for approval'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
    await until(
      'the handler is there',
      async () => (await api.explain(workspace, registration)).type !== undefined,
      60_000,
    );
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  async function register(name: string, args: readonly string[]): Promise<void> {
    const context = { name, settings: { type: 'stdio', command: process.execPath, args, cwd: os.tmpdir() } };
    const { id } = await api.create({ workspace, type: registration, title: name, context });
    await api.commit('Register', id);
  }

  const state = async (name: string): Promise<ServerReport | undefined> =>
    (await api.call<{ servers: ServerReport[] }>('listServers')).servers.find((one) => one.name === name);

  test('SE1: a registration is announced, shown whole with hidden characters visible, and runs once it is approved', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await register('builder', [echoServer, 'a\u202egnp.sh', 'two words', 'x'.repeat(3000), 'end']);
    await page.getByText('“builder” is waiting for your approval.').waitFor();
    const rail = page.getByRole('navigation', { name: 'Main navigation' });
    await rail.getByRole('link', { name: 'Servers 1 waiting for approval' }).waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run “builder” on the host?' });
    await dialog.waitFor();
    const safe = dialog.getByRole('button', { name: 'Not now' });
    expect(await safe.evaluate((button) => button === document.activeElement)).toBe(true);
    const shown = await dialog.locator('.launch').innerText();
    expect(shown).toContain(process.execPath);
    expect(shown).toContain('"a\\u{202e}gnp.sh" "two words" ' + 'x'.repeat(3000) + ' end');
    expect(shown).toContain(os.tmpdir());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await state('builder')).toMatchObject({ state: { kind: 'stopped' }, trusted: false });

    await rail.getByRole('link', { name: /Servers/ }).click();
    await page.getByRole('link', { name: /builder/ }).click();
    await page.locator('.server-title').getByText('Waiting for approval').waitFor();
    await page.getByRole('button', { name: 'Review what would run' }).click();
    await dialog.waitFor();
    await dialog.locator('.approval-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('it runs', async () => (await state('builder'))?.trusted, 30_000);
    await page.locator('.server-title').getByText('Ready').waitFor();
    await rail.getByRole('link', { name: 'Servers', exact: true }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('SE1: what is declined says so, and starts in no way', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const file = path.join(product.data.path, 'declined.ran');
    await register('unwanted', ['-e', `require('fs').writeFileSync(${JSON.stringify(file)}, '')`]);
    await page.getByText('“unwanted” is waiting for your approval.').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run “unwanted” on the host?' });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: /Servers/ })
      .click();
    await page.getByRole('link', { name: /unwanted/ }).click();
    await page.locator('.server-title').getByText('Declined').waitFor();
    expect(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
    await expect(api.call('startServer', { server: 'unwanted' })).rejects.toThrow('You declined');
    expect(existsSync(file)).toBe(false);
    expect(screen.problems).toEqual([]);
  });

  test('SE7: a trusted folder that changed shows what it ran and what it would run', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-shell-trust-'));
    const source = pathToFileURL(folder).href;
    const declare = (args: readonly string[]) =>
      writeFileSync(
        path.join(folder, '.mcp.json'),
        JSON.stringify({ mcpServers: { local: { command: process.execPath, args } } }),
      );
    try {
      declare([echoServer]);
      const { review } = await api.call<{ review: SourceReview }>('reviewTrust', { source });
      await api.call('setTrust', { source, decision: 'trusted', fingerprint: review.fingerprint });
      declare([echoServer, '--changed']);
      const screen = await product.screen();
      const { page } = screen;
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: 'Settings' })
        .click();
      await page.getByRole('link', { name: /Trusted sources/ }).click();
      await page
        .locator('.settings-card')
        .filter({ hasText: folder })
        .getByRole('button', { name: 'Review…' })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Trust what has changed?' });
      const [before, now] = [dialog.locator('.launch').first(), dialog.locator('.launch').last()];
      await now.getByText('--changed').waitFor();
      expect(await before.innerText()).not.toContain('--changed');
      await dialog.getByRole('button', { name: 'Trust', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      const after = await api.call<{ review: SourceReview }>('reviewTrust', { source });
      expect(after.review).toMatchObject({ decision: 'trusted', parts: [{ change: 'same' }] });
      expect(screen.problems).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
