import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AhpClient, webSocketTransport, type WebSocketConstructor } from '@loggia/client';
import type { Browser, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { spawnHost } from '../hosts/spawned-host.ts';

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
  await writeFile(path.join(directory, 'host.json'), JSON.stringify(config));
  const host = await spawnHost(directory, 'product');
  const endpoint = JSON.parse(await readFile(path.join(directory, 'endpoint.json'), 'utf8')) as {
    readonly http: string;
    readonly ahp: string;
    readonly token: string;
  };
  const connect = webSocketTransport(endpoint.ahp, {
    WebSocket: WebSocket as unknown as WebSocketConstructor,
    token: endpoint.token,
  });
  const client = new AhpClient({ connect, clientId: 'bench' });
  await client.connect();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return {
    client,
    tab: async () => {
      const page = await context.newPage();
      await page.goto(`${endpoint.http}/#token=${endpoint.token}`);
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
