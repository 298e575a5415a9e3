import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answers, calls, FakeProvider, says } from '@loggia/testing/providers';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

const planner = 'Ten days in Portugal';
const task = 'Pack, then take half out';
const key = 'sk-first-hour';

/** `npm run screenshot` names the folder in the docs; any other run keeps its pictures to itself. */
const pictures =
  process.env['LOGGIA_PICTURES'] ??
  (noBrowser === undefined ? mkdtempSync(path.join(os.tmpdir(), 'loggia-hour-')) : '');

describe.skipIf(noBrowser !== undefined)(inBrowser("a newcomer's first five minutes"), () => {
  let product: Product;
  let model: FakeProvider;
  let api: Api;

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    model = await FakeProvider.open('chat-completions');
    model.keys = [key];
    model.models = ['house-model'];
    // No agent is configured, as on a new machine.
    product = await Product.start({}, { agents: undefined, hostTools: true });
    api = new Api(() => product.data.endpoint());
  });

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await model.close();
  });

  async function picture({ page, context }: Screen, name: string): Promise<void> {
    // A dialog that fades out would still be in the picture.
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const devTools = await context.newCDPSession(page);
    const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    writeFileSync(path.join(pictures, `${name}.webp`), Buffer.from(data, 'base64'));
    await devTools.detach();
  }

  const windowOf = ({ page }: Screen, title: string): Locator =>
    page.getByRole('dialog', { name: title, exact: true });
  const conversationOf = ({ page }: Screen): Locator =>
    page.getByRole('complementary', { name: 'Conversation' });

  async function artifactNamed(title: string): Promise<string | undefined> {
    const { id } = await api.firstWorkspace();
    return (await api.artifacts(id)).find((artifact) => artifact.title === title)?.id;
  }

  async function say(screen: Screen, text: string): Promise<void> {
    await screen.composer.fill(text);
    await screen.composer.press('Enter');
  }

  async function showPlanner(screen: Screen): Promise<Frame> {
    await conversationOf(screen)
      .getByRole('button', { name: `Show the planner “${planner}”` })
      .click();
    const view = await screen.view((frame) => frame.getByRole('heading', { name: planner }).isVisible());
    await view.evaluate(() => document.body.setAttribute('data-mark', 'the same'));
    return view;
  }

  async function openPlannerWindow(screen: Screen, view: Frame): Promise<void> {
    await conversationOf(screen).getByRole('button', { name: 'Open as a window' }).first().click();
    await windowOf(screen, planner).waitFor();
    await screen.settle(view);
    expect(await view.evaluate(() => document.body.getAttribute('data-mark'))).toBe('the same');
  }

  async function commitPlanner(screen: Screen, view: Frame): Promise<void> {
    await screen.nobodyWrites();
    await screen.click(view, view.getByRole('checkbox', { name: `${task} is done` }));
    const commit = windowOf(screen, planner).getByRole('button', { name: 'Commit…' });
    await commit.click();
    const dialog = screen.page.getByRole('dialog', { name: 'Commit', exact: true });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Packed, and unpacked half');
    await picture(screen, '4-commit');
    await dialog.getByRole('button', { name: /^Commit/ }).click();
    await screen.page.getByText(/Committed one artifact/).waitFor();
  }

  async function connectModel(screen: Screen): Promise<void> {
    const { page } = screen;
    await page.getByRole('button', { name: 'No model connected' }).first().click();
    await page.getByRole('button', { name: 'Connect a model' }).first().click();
    const dialog = page.getByRole('dialog', { name: /^Connect/ });
    await dialog.getByRole('button', { name: /^Another server/ }).click();
    await dialog.getByLabel('Address').fill(model.baseURL);
    await dialog.getByLabel('Name', { exact: true }).fill('House');
    await dialog.getByLabel(/^Key/).fill(key);
    model.when('ready', answers(says('ready')));
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText(/It works: house-model answered/).waitFor();
    await picture(screen, '5-model');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('listitem', { name: 'House' }).getByText('New sessions').waitFor();
    await screen.go('desk');
    await page.getByRole('button', { name: 'Model: house-model' }).waitFor();
  }

  async function writeNote(screen: Screen): Promise<Locator> {
    const { page } = screen;
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Document', exact: true }).click();
    const note = windowOf(screen, 'Untitled document');
    const editor = note.getByRole('textbox', { name: 'Untitled document' });
    await until('the caret is in the note', () => editor.evaluate((element) => element.matches(':focus')));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('# Packing\n\nEverything has to fit under the seat:\n\n');
    await editor.evaluate(async (element) => {
      const canvas = new OffscreenCanvas(360, 160);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('This browser cannot draw.');
      pen.fillStyle = '#c2532f';
      pen.fillRect(0, 0, 360, 160);
      pen.fillStyle = '#f4e4d4';
      for (let arch = 0; arch < 3; arch += 1) {
        pen.beginPath();
        pen.arc(70 + arch * 110, 90, 38, Math.PI, 0);
        pen.fill();
        pen.fillRect(32 + arch * 110, 88, 76, 72);
      }
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob], 'image.png', { type: 'image/png' }));
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    });
    const preview = note.getByRole('region', { name: 'Preview of Untitled document' });
    await until('the pasted picture is drawn', () =>
      preview.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth === 360),
    );
    return note;
  }

  test('J1, J2, J3, J5, J8, J9, J10, E6, K1: everything that a newcomer does works, and is there after a restart', async () => {
    const screen = await product.screen({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = screen;
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await conversationOf(screen).getByText('What is on the desk?').waitFor();
    await until(
      'every card has its preview',
      async () => (await page.locator('[role=option] img').count()) >= 3,
    );
    await picture(screen, '1-welcome');

    const view = await showPlanner(screen);
    await screen.settle(view);
    await picture(screen, '2-planner');
    await openPlannerWindow(screen, view);

    await say(screen, 'so what have I got lying around on my desk');
    const card = (title: string): Locator =>
      conversationOf(screen).locator('.turn-said').last().locator('.link-card').filter({ hasText: title });
    await card('Cities').waitFor();
    await picture(screen, '3-desk');
    await card('House rules').click();
    await windowOf(screen, 'House rules').getByText('Three promises').first().waitFor();
    await windowOf(screen, 'House rules').getByRole('button', { name: 'Close', exact: true }).click();

    await commitPlanner(screen, view);
    await connectModel(screen);
    model.when('on my desk', answers(calls('list_artifacts', {})));
    // The model is told what the tool found.
    model.when(
      ({ turns }) => turns.at(-1)?.results.some((result) => result.includes(planner)) === true,
      answers(says('A trip, a board, two tables and some notes.')),
    );
    await say(screen, 'so what have I got lying around on my desk');
    await page.getByText('A trip, a board, two tables and some notes.', { exact: true }).waitFor();
    await picture(screen, '6-answer');

    await writeNote(screen);
    await page.keyboard.press('F2');
    const rename = page.getByRole('dialog', { name: 'Rename the artifact' });
    await rename.getByRole('textbox', { name: 'Title' }).fill('Packing list');
    await page.keyboard.press('Enter');
    const note = windowOf(screen, 'Packing list');
    await note.waitFor();
    await picture(screen, '7-note');
    await note.getByRole('button', { name: 'Window menu' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const link = await until('the link is copied', async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return text.startsWith('http') ? text : undefined;
    });

    expect(screen.problems).toEqual([]);
    await product.restart();
    const later = await product.screen();
    await later.page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(link).hash);
    await windowOf(later, 'Packing list').getByRole('img').first().waitFor();
    const plan = await api.artifact((await artifactNamed(planner)) ?? '');
    expect(plan).toMatchObject({ state: 'committed', version: 2 });
    await later.go('desk');
    await later.page.getByText('A trip, a board, two tables and some notes.', { exact: true }).waitFor();
    await picture(later, '8-later');
    expect(later.problems).toEqual([]);
  }, 240_000);
});
