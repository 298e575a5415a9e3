import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession } from '@loggia/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screenSizes, seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { until } from './src/process/until.ts';

/** The rows on screen, as they are drawn. */
function rowsOf({ page }: Screen): Promise<string> {
  return page.locator('.terminal-screen .xterm-rows').innerText();
}

async function shows(screen: Screen, text: RegExp): Promise<void> {
  await until(`the terminal shows ${text}`, async () => text.test(await rowsOf(screen)), 60_000);
}

function isInTerminal({ page }: Screen): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest('.terminal-screen') !== null);
}

describe.skipIf(noBrowser !== undefined || process.platform === 'win32')(
  inBrowser('terminals in the page'),
  () => {
    let product: Product;

    beforeAll(async () => {
      product = await Product.start({}, { hostTools: true });
    });

    afterAll(async () => {
      await product[Symbol.asyncDispose]();
    });

    async function newConversation(session: string): Promise<{ session: string; chat: string }> {
      const { ahp } = product.client;
      const view = ahp.session(await createSession(ahp, { session }));
      await view.ready;
      return { session, chat: view.state?.defaultChat ?? '' };
    }

    test('TM2: one types, runs a full-screen program, leaves by F6, and another browser sees the same', async () => {
      // Under its agent's scheme, as clients of other projects name sessions.
      const conversation = await newConversation('echo:/in-the-page');
      const screen = await product.screen();
      const { page } = screen;
      await screen.open(conversation);
      await page.getByRole('button', { name: 'New terminal' }).click();
      await until('the terminal has the focus', () => isInTerminal(screen), 60_000);
      // A prompt first: a shell that is starting may drop what is typed.
      await shows(screen, /[#$%>] ?\s*$/);
      await page.keyboard.type('echo "on""ce"');
      await page.keyboard.press('Enter');
      await shows(screen, /^once$/m);

      await page.keyboard.type("seq 500 | sed 's/^/line /' | less");
      await page.keyboard.press('Enter');
      await shows(screen, /^line 1$/m);
      expect(await rowsOf(screen)).not.toContain('once');
      await page.keyboard.press('Shift+G');
      await shows(screen, /^line 500$/m);

      const other = await product.screen();
      await other.open(conversation);
      await other.page.getByRole('button', { name: 'Show terminals' }).click();
      await shows(other, /^line 500$/m);

      await page.keyboard.press('q');
      for (const each of [screen, other]) await shows(each, /^once$/m);
      await until('both show the same', async () => (await rowsOf(screen)) === (await rowsOf(other)), 60_000);

      await page.keyboard.press('F6');
      await until('the focus is elsewhere', async () => !(await isInTerminal(screen)));
      for (const { name, viewport } of screenSizes) {
        await page.setViewportSize(viewport);
        expect(await seriousFindings(page, `terminal, ${name}`)).toEqual([]);
      }
      expect([...screen.problems, ...other.problems]).toEqual([]);
    });

    test('J5: a terminal that opens late leaves the focus to the dialog that is open by then', async () => {
      const screen = await product.screen();
      const { page } = screen;
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/attached-terminal-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await screen.open(await newConversation('echo:/in-a-dialog'));
      await page.getByRole('button', { name: 'New terminal' }).click();
      await page.locator('.terminal-screen').waitFor();
      await page.locator('.top-bar-search').click();
      const search = page.getByRole('combobox', { name: 'Search and commands' });
      await search.waitFor();
      release();
      await page.locator('.terminal-screen .xterm-rows').waitFor({ state: 'attached' });
      expect(await isInTerminal(screen)).toBe(false);
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'detached' });
      expect(screen.problems).toEqual([]);
    });

    test('TM9: the card of an agent’s command shows what it writes while it runs', async () => {
      const { ahp } = product.client;
      const folder = path.join(product.data.path, 'workspace');
      const session = await createSession(ahp, { workingDirectories: [pathToFileURL(folder).href] });
      const view = ahp.session(session);
      await view.ready;
      const conversation = { session, chat: view.state?.defaultChat ?? '' };
      const screen = await product.screen();
      const { page } = screen;
      await screen.open(conversation);
      const command = 'echo "li""ve"; while [ ! -e go ]; do sleep 0.1; done; echo "al""l"; exit 4';
      await screen.composer.fill(`/tool run_in_terminal ${JSON.stringify({ command })}`);
      await screen.composer.press('Enter');
      await page.getByRole('button', { name: 'Allow once' }).click();
      const live = page.getByLabel('Output so far');
      await until('the card shows it', async () => (await live.innerText()) === 'live', 60_000);
      expect(await seriousFindings(page, 'a command that runs')).toEqual([]);
      writeFileSync(path.join(folder, 'go'), '');
      await page.getByText('Exit code 4.', { exact: true }).waitFor();
      await page
        .getByText(/^live\s+all/)
        .first()
        .waitFor();
      expect(await live.count()).toBe(0);
      expect(screen.problems).toEqual([]);
    });
  },
);
