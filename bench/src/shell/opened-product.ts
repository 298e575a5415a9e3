import { fileURLToPath } from 'node:url';
import type { AhpClient } from '@loggia/client';
import type { Browser, Page } from 'playwright-core';
import { startHost } from '../hosts/running-host.ts';

const echo = fileURLToPath(new URL('../../../testing/dist/echo-harness.js', import.meta.url));

/** The product on a prepared data directory, with a client beside the browser. */
export interface OpenedProduct {
  readonly client: AhpClient;
  /** The shell in its own tab, before it shows anything that is measured. */
  tab(): Promise<Page>;
  close(): Promise<void>;
}

/** Words arrive with a pause between them, like those of a model. */
export async function openProduct(directory: string, browser: Browser): Promise<OpenedProduct> {
  const config = {
    agents: [{ module: echo, options: { delayMs: 5 } }],
    hostTools: false,
    welcome: false,
  };
  const host = await startHost(directory, config, 'product');
  const client = await host.connect();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return {
    client,
    tab: async () => {
      const page = await context.newPage();
      await page.goto(host.address);
      await page.locator('.frame').waitFor();
      return page;
    },
    close: async () => {
      await context.close();
      client.close();
      await host.stop();
    },
  };
}

/** An address in the shell, as `navigation/route.ts` reads it. */
export function addressOf(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Reloads the shell, away from what is measured, so that the page has nothing of it cached. */
export async function afresh(page: Page): Promise<void> {
  await page.evaluate((to) => location.assign(to), addressOf('-', 'settings'));
  await page.reload();
  await page.locator('.frame').waitFor();
}
