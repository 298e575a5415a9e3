import type { Artifact, Collection } from '@loggia/protocol';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { Api } from './src/process/api.ts';
import { settled, until } from './src/process/until.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('actions on artifacts'), () => {
  let product: Product;
  let api: Api;
  let screen: Screen;
  let page: Page;
  let artifact: Artifact;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    const { settings } = new PlainHandler(product.data.path);
    await api.call('addServer', { name: 'parcels', settings });
    const { id: workspace } = await api.firstWorkspace();
    const isKnown = async () => (await api.explain(workspace, parcel)).type !== undefined;
    await until('the type is known', isKnown, 30_000);
    artifact = await api.create({ workspace, type: parcel, title: 'A parcel', context: { to: 'Ada' } });
    await api.commit('Pack it', artifact.id);
    await api.call('updateArtifact', { artifact: artifact.id, context: { to: 'Grace' } });
    screen = await product.sharedScreen();
    ({ page } = screen);
  });
  afterEach(({ task }) => screen.pictureOfFailure(task));
  afterAll(() => product[Symbol.asyncDispose]());

  const card = (): Locator => page.getByRole('option').filter({ hasText: /parcel/i });
  const window = (): Locator => page.locator('.window');
  const sheet = (): Locator => page.locator('.details');
  const title = async (): Promise<string> => (await api.artifact(artifact.id)).title;
  const entries = async (): Promise<string[]> => {
    await page.getByRole('menuitem').first().waitFor();
    return page.getByRole('menuitem').locator('.menu-text').allInnerTexts();
  };
  const fromCard = (): Promise<void> => card().click({ button: 'right' });
  const fromWindow = (): Promise<void> => window().getByRole('button', { name: 'Window menu' }).click();
  const fromSheet = (): Promise<void> => sheet().getByRole('button', { name: 'More', exact: true }).click();
  const choose = (entry: string): Promise<void> =>
    page
      .getByRole('menuitem')
      .filter({ has: page.getByText(entry, { exact: true }) })
      .click();
  const undo = (): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().click();

  const shared = [
    'Rename…',
    'Duplicate',
    'Publish to a collection…',
    'Ask about this',
    'Comment…',
    'Weigh',
    'Send back…',
    'Discard draft',
    'Move to workspace…',
    'Copy to workspace…',
    'Archive',
    'Delete',
  ];

  test('J1: card, window and details offer the same actions', async () => {
    await fromCard();
    expect(await entries()).toEqual([
      'Open',
      'Details',
      'Copy link',
      'Rename…',
      'Duplicate',
      'Commit…',
      ...shared.slice(2),
    ]);
    await choose('Open');
    await window().waitFor();
    await fromWindow();
    expect(await entries()).toEqual(expect.arrayContaining(['Details', 'Commit…', ...shared]));
    await choose('Details');
    await sheet().getByText('draft', { exact: true }).waitFor();
    await fromSheet();
    expect(await entries()).toEqual(['Copy link', ...shared]);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  });

  test('J7: renaming works from each of them, and can be undone', async () => {
    await fromSheet();
    await choose('Rename…');
    const field = sheet().getByRole('textbox', { name: 'Title' });
    await until('the title has the focus', () =>
      field.evaluate((element) => element === document.activeElement),
    );
    await field.fill('Their parcel');
    await page.keyboard.press('Enter');
    await until('it is renamed', async () => (await title()) === 'Their parcel');
    await undo();
    await until('it has its title back', async () => (await title()) === 'A parcel');
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });

    await fromWindow();
    await choose('Rename…');
    const dialog = page.getByRole('dialog', { name: 'Rename the artifact' });
    const input = dialog.getByRole('textbox', { name: 'Title' });
    expect(await input.inputValue()).toBe('A parcel');
    await input.fill('Her parcel');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to “Her parcel”.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await undo();
    await until('it has its title back', async () => (await title()) === 'A parcel');
  });

  test('J5: F2 and a click on the title of a window rename', async () => {
    const dialog = page.getByRole('dialog', { name: 'Rename the artifact' });
    const leave = async (): Promise<void> => {
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await window().getByRole('button', { name: 'Window menu' }).focus();
    await page.keyboard.press('F2');
    await leave();
    await window().locator('.window-title').click();
    await leave();
    await card().focus();
    await page.keyboard.press('F2');
    await leave();

    await card().focus();
    await card().evaluate(escapeAtOnce);
    await dialog.waitFor({ state: 'detached' });
    expect(await card().getAttribute('aria-selected')).toBe('true');
  });

  test('J1, J5: a copy stands beside the original, with everything in it', async () => {
    await card().focus();
    await page.keyboard.press('Control+d');
    const copy = await until('the copy is there', async () =>
      (await api.artifacts(artifact.workspace)).find((one) => one.title === 'A parcel copy'),
    );
    expect(await api.artifact(copy.id)).toMatchObject({
      type: parcel,
      context: { to: 'Grace' },
      state: 'draft',
    });
    await undo();
    await until('it is gone', async () =>
      (await api.artifacts(artifact.workspace)).every((one) => one.title !== 'A parcel copy'),
    );
  });

  test('J2: an action that wants to be agreed to asks the same from the details', async () => {
    await window().getByRole('button', { name: 'Details', exact: true }).click();
    await sheet().waitFor();
    await fromSheet();
    await choose('Send back…');
    const question = page.locator('dialog.confirm[open]');
    expect(await question.innerText()).toMatch(/^Send back\?\s+It goes back to who sent it\. \(“A parcel”\)/);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await sheet().waitFor({ state: 'detached' });
  });

  test('J5: the palette offers them for the window in front', async () => {
    await window().getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('archive a parcel');
    const found = page.getByRole('option', { name: /Archive: “A parcel”/ });
    // One for the window in front, and one for the card that is still selected.
    await until('both are offered', async () => (await found.count()) === 2);
    await found.first().click();
    await page.getByText('“A parcel” archived.').first().waitFor();
    await undo();
    await until('it is back', async () => (await api.artifact(artifact.id)).state !== 'archived');
  });

  test('J1: a collection offers them for the committed version, and takes artifacts out again', async () => {
    const { collection } = await api.call<{ collection: Collection }>('createCollection', { title: 'Mail' });
    await api.call('linkArtifacts', { collection: collection.id, artifacts: [artifact.id] });
    await page.evaluate((id) => {
      location.hash = `#/-/collections/${id}`;
    }, collection.id);
    await page.getByRole('heading', { name: 'Mail' }).waitFor();
    await card().waitFor();
    await fromCard();
    expect(await entries()).toEqual([
      'Open',
      'Details',
      'Copy link',
      'Publish to a collection…',
      'Ask about this',
      'Comment…',
      'Move to workspace…',
      'Copy to workspace…',
      'Archive',
      'Delete',
      'Remove from the collection',
    ]);
    await choose('Remove from the collection');
    await page.getByText('“A parcel” removed from Mail.').first().waitFor();
    await undo();
    await card().waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J5: a finger that rests on a card gets its menu, and so does one on its button', async () => {
    const touched = await product.screen({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    // An open menu hides everything else from assistive technology, and so from roles.
    const parcels = touched.page.getByRole('option', { includeHidden: true }).filter({ hasText: /parcel/i });
    const box = await settled('the card lies still', () => parcels.first().boundingBox());
    const at = { x: box.x + 40, y: box.y + 60 };
    const devTools = await touched.context.newCDPSession(touched.page);
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    const entry = (name: string) => touched.page.getByRole('menuitem', { name });
    await entry('Details').waitFor();
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await parcels.first().getAttribute('aria-selected')).toBe('true');
    await touched.page.keyboard.press('Escape');
    await entry('Details').waitFor({ state: 'detached' });
    await parcels.first().locator('[data-card-menu]').tap();
    await entry('Duplicate').waitFor();
  });
});

/** Presses Escape as soon as there is a dialog, before it has the focus. */
async function escapeAtOnce(card: Element): Promise<void> {
  const press = (key: string): boolean =>
    card.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const opened = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.dialog')) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  press('F2');
  await opened;
  press('Escape');
}
