import { mostWindows, type ArtifactSummary, type DeskWindow, type WorkspaceSummary } from '@loggia/protocol';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { Api } from './src/process/api.ts';
import { Line } from './src/process/line.ts';
import { settled, until } from './src/process/until.ts';

const limit = 1024 * 1024;
const markdown = 'text/markdown';

describe.skipIf(noBrowser !== undefined)(inBrowser('a desk and its windows'), () => {
  let line: Line;
  let product: Product;
  let api: Api;
  let parcels: PlainHandler;
  let screen: Screen;
  let page: Page;
  let workspace: string;
  let here: string;

  beforeAll(async () => {
    line = await Line.to(() => Number(new URL(product.host.endpoint.http).port));
    const allowedHosts = [new URL(line.origin).host];
    product = await Product.start({}, { maxUploadBytes: limit, allowedHosts });
    api = new Api(() => product.data.endpoint());
    parcels = new PlainHandler(product.data.path);
    await api.call('addServer', { name: 'parcels', settings: parcels.settings });
    const { settings } = new PlainHandler(product.data.path, {
      name: 'reader',
      mime: markdown,
      label: 'Parcel reader',
    });
    const { id } = await api.call<{ id: string }>('addServer', { name: 'reader', settings });
    await api.call('setTypePolicy', { trust: { server: id, decision: 'trusted' } });
    screen = await product.sharedScreen({ expected: [/status of 413/, /ERR_/] });
    ({ page } = screen);
  });
  afterEach(({ task }) => screen.pictureOfFailure(task));
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await line[Symbol.asyncDispose]();
  });

  /** A desk of its own with notes on it, and nothing else. */
  async function desk(title: string, ...notes: readonly string[]): Promise<void> {
    const made = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', { title });
    workspace = made.workspace.id;
    here = title;
    for (const note of notes)
      await api.create({
        workspace,
        title: note,
        fileName: `${note}.txt`,
        content: { text: `This is ${note}.` },
      });
    await goTo(page);
    for (const note of notes) await card(note).waitFor();
  }

  async function goTo(on: Page): Promise<void> {
    await on.evaluate((to) => {
      location.hash = to;
    }, `#/${workspace}/desk`);
    await on.getByRole('heading', { level: 1, name: here, exact: true }).waitFor();
  }

  const card = (title: string): Locator => page.getByRole('option').filter({ hasText: title });
  const chosen = (): Promise<string[]> =>
    page.locator('[role=option][aria-selected=true] :is(.desk-card-title, .desk-row-title)').allInnerTexts();
  const bar = (): Locator => page.getByRole('toolbar', { name: 'Selection' });
  const windowOf = (title: string): Locator => page.getByRole('dialog', { name: title });
  const question = (): Locator => page.locator('dialog.confirm[open]');
  const undo = (): Promise<void> => page.getByRole('button', { name: 'Undo' }).last().click();
  const menu = async (entry: string): Promise<void> => {
    await bar().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const titles = async (filter: object = {}): Promise<string[]> => {
    const { artifacts } = await api.call<{ artifacts: ArtifactSummary[] }>('listArtifacts', {
      workspace,
      ...filter,
    });
    return artifacts.map(({ title }) => title).toSorted();
  };
  const order = async (by: string): Promise<void> => {
    await page.getByRole('button', { name: /^Order:/ }).click();
    await page.getByRole('menu').getByText(by, { exact: true }).click();
  };
  const show = (view: string): Promise<void> =>
    page.getByRole('toolbar', { name: 'Filter' }).getByRole('button', { name: view, exact: true }).click();
  const lay = (layout: string): Promise<void> =>
    page.getByRole('toolbar', { name: 'Layout' }).getByRole('button', { name: layout }).click();

  /** Files from outside, as a file manager hands them over; a number stands for so many bytes. */
  async function bring(
    on: Page,
    files: Readonly<Record<string, string | number>>,
    type: 'dragover' | 'drop' = 'drop',
    onto = '.desk-room',
  ): Promise<void> {
    const data = await on.evaluateHandle((given) => {
      const transfer = new DataTransfer();
      for (const [name, content] of Object.entries(given))
        transfer.items.add(new File([typeof content === 'number' ? new Uint8Array(content) : content], name));
      return transfer;
    }, files);
    await on.locator(onto).dispatchEvent(type, { dataTransfer: data });
  }

  test('J1: cards are chosen by pointer and by keyboard, on cards and in a list', async () => {
    await desk('Choosing', 'Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon');
    await order('Title');
    for (const layout of ['List', 'Cards']) {
      await lay(layout);
      await card('Beta').click();
      expect(await chosen()).toEqual(['Beta']);
      await card('Epsilon').click({ modifiers: ['Shift'] });
      expect(await chosen()).toEqual(['Beta', 'Delta', 'Epsilon']);
      await card('Delta').click({ modifiers: ['Control'] });
      expect(await chosen()).toEqual(['Beta', 'Epsilon']);
      expect(await bar().innerText()).toContain('2 selected');

      await card('Alpha').click();
      const [next, back] = layout === 'List' ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
      await page.keyboard.press(`Shift+${next}`);
      await page.keyboard.press(`Shift+${next}`);
      expect(await chosen()).toEqual(['Alpha', 'Beta', 'Delta']);
      await page.keyboard.press(`Shift+${back}`);
      expect(await chosen()).toEqual(['Alpha', 'Beta']);
      await page.keyboard.press(`Control+${next}`);
      await page.keyboard.press(`Control+${next}`);
      await page.keyboard.press('Control+Space');
      expect(await chosen()).toEqual(['Alpha', 'Beta', 'Epsilon']);
      await page.keyboard.press('Control+a');
      expect(await chosen()).toEqual(['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma']);
      await page.keyboard.press('Escape');
      expect(await chosen()).toEqual([]);
      await bar().waitFor({ state: 'detached' });
    }
  });

  test('J1: what is archived or deleted together comes back together', async () => {
    await desk('Tidying', 'Alpha', 'Beta', 'Gamma');
    await card('Alpha').click();
    await card('Gamma').click({ modifiers: ['Control'] });
    await menu('Archive');
    await page.getByText('2 artifacts archived.').waitFor();
    await until('one is left', async () => (await page.getByRole('option').count()) === 1);
    expect(await titles({ states: ['archived'] })).toEqual(['Alpha', 'Gamma']);
    await undo();
    await card('Gamma').waitFor();
    expect(await titles({ states: ['archived'] })).toEqual([]);

    await card('Alpha').click();
    await card('Beta').click({ modifiers: ['Control'] });
    await page.keyboard.press('Delete');
    await page.getByText('2 artifacts moved to the trash.').waitFor();
    expect(await titles({ deleted: true })).toEqual(['Alpha', 'Beta']);
    await undo();
    await card('Beta').waitFor();
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ deleted: true })).toEqual([]);
  });

  test('J1, J7: the trash is emptied after a question, and only then', async () => {
    await desk('Emptying', 'Alpha', 'Beta', 'Gamma');
    await card('Alpha').click();
    await card('Beta').click({ modifiers: ['Control'] });
    await bar().getByRole('button', { name: 'Delete' }).click();
    await show('Trash');
    await page.getByText('Artifacts are deleted for good after 30 days in the trash.').waitFor();
    await card('Beta').waitFor();
    const empty = page.getByRole('button', { name: 'Empty the trash' }).first();
    await empty.click();
    expect(await question().innerText()).toMatch(/^Empty the trash\?\s+2 artifacts are deleted for good/);
    await question().getByRole('button', { name: 'Cancel' }).click();
    await question().waitFor({ state: 'detached' });
    expect(await titles({ deleted: true })).toEqual(['Alpha', 'Beta']);
    await card('Beta').click();
    await bar().getByRole('button', { name: 'Restore' }).click();
    await until('it is back', async () => (await titles()).includes('Beta'));
    await empty.click();
    expect(await question().innerText()).toContain('One artifact is deleted for good');
    await question().getByRole('button', { name: 'Empty the trash' }).click();
    await page.getByText('The trash is empty').first().waitFor();
    expect(await titles({ deleted: true })).toEqual([]);
    expect(await titles()).toEqual(['Beta', 'Gamma']);
  });

  test('J1, J3: cards dragged into the conversation go along with the message', async () => {
    await desk('Dragging', 'Alpha', 'Beta', 'Gamma');
    const conversation = page.getByRole('complementary', { name: 'Conversation' });
    const composer = conversation.getByRole('textbox', { name: /message/i });
    const chips = conversation.getByRole('list', { name: 'Attachments' });
    await card('Alpha').dragTo(composer);
    await chips.getByText('Alpha').waitFor();
    await card('Beta').click();
    await card('Gamma').click({ modifiers: ['Control'] });
    await card('Gamma').dragTo(composer);
    await chips.getByText('Gamma').waitFor();
    expect((await chips.innerText()).split(/\s+/).toSorted()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await conversation.getByRole('button', { name: 'Remove Beta' }).click();
    // Files go along as well; one that is refused says which it is.
    await bring(page, { 'giant.bin': limit * 2, 'small.txt': 'small' }, 'drop', '.dock textarea');
    await chips.getByText('small.txt').waitFor();
    await page.getByText('“giant.bin” was not attached. This is more than').first().waitFor();
    await composer.fill('What do these say?');
    await composer.press('Enter');
    const sent = conversation
      .locator('.transcript-scroller')
      .getByRole('list', { name: 'Attachments' })
      .first();
    await sent.waitFor();
    expect((await sent.locator('.chip span').allInnerTexts()).toSorted()).toEqual([
      'Alpha',
      'Gamma',
      'small.txt',
    ]);
    expect(await titles()).not.toContain('small.txt');
  });

  test('J1: files from outside are dropped anywhere on the desk, and arrive as they are', async () => {
    await desk('Dropping');
    await page.getByText('This desk is empty').waitFor();
    await bring(page, { 'letter.md': '# Grüße' }, 'dragover');
    await page.getByText('Drop to add to Dropping').waitFor();
    await bring(page, { 'letter.md': '# Grüße', 'data.bin': 70_000 });
    await page.getByText('2 files added').waitFor();
    await page.getByText('Drop to add to Dropping').waitFor({ state: 'detached' });
    await card('letter').waitFor();
    const { artifacts } = await api.call<{ artifacts: ArtifactSummary[] }>('listArtifacts', { workspace });
    expect(artifacts.map(({ title }) => title).toSorted()).toEqual(['data.bin', 'letter.md']);
    for (const { id, title } of artifacts) {
      const bytes = Buffer.from(await (await api.fetch(`artifacts/${id}/content`)).arrayBuffer());
      expect(bytes).toEqual(title === 'letter.md' ? Buffer.from('# Grüße') : Buffer.alloc(70_000));
    }
    await page.locator('.uploads').getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('.uploads').waitFor({ state: 'detached' });
  });

  test('J7: a file that is too large is refused in words, and keeps no other from coming', async () => {
    await desk('Too large');
    await bring(page, { 'giant.bin': limit * 8, 'small.txt': 'small', 'just.bin': limit });
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('1 of 3 could not be added').waitFor();
    await uploads.getByText(`This is more than ${limit} bytes, which is the limit.`).waitFor();
    expect(await titles()).toEqual(['just.bin', 'small.txt']);
    await uploads.getByRole('button', { name: 'Try giant.bin again' }).click();
    await uploads.getByText('1 of 3 could not be added').waitFor();
    expect(await titles()).toEqual(['just.bin', 'small.txt']);
    await uploads.getByRole('button', { name: 'Dismiss' }).click();
  });

  test('J7: files whose host goes away in the middle can be sent again, and none is lost or doubled', async () => {
    await desk('Cut off');
    const far = await product.screen({ expected: [/ERR_/, /WebSocket/] });
    let isDeaf = false;
    await far.page.routeWebSocket(/\/ahp/, (near) => {
      const host = near.connectToServer();
      host.onMessage((said) => {
        if (!isDeaf) near.send(said);
      });
    });
    await far.page.goto(`${line.origin}/#token=${product.host.endpoint.token}`);
    await far.page.locator('.frame').waitFor();
    await goTo(far.page);
    const held: Route[] = [];
    await far.page.route('**/api/content', (route) => void held.push(route));
    const names = ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'];
    await bring(far.page, Object.fromEntries(names.map((name) => [name, `This is ${name}`])));
    const uploads = far.page.getByRole('region', { name: 'Uploads' });
    await until('three are on their way', () => held.length === 3);
    expect(await uploads.innerText()).toContain('Adding 5 files');
    // One has come, and only the word of it has not; of the others nothing has.
    isDeaf = true;
    await held[0]?.continue();
    await until('one is there', async () => (await titles()).length === 1);
    line.cut();
    await far.page.unroute('**/api/content');
    await uploads.getByText('5 of 5 could not be added').waitFor();
    await uploads.getByText('Try again: the file won’t be added twice.').waitFor();
    expect(await uploads.getByText('The host could not be reached').count()).toBe(4);
    isDeaf = false;
    line.mend();
    const isOut = far.page.getByText('Can’t reach the host');
    await until('it is in reach', async () => {
      if (!(await isOut.isVisible())) return true;
      // It may be in reach before the click.
      await far.page
        .getByRole('button', { name: 'Retry now' })
        .click({ timeout: 1000 })
        .catch(() => undefined);
      return false;
    });
    await uploads.getByRole('button', { name: 'Try the failed ones again' }).click();
    await uploads.getByText('5 files added').waitFor();
    expect(await titles()).toEqual(names);
    expect(far.problems).toEqual([]);
  });

  test('J6: an action that wants to be agreed to is asked about, and says what came of it', async () => {
    await desk('Acting');
    await until(
      'the type is known',
      async () => (await api.explain(workspace, parcel)).type !== undefined,
      30_000,
    );
    await api.create({ workspace, type: parcel, title: 'A parcel', context: { to: 'Ada' } });
    await api.create({ workspace, type: parcel, title: 'A stray', context: { to: 'Nobody' } });
    await card('A parcel').click();
    await menu('Send back…');
    expect(await question().innerText()).toMatch(
      /^Send back\?\s+It goes back to who sent it\. \(“A parcel”\)/,
    );
    await question().getByRole('button', { name: 'Cancel' }).click();
    await question().waitFor({ state: 'detached' });
    await menu('Weigh');
    await page.getByText('0 g').waitFor();
    expect(parcels.sentBack).toEqual([]);
    await menu('Send back…');
    await question().getByRole('button', { name: 'Send back' }).click();
    await page.getByText('Sent back from Ada.').waitFor();
    expect(parcels.sentBack).toEqual(['Ada']);
    await card('A stray').click();
    await menu('Send back…');
    await question().getByRole('button', { name: 'Send back' }).click();
    await page.getByText('Nobody sent it.').first().waitFor();
  });

  test('J2: what several servers can show is opened with the one that is chosen', async () => {
    await desk('Opening');
    const others = async () => (await api.explain(workspace, markdown)).type?.alternates?.length === 1;
    await until('both are known', others, 30_000);
    const text = '# As it is\n';
    await api.create({ workspace, title: 'A letter', fileName: 'letter.md', content: { text } });
    await card('A letter').click({ button: 'right' });
    const view = await screen.newView(() => page.getByRole('menuitem', { name: 'Parcel reader' }).click());
    await view.getByText('A parcel.').waitFor();
    const window = windowOf('A letter');
    await window.getByRole('button', { name: 'Window menu' }).click();
    await page.getByRole('menuitem', { name: /\(usual\)/ }).click();
    await window.getByRole('heading', { name: 'As it is' }).waitFor();
    await window.getByRole('button', { name: 'Close', exact: true }).click();
  });

  test('J1, J5: windows are snapped, minimised and brought back by keyboard, and the focus goes along', async () => {
    await desk('Arranging', 'Alpha', 'Beta');
    await card('Alpha').click();
    await page.keyboard.press('Enter');
    const window = windowOf('Alpha');
    await window.waitFor();
    const room = await page.locator('.desk-room').boundingBox();
    const place = async () => {
      const box = await window.boundingBox();
      return box && room ? [box.x - room.x, box.width].map(Math.round) : [];
    };
    const width = Math.floor(room?.width ?? 0);
    const before = await settled('the window', place);
    await window.getByRole('toolbar').focus();
    const half = Math.round(width / 2);
    const near = ([x = -1, wide = -1]: readonly number[], at: number, size: number) =>
      Math.abs(x - at) < 16 && Math.abs(wide - size) < 24;
    await page.keyboard.press('Alt+Home');
    await until('it is on the left', async () => near(await place(), 0, half));
    await page.keyboard.press('Alt+End');
    await until('it is on the right', async () => near(await place(), half, half));
    await page.keyboard.press('Alt+PageUp');
    await until('it is whole', async () => near(await place(), 0, width));
    await page.keyboard.press('Alt+PageUp');
    await until('it is as it was', async () => (await place()).join() === before.join());
    await page.keyboard.press('Alt+ArrowRight');
    await until('it has moved', async () => (await place())[0] === (before[0] ?? 0) + 24);

    await page.keyboard.press('Alt+PageDown');
    await window.waitFor({ state: 'detached' });
    await until('the desk has the focus', () =>
      card('Alpha').evaluate((node) => node === document.activeElement),
    );
    const strip = page.getByRole('list', { name: 'Windows' });
    await strip.getByRole('button', { name: 'Alpha', exact: true }).focus();
    await page.keyboard.press('Enter');
    await window.waitFor();
    await until('the window has the focus', () =>
      window.evaluate((node) => node.contains(document.activeElement)),
    );
    await page.keyboard.press('Control+Shift+X');
    await window.waitFor({ state: 'detached' });
    await until('the desk has the focus', () =>
      card('Alpha').evaluate((node) => node === document.activeElement),
    );
  });

  test('J1, J7: a desk holds fifty windows, and says so to who opens one more', async () => {
    await desk('Full', 'Alpha');
    const { artifacts } = await api.call<{ artifacts: ArtifactSummary[] }>('listArtifacts', { workspace });
    // As the tab remembers them.
    const windows: readonly DeskWindow[] = Array.from({ length: mostWindows }, (_, at) => ({
      id: `window-${at}`,
      target: { kind: 'artifact', artifact: artifacts[0]?.id ?? '', version: at + 1 },
      title: `Window ${at}`,
      x: 0,
      y: 0,
      width: 400,
      height: 300,
      order: at,
      state: 'minimised',
    }));
    await page.evaluate(
      (entry) => sessionStorage.setItem('loggia.windows.1', JSON.stringify([entry])),
      [workspace, JSON.stringify(windows)],
    );
    await page.reload();
    const strip = page.getByRole('list', { name: 'Windows' }).getByRole('listitem');
    await until('they are there', async () => (await strip.count()) === mostWindows);
    await card('Alpha').first().dblclick();
    await page.getByText('A desk holds 50 windows. Close one to open another.').first().waitFor();
    await page.locator('.window').waitFor({ state: 'detached' });
    expect(await strip.count()).toBe(mostWindows);
    await strip
      .first()
      .getByRole('button', { name: /^Close/ })
      .click();
    await until('there is room', async () => (await strip.count()) === mostWindows - 1);
    await card('Alpha').first().dblclick();
    await page.locator('.window').waitFor();
  });
});
