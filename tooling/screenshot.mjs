// `npm run screenshot`: makes docs/images/desk.webp, the picture in the README, from the built product: the welcome
// desk with a board open in a window, and a conversation beside it that shows a View of a published server.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { prepare, root, runCommand } from './prepare.mjs';

const picture = path.join(root, 'docs', 'images', 'desk.webp');
const size = { width: 1600, height: 1000 };
const board = 'Getting to know Loggia';

/** Its `show-budget` tool has a View that needs no network. */
const mcpServers = {
  budget: {
    command: process.execPath,
    args: [
      path.join(root, 'node_modules/@modelcontextprotocol/server-budget-allocator/dist/index.js'),
      '--stdio',
    ],
  },
};

/**
 * @template T
 * @param {string} what
 * @param {() => T | undefined | Promise<T | undefined>} look
 * @returns {Promise<T>}
 */
async function eventually(what, look) {
  for (let tries = 0; tries < 300; tries++) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(200);
  }
  throw new Error(`This did not happen within a minute: ${what}.`);
}

/**
 * Runs the product on a data directory of its own for as long as `use` takes.
 * @param {(endpoint: { http: string, token: string }) => Promise<void>} use
 */
async function withHost(use) {
  const data = mkdtempSync(path.join(os.tmpdir(), 'loggia-screenshot-'));
  writeFileSync(path.join(data, 'host.json'), JSON.stringify({ mcpServers }));
  const program = path.join(root, 'presentation', 'cli', 'dist', 'main.js');
  const host = spawn(process.execPath, [program, '--port', '0', '--data', data, '--no-open'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => host.once('close', resolve));
  try {
    const endpoint = await eventually('the host serves', () => {
      try {
        return JSON.parse(readFileSync(path.join(data, 'endpoint.json'), 'utf8'));
      } catch {
        return undefined;
      }
    });
    await use(endpoint);
  } finally {
    host.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Uncovers the first row of cards.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} window
 */
async function moveDown(page, window) {
  const bar = await window.locator('.window-bar').boundingBox();
  if (bar === null) throw new Error('The window of the board is not on the screen.');
  const [x, y] = [bar.x + bar.width / 2, bar.y + bar.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 235, { steps: 10 });
  await page.mouse.up();
}

/** @param {import('playwright-core').Page} page */
async function arrange(page) {
  const conversation = page.getByRole('complementary', { name: 'Conversation' });
  const composer = conversation.getByRole('textbox', { name: 'Message' });
  await composer.fill('show the budget data');
  await composer.press('Enter');
  const allow = conversation.getByRole('button', { name: /^allow/i }).first();
  await eventually('the budget is shown in the conversation', async () => {
    if (await allow.isVisible()) await allow.click();
    return (await conversation.locator('[data-view-slot=inline][data-phase=ready]').count()) > 0 || undefined;
  });

  await page.getByText(board).first().dblclick();
  const window = page.getByRole('dialog', { name: board });
  await window.locator('[data-phase=ready]').waitFor();
  await page.locator('.selection-bar button').last().click();
  await moveDown(page, window);
}

await runCommand(async () => {
  await prepare();
  await withHost(async ({ http, token }) => {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
      await page.goto(`${http}/#token=${token}`);
      await page.getByText(board).first().waitFor();
      await arrange(page);
      // Charts and toasts come to rest.
      await sleep(6000);
      const devtools = await page.context().newCDPSession(page);
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
      writeFileSync(picture, Buffer.from(data, 'base64'));
    } finally {
      await browser.close();
    }
  });
  const kilobytes = (statSync(picture).size / 1000).toFixed(0);
  console.log(`${path.relative(root, picture)}: ${kilobytes} kB`);
});
