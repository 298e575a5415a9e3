// `npm run screenshot`: makes the pictures in the docs from the built product. docs/images/desk.webp, for the README, is
// the welcome desk with a board open in a window, and a conversation beside it that shows a View of a published server.
// Those in docs/images/first-five-minutes are taken by the browser test that walks the same path.

import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { prepare, root, runCommand } from './prepare.mjs';
import { eventually, withHost } from './running-host.mjs';

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
  await withHost({ settings: { mcpServers } }, async ({ http, token }) => {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
      await page.goto(`${http}/#token=${token}`);
      await page.getByText(board).first().waitFor();
      await arrange(page);
      // Waits for charts and toasts to settle.
      await sleep(6000);
      const devtools = await page.context().newCDPSession(page);
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
      writeFileSync(picture, Buffer.from(data, 'base64'));
    } finally {
      await browser.close();
    }
  });
  const walked = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'browser-long', 'e2e/shell-first-hour.test.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, LOGGIA_PICTURES: path.join(root, 'docs', 'images', 'first-five-minutes') },
    },
  );
  if (walked.status !== 0) throw new Error('The path through the first five minutes failed; see above.');
  const kilobytes = (statSync(picture).size / 1000).toFixed(0);
  console.log(`${path.relative(root, picture)}: ${kilobytes} kB`);
});
