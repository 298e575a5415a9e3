import { fileURLToPath } from 'node:url';
import type { AhpClient } from '@loggia/client';
import type { Browser, Page } from 'playwright-core';
import { startHost } from '../hosts/running-host.ts';

const echo = fileURLToPath(new URL('../../../testing/dist/echo-harness.js', import.meta.url));

/** The product on a data directory that is filled already, with a client beside the browser. */
export interface OpenedProduct {
  readonly client: AhpClient;
  /** The shell in a tab of its own, before it shows anything of what is measured. */
  tab(): Promise<Page>;
  close(): Promise<void>;
}

/** Words come with a pause between them, as those of a model do. */
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

/** A place in the shell by its address, as `navigation/route.ts` reads it. */
export function placeOf(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Loads the shell anew, away from what is measured: nothing of it is known to the page any more. */
export async function afresh(page: Page): Promise<void> {
  await page.evaluate((to) => location.assign(to), placeOf('-', 'settings'));
  await page.reload();
  await page.locator('.frame').waitFor();
}
