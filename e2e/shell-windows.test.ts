import type { ArtifactSummary, WorkspaceSummary } from '@loggia/protocol';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { settled, until } from './src/process/until.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('windows of a browser, and addresses'), () => {
  let product: Product;
  let api: Api;
  /** A desk of its own for each test: a browser that is new to a desk begins with what was arranged there last. */
  let workspace: string;
  let welcome: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    welcome = (await api.firstWorkspace()).id;
  });
  beforeEach(async ({ task }) => {
    const made = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', {
      title: task.name.slice(4, 24),
    });
    workspace = made.workspace.id;
  });
  afterAll(() => product[Symbol.asyncDispose]());

  const windowOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });
  const close = (page: Page, title: string): Promise<void> =>
    windowOf(page, title).getByRole('button', { name: 'Close', exact: true }).click();

  async function goTo(page: Page, ...parts: readonly string[]): Promise<void> {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#/${parts.map(encodeURIComponent).join('/')}`,
    );
  }

  async function note(title: string, text = title): Promise<ArtifactSummary> {
    return api.create({ workspace, title, fileName: `${title}.txt`, content: { text } });
  }

  async function textOf(id: string): Promise<string> {
    return (await api.fetch(`artifacts/${id}/content`)).text();
  }

  /** Where one types in the window of a text. */
  async function editor(page: Page, title: string): Promise<Locator> {
    const field = windowOf(page, title).locator('textarea, [contenteditable=true]').first();
    await field.waitFor();
    await field.click();
    await page.keyboard.press('Control+End');
    return field;
  }

  test('J8: one browser closes a window while another one types in it, and nothing is lost', async () => {
    const artifact = await note('Shared letter', 'Dear Ada,\n');
    const [one, other] = await Promise.all([product.screen(), product.screen()]);
    for (const { page } of [one, other]) await goTo(page, workspace, 'artifact', artifact.id);
    await editor(other.page, 'Shared letter');
    await windowOf(one.page, 'Shared letter').waitFor();
    const sentence = 'I go on writing while you close your window. Delete nothing, please.';
    await other.page.keyboard.type(sentence.slice(0, 20), { delay: 5 });
    await close(one.page, 'Shared letter');
    await windowOf(one.page, 'Shared letter').waitFor({ state: 'detached' });
    await other.page.keyboard.type(sentence.slice(20), { delay: 5 });
    // Closing one's own window right after the last word saves it first.
    await close(other.page, 'Shared letter');
    await windowOf(other.page, 'Shared letter').waitFor({ state: 'detached' });
    expect(await textOf(artifact.id)).toBe(`Dear Ada,\n${sentence}`);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  test('J8: what is deleted elsewhere stays open with the words that were being written', async () => {
    const artifact = await note('Fleeting note', 'First.\n');
    const { page } = await product.screen({ expected: [/./] });
    await goTo(page, workspace, 'artifact', artifact.id);
    const field = await editor(page, 'Fleeting note');
    await page.keyboard.type('Second');
    await api.call('deleteArtifacts', { artifacts: [artifact.id] });
    const window = windowOf(page, 'Fleeting note');
    await window.getByText('“Fleeting note” is in the trash.').waitFor();
    await field.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and third.');
    await close(page, 'Fleeting note');
    const question = page.locator('dialog.confirm[open]');
    await question.getByText('Close “Fleeting note” without saving?').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await window.getByRole('button', { name: 'Restore' }).click();
    await window.getByText('It stays open here').waitFor({ state: 'detached' });
    await until('it is saved', async () => (await textOf(artifact.id)) === 'First.\nSecond and third.');
    await close(page, 'Fleeting note');
    await window.waitFor({ state: 'detached' });
  });

  test('J8: an address opens its artifact; back and forward walk through what was opened', async () => {
    const [first, second] = [await note('Page one'), await note('Page two')];
    const { page, problems } = await product.screen();
    await goTo(page, workspace, 'desk');
    await page.getByRole('option').filter({ hasText: 'Page one' }).dblclick();
    await windowOf(page, 'Page one').waitFor();
    const hash = () => page.evaluate(() => location.hash);
    expect(await hash()).toBe(`#/${workspace}/artifact/${first.id}`);
    await goTo(page, workspace, 'artifact', second.id);
    const front = page.locator('.window[data-front=true]');
    await until('the second is in front', async () => (await front.innerText()).includes('Page two'));
    await page.goBack();
    await until('the first is in front', async () => (await front.innerText()).includes('Page one'));
    await page.goBack();
    await windowOf(page, 'Page one').waitFor({ state: 'detached' });
    expect(await hash()).toBe(`#/${workspace}/desk`);
    await page.goForward();
    await until('the first is back', async () => (await front.innerText()).includes('Page one'));
    await page.goForward();
    await until('and the second', async () => (await front.innerText()).includes('Page two'));
    // The address follows what is in front, and is the same after a reload.
    await close(page, 'Page two');
    await until('the address is right', async () => (await hash()).endsWith(first.id));
    await page.reload();
    await windowOf(page, 'Page one').waitFor();
    expect([await page.locator('.window').count(), problems]).toEqual([1, []]);
  });

  test('J8: a link that leads to nothing, or elsewhere, says so', async () => {
    const made = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', { title: 'Elsewhere' });
    const away = await api.create({
      workspace: made.workspace.id,
      title: 'Far note',
      fileName: 'far.txt',
      content: { text: 'far' },
    });
    const gone = await note('Gone note');
    await api.call('deleteArtifacts', { artifacts: [gone.id] });
    const { page } = await product.screen({ expected: [/./] });
    await goTo(page, workspace, 'artifact', gone.id);
    await windowOf(page, 'Gone note').getByText('“Gone note” is in the trash.').waitFor();
    await close(page, 'Gone note');
    await goTo(page, workspace, 'artifact', 'no-such-artifact');
    await page.getByText('This link leads to an artifact that doesn’t exist.').waitFor();
    await page.getByRole('button', { name: 'Close the window' }).click();
    await goTo(page, workspace, 'artifact', away.id);
    await page.getByText('“Far note” is in the workspace “Elsewhere”.').waitFor();
    await page.getByRole('button', { name: 'Open it there' }).click();
    await page.getByRole('heading', { level: 1, name: 'Elsewhere' }).waitFor();
    await windowOf(page, 'Far note').locator('textarea, [contenteditable=true]').first().waitFor();
  });

  test('J8: on a narrow screen an address opens the whole page, and back leads to the desk', async () => {
    const artifact = await note('Pocket note');
    const { page } = await product.screen({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await goTo(page, workspace, 'desk');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await goTo(page, workspace, 'artifact', artifact.id);
    await windowOf(page, 'Pocket note').waitFor();
    await page.goBack();
    await windowOf(page, 'Pocket note').waitFor({ state: 'detached' });
    await page.goForward();
    await windowOf(page, 'Pocket note').waitFor();
  });

  async function serverView(screen: Screen): Promise<void> {
    const { page } = screen;
    await goTo(page, welcome, 'desk');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('A server of your own');
    await page.getByRole('option', { name: 'A server of your own' }).first().click();
    await screen.view();
  }

  const statusCalls = async (): Promise<number> => {
    const { records } = await api.call<{ records: readonly { target?: string }[] }>('listAudit', {
      limit: 1000,
    });
    return records.filter(({ target }) => target === 'server_status').length;
  };

  test('J8, E11: the View of a closed window is torn down, and calls nothing any more', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await serverView(screen);
    await until('it asks for its state', async () => (await statusCalls()) > 0, 20_000);
    await close(page, 'A server of your own');
    await until('its page is gone', async () => (await screen.shownViews()).length === 0);
    const after = await settled('the calls', statusCalls);
    // Longer than it took to ask again while it was open.
    await page.waitForTimeout(7000);
    expect(await statusCalls()).toBe(after);
    expect(await page.locator('.view-frame[data-kind]').count()).toBe(0);
  });

  test('J5, J8: the keys of the shell work while a View has the focus', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const { artifacts } = await api.call<{ artifacts: ArtifactSummary[] }>('listArtifacts', {
      workspace: welcome,
    });
    const board = artifacts.find(({ title }) => title === 'Getting to know Loggia');
    await goTo(page, welcome, 'artifact', board?.id ?? '');
    const view = await screen.view((frame) => frame.getByText('Move this card').first().isVisible());
    await screen.focusIn(view, view.getByPlaceholder('Filter'));
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Search and commands' });
    await palette.waitFor();
    await until('one types there', () => palette.evaluate((field) => field === document.activeElement));
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await until('the View has the focus again', () => screen.isInView());
    await page.keyboard.press('Control+Shift+X');
    await windowOf(page, 'Getting to know Loggia').waitFor({ state: 'detached' });
    expect(screen.problems).toEqual([]);
  });

  test('J8: a copied link opens the same in another browser, which signs in on the way', async () => {
    const artifact = await note('Linked note', 'Found by its link.');
    const { page, context } = await product.screen({ permissions: ['clipboard-read', 'clipboard-write'] });
    await goTo(page, workspace, 'artifact', artifact.id);
    await windowOf(page, 'Linked note').getByRole('button', { name: 'Window menu' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await page.getByText('Link copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).hash).toBe(`#/${workspace}/artifact/${artifact.id}`);
    const stranger = await context.browser()!.newContext();
    const guest = await stranger.newPage();
    await guest.goto(link);
    await guest.getByLabel('Address or token').fill('too-short');
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByText('This is neither an address').waitFor();
    await guest.getByLabel('Address or token').fill(product.host.endpoint.token);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await windowOf(guest, 'Linked note').waitFor();
    await stranger.close();
  });

  test('J8: a layout is saved for everybody, and used where somebody wants it', async () => {
    const artifact = await note('Left note');
    const [one, other] = await Promise.all([product.screen(), product.screen()]);
    for (const { page } of [one, other]) {
      await goTo(page, workspace, 'desk');
      await page.getByRole('option').filter({ hasText: 'Left note' }).waitFor();
    }
    await goTo(one.page, workspace, 'artifact', artifact.id);
    await windowOf(one.page, 'Left note').waitFor();
    await one.page.getByRole('button', { name: 'Window layouts' }).click();
    await one.page.getByRole('menuitem', { name: 'Save this layout…' }).click();
    await one.page.getByRole('textbox', { name: 'Title' }).fill('Reading');
    await one.page.getByRole('button', { name: 'Save layout' }).click();
    await one.page.getByText('Window layout “Reading” saved.').waitFor();
    expect(await windowOf(other.page, 'Left note').count()).toBe(0);
    await other.page.getByRole('button', { name: 'Window layouts' }).click();
    await other.page.getByRole('menuitem', { name: 'Reading 1 window' }).click();
    await windowOf(other.page, 'Left note').waitFor();
    expect([...one.problems, ...other.problems]).toEqual([]);
  });
});
