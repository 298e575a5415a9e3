import type { Artifact } from '@loggia/protocol';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { asAgent } from './src/process/agent.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { opened } from './src/renderers/opened.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('the details of an artifact'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    const { settings } = new PlainHandler(product.data.path);
    await api.call('addServer', { name: 'parcels', settings });
    workspace = (await api.firstWorkspace()).id;
    await until(
      'the type is known',
      async () => (await api.explain(workspace, parcel)).type !== undefined,
      30_000,
    );
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  async function details(screen: Screen, artifact: Artifact): Promise<Locator> {
    const pane = await opened(product, screen, artifact);
    await pane
      .getByRole('button', { name: /details/i })
      .first()
      .click();
    // Its window has the same name.
    const sheet = screen.page
      .locator('.details')
      .and(screen.page.getByRole('dialog', { name: artifact.title }));
    await sheet.waitFor();
    return sheet;
  }

  const note = (title: string, text: string) =>
    api.create({ workspace, title, fileName: 'note.txt', content: { text } });

  test('J2: properties are edited in a form that the type describes, and what is wrong is said beside it', async () => {
    const screen = await product.screen();
    const artifact = await api.create({ workspace, type: parcel, title: 'A parcel', context: { to: 'Ada' } });
    const sheet = await details(screen, artifact);
    await sheet.getByRole('tab', { name: 'Properties' }).click();
    const [to, grams] = [sheet.getByLabel('To'), sheet.getByLabel('Grams (optional)')];
    expect(await to.inputValue()).toBe('Ada');
    await grams.fill('-2');
    await sheet.getByText('Must be 0 or more.').waitFor();
    await grams.fill('1.5');
    await sheet.getByText('Must be a whole number.').waitFor();
    await grams.fill('250');
    await to.fill('Grace');
    await sheet.getByRole('button', { name: 'Save as draft' }).click();
    await until('it is saved', async () => {
      const { context } = await api.artifact(artifact.id);
      return context['to'] === 'Grace' && context['grams'] === 250;
    });
    expect(await to.inputValue()).toBe('Grace');
    await api.call('deleteArtifacts', { artifacts: [artifact.id] });
    await sheet.getByText('It is in the trash.').waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J2: properties that no type describes are added, changed and removed by name', async () => {
    const screen = await product.screen();
    const artifact = await note('A described note', 'Hello');
    const sheet = await details(screen, artifact);
    await sheet.getByRole('tab', { name: 'Properties' }).click();
    await sheet.getByLabel('New property').fill('author');
    await sheet.getByLabel('Value').fill('Ada');
    await sheet.getByLabel('Value').press('Enter');
    await sheet.getByLabel('author', { exact: true }).fill('Grace');
    await sheet.getByRole('button', { name: 'Save as draft' }).click();
    const context = async () => (await api.artifact(artifact.id)).context;
    await until('it is saved', async () => (await context())['author'] === 'Grace');
    await sheet.getByRole('button', { name: 'Remove author' }).click();
    await sheet.getByRole('button', { name: 'Save as draft' }).click();
    await until('it is gone', async () => Object.keys(await context()).length === 0);
    expect(screen.problems).toEqual([]);
  });

  test('F3: properties that somebody else changed meanwhile are not overwritten', async () => {
    const screen = await product.screen();
    const artifact = await api.create({
      workspace,
      type: parcel,
      title: 'Contested',
      context: { to: 'Ada' },
    });
    const sheet = await details(screen, artifact);
    await sheet.getByRole('tab', { name: 'Properties' }).click();
    await sheet.getByLabel('To').fill('Mine');
    await api.call('updateArtifact', { artifact: artifact.id, context: { to: 'Theirs' } });
    await sheet.getByText('The artifact has changed since you started editing.').waitFor();
    expect(await sheet.getByLabel('To').inputValue()).toBe('Mine');
    await sheet.getByRole('button', { name: 'Discard my changes' }).click();
    await until('theirs is shown', async () => (await sheet.getByLabel('To').inputValue()) === 'Theirs');
  });

  test('G6: the sheet says who owns the type and how that was decided', async () => {
    const screen = await product.screen();
    const artifact = await api.create({
      workspace,
      type: parcel,
      title: 'Explained',
      context: { to: 'Ada' },
    });
    const sheet = await details(screen, artifact);
    await sheet.getByText('Why this viewer?').click();
    await sheet.getByText('The type belongs to the server “parcels”.').waitFor();
    expect(await sheet.locator('.details-steps li').count()).toBeGreaterThan(0);
  });

  test('SE15: versions say what an agent committed, and for whom', async () => {
    const screen = await product.screen();
    const artifact = await note('Plan', 'one');
    await api.commit('Begin the plan', artifact.id);
    await asAgent(product.data, 'update_artifact', { artifact: artifact.id, content: { text: 'two' } });
    const commit = { artifacts: [{ id: artifact.id }], message: 'Go on with it' };
    await asAgent(product.data, 'commit_artifacts', commit);
    const sheet = await details(screen, artifact);
    await sheet.getByRole('tab', { name: 'Versions' }).click();
    await sheet.getByText(/Version 2 · an agent, for you ·/).waitFor();
    await sheet.getByText(/Version 1 · you ·/).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('F3: versions are listed, compared line by line, restored, and the restoring undone', async () => {
    const screen = await product.screen();
    const artifact = await note('Diary', 'one\ntwo\nthree\n');
    await api.call('commitArtifacts', { artifacts: [{ id: artifact.id }], message: 'Begin the diary' });
    await api.call('updateArtifact', {
      artifact: artifact.id,
      content: { text: 'one\n2\nthree\n<b>four</b>\n' },
    });
    const sheet = await details(screen, artifact);
    await sheet.getByRole('tab', { name: 'Versions' }).click();
    await sheet.getByText('Begin the diary').waitFor();
    await sheet.getByRole('button', { name: 'Changes' }).click();
    const lines = sheet.locator('.difference-patch tr[data-kind]');
    await until('the lines are there', async () => (await lines.count()) === 5);
    const seen = await lines.evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
    );
    expect(seen).toEqual([
      ['1', '1', ' ', 'one'],
      ['2', '', '−', 'Removed: two'],
      ['', '2', '+', 'Added: 2'],
      ['3', '3', ' ', 'three'],
      ['', '4', '+', 'Added: <b>four</b>'],
    ]);
    await sheet.getByRole('button', { name: 'Versions' }).click();
    await sheet.getByRole('button', { name: 'Restore version 1' }).click();
    const text = async () => (await api.fetch(`artifacts/${artifact.id}/content`)).text();
    await until('it is restored', async () => (await text()) === 'one\ntwo\nthree\n');
    await screen.page.getByRole('button', { name: 'Undo' }).click();
    await until('it is undone', async () => (await text()) === 'one\n2\nthree\n<b>four</b>\n');
    expect(screen.problems).toEqual([]);
  });

  test('F3: a commit leaves out what cannot be committed, and takes the rest with its message', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const good = await note('Good one', 'fine\n');
    const bad = await api.create({ workspace, type: parcel, title: 'Bad one', context: { to: 'Ada' } });
    await api.call('updateArtifact', { artifact: bad.id, context: { to: '' } });
    const sheet = await details(screen, good);
    await sheet.getByRole('button', { name: 'Commit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Commit' });
    const message = dialog.getByRole('textbox', { name: 'Message' });
    await until('a message is suggested', async () => (await message.inputValue()) === 'Add “Good one”');
    await dialog.getByRole('checkbox', { name: 'Bad one' }).check();
    await dialog.getByText('1 draft is left out until it is corrected.').waitFor();
    await dialog.getByRole('button', { name: 'Changes in Good one' }).click();
    await dialog.getByText('Added: fine').waitFor();
    await message.fill('A good one');
    await message.press('Control+Enter');
    await page.getByText('Committed one artifact: A good one').first().waitFor();
    expect([(await api.artifact(good.id)).version, (await api.artifact(bad.id)).version]).toEqual([1, 0]);
    // The sheet is there again, and has the focus.
    await sheet.getByText('committed', { exact: true }).waitFor();
  });

  test('F3: what changed after it was shown is not committed unseen', async () => {
    const screen = await product.screen();
    const artifact = await note('Moving', 'one\n');
    const sheet = await details(screen, artifact);
    await sheet.getByRole('button', { name: 'Commit…' }).click();
    const dialog = screen.page.getByRole('dialog', { name: 'Commit' });
    await dialog.getByRole('checkbox', { name: 'Moving' }).waitFor();
    await api.call('updateArtifact', { artifact: artifact.id, content: { text: 'two\n' } });
    await dialog.getByRole('button', { name: 'Commit', exact: true }).click();
    await dialog.getByText('Nothing was committed.').waitFor();
    expect((await api.artifact(artifact.id)).version).toBe(0);
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await dialog.getByText('Nothing was committed.').waitFor({ state: 'detached' });
    await until('it can be committed', async () => {
      await dialog
        .getByRole('button', { name: 'Commit', exact: true })
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return (await api.artifact(artifact.id)).version === 1;
    });
  });

  test('J5: whoever commits before what changes was read need not do it again', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const artifact = await note('Quick', 'As quick as a key');
    const sheet = await details(screen, artifact);
    await page.evaluate(() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function later(data): void {
        const ms = typeof data === 'string' && data.includes('previewCommit') ? 1500 : 0;
        setTimeout(() => send.call(this, data), ms);
      };
    });
    await sheet.getByRole('button', { name: 'Commit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Commit' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Before it was there');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Committing…').waitFor();
    await page.getByText('Committed one artifact: Before it was there').first().waitFor();
    expect((await api.artifact(artifact.id)).state).toBe('committed');
    expect(screen.problems).toEqual([]);
  });

  test('J5: the sheet is left by Escape, which gives the focus back', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const pane = await opened(product, screen, await note('Focus', 'x\n'));
    const button = pane.getByRole('button', { name: /details/i }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const sheet = page.locator('.details').and(page.getByRole('dialog', { name: 'Focus' }));
    await sheet.waitFor();
    await until('it has the focus', () =>
      sheet.evaluate((element) => element.contains(document.activeElement)),
    );
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await until('the focus is back', () => button.evaluate((element) => element === document.activeElement));
    expect(screen.problems).toEqual([]);
  });
});
