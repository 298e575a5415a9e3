import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { until } from './src/process/until.ts';
import { startTaskServer, type TaskServer } from './src/servers/task-server.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('a task of a server'), () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'loggia-tasks-'));
  const log = path.join(folder, 'log');
  let server: TaskServer;
  let product: Product;

  beforeAll(async () => {
    server = await startTaskServer('modern', log);
    product = await Product.start({ jobs: { type: 'http', url: server.url } });
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    server.end();
    rmSync(folder, { recursive: true });
  });

  test('A4, J7: after a crash of the host, the page says that it may still be running, follows it, and cancels it', async () => {
    const chat = await product.session('jobs');
    await until('its tools are offered', () => chat.servers.tools.includes('job'));
    chat.say(`/tool job ${JSON.stringify({ until: path.join(folder, 'never') })}`);
    await until('it makes progress', () => chat.state?.activity?.includes('step '), 30_000);
    await product.restart();

    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    await page.getByText('“job” may still be running on the server.').waitFor();
    const line = page.locator('.call-line');
    expect(await line.allInnerTexts()).toEqual([expect.stringContaining('Interrupted')]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.call-activity', { hasText: 'step ' }).waitFor({ timeout: 30_000 });
    expect(await line.count()).toBe(2);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await until('it was canceled', () => existsSync(log) && readFileSync(log, 'utf8').includes('cancelled'));
    expect(await page.getByText('may still be running').count()).toBe(0);
    expect(screen.problems).toEqual([]);
  });
});
