import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { artifactLink, placeLink, sayLink, type Artifact } from '@loggia/protocol';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Conversation, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { programOf, stdio } from './src/servers/reference-servers.ts';

/** A picture of one dot. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Addresses that must stay text, and what they would do if they didn't. */
const deadLinks = [
  'artifact:///../../etc/passwd',
  'artifact:///a/b',
  'loggia:/nowhere',
  'loggia:/settings/a/b/c',
  'loggia://evil.example/settings',
  'loggia:say?text=%E0%A4%A',
  'loggia:run?tool=delete',
  'LOGGIA:javascript:alert(1)',
];

describe.skipIf(noBrowser !== undefined)(inBrowser('a conversation'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    product = await Product.start({ everything: stdio(programOf('everything')) });
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  const note = (title: string, text: string): Promise<Artifact> =>
    api.create({ workspace, title, fileName: `${title}.md`, content: { text } });

  /** The echo agent says it again, as Markdown. */
  async function answered(screen: Screen, text: string): Promise<{ chat: Conversation; answer: Locator }> {
    const chat = await product.session();
    chat.say(text);
    await until('the turn is over', () => (chat.state?.turns.length ?? 0) > 0);
    await screen.open(chat);
    const answer = screen.page.locator('.turn-said').first();
    await answer.waitFor();
    return { chat, answer };
  }

  test('J3: an answer shows artifacts as cards and chips that open them, under their titles of now', async () => {
    const cities = await note('Cities', 'Lisbon, Porto and Faro.');
    const rivers = await note('Rivers', 'Tejo and Douro.');
    const screen = await product.screen();
    const { page } = screen;
    const { answer } = await answered(
      screen,
      `See [it](${artifactLink(cities.id)}) first.\n\n- [a](${artifactLink(cities.id)})\n- [b](${artifactLink(rivers.id)})\n- [old name](${artifactLink('gone-for-good')})`,
    );
    const card = answer.locator('.link-card').filter({ hasText: 'Cities' });
    await card.waitFor();
    expect(await card.innerText()).toContain('Lisbon');
    await answer.getByText('Not found').waitFor();
    expect(await answer.getByRole('button').count()).toBe(3);
    await api.call('updateArtifact', { artifact: cities.id, title: 'Towns' });
    const chip = answer.locator('.link-chip');
    await chip.filter({ hasText: 'Towns' }).waitFor();
    await api.call('deleteArtifacts', { artifacts: [rivers.id] });
    await answer.getByText('In the trash').waitFor();
    expect(await answer.getByRole('button').count()).toBe(2);
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.locator('.floating .window').filter({ hasText: 'Towns' }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J3: a suggestion fills the composer and sends nothing; a page link leads to the page', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const { chat, answer } = await answered(
      screen,
      `[List](${sayLink('List the boards')}) or [sum](${sayLink('Sum the prices')}), [look](${placeLink('settings', 'appearance')})`,
    );
    await answer.getByRole('button', { name: 'List' }).click();
    await answer.getByRole('button', { name: 'sum' }).press('Enter');
    await until(
      'it is in the composer',
      async () => (await screen.composer.inputValue()) === 'Sum the prices',
    );
    expect(await screen.composer.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(chat.messages).toHaveLength(1);
    await answer.getByRole('button', { name: 'look' }).click();
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J2: a hostile link does nothing, keeps no attribute of its own, and cannot pose as ours', async () => {
    const screen = await product.screen();
    const lines = deadLinks.map((address, index) => `[dead ${index}](${address})`);
    const posing = [
      `<a href="${sayLink('hello')}" onclick="hurt=1" class="button" style="position:fixed" data-href="x" id="frame">posing</a>`,
      '<span class="markdown-slot" data-href="loggia:say?text=x">no slot</span>',
      '<button data-kind="say">no button</button>',
    ];
    const { answer } = await answered(screen, [...lines, ...posing, 'The end of it.'].join('\n\n'));
    await answer.getByText('The end of it.').waitFor();
    expect(await answer.getByRole('button').allInnerTexts()).toEqual(['posing']);
    const found = await answer.evaluate((root) => ({
      links: [...root.querySelectorAll('a')].map((link) =>
        link.getAttributeNames().filter((name) => name === 'href'),
      ),
      slots: [...root.querySelectorAll('.markdown-slot')].map((slot) => slot.getAttributeNames().toSorted()),
      styled: root.querySelectorAll('[style], [onclick], [id]').length,
      hurt: (globalThis as { hurt?: unknown }).hurt,
    }));
    expect(found).toEqual({
      links: deadLinks.map(() => []),
      slots: [['class', 'data-href']],
      styled: 0,
      hurt: undefined,
    });
  });

  test('J3: a form has pickers for many choices and for artifacts, and says at the field what is missing', async () => {
    const lakes = await note('Lakes', 'Como.');
    const screen = await product.screen();
    const { page } = screen;
    const chat = await product.session();
    const choices = Array.from({ length: 40 }, (_, index) => ({ id: `c${index}`, label: `Choice ${index}` }));
    const fields = [
      { id: 'one', title: 'One of them', message: 'Which?', type: 'choice', choices, required: true },
      {
        id: 'it',
        title: 'Artifact',
        message: 'Which one?',
        type: 'text',
        format: 'artifact',
        required: true,
      },
      { id: 'title', title: 'Title', message: 'Its title', type: 'text', min: 1, max: 500, required: true },
    ];
    chat.say(`/ask ${JSON.stringify({ message: 'To add a card I need:', fields })}`);
    await screen.open(chat);
    const form = page.getByRole('form', { name: 'To add a card I need:' });
    await form.waitFor();
    expect(await form.innerText()).not.toContain('characters');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await form.getByRole('alert').allInnerTexts()).toEqual(['Required.', 'Required.', 'Required.']);
    await form.getByRole('combobox', { name: 'One of them' }).fill('choice 37');
    await page.getByRole('option', { name: 'Choice 37' }).click();
    await form.getByRole('combobox', { name: 'Artifact' }).pressSequentially('lak');
    await page.getByRole('option', { name: 'Lakes' }).waitFor();
    await page.keyboard.press('Enter');
    await until(
      'the title is shown',
      async () => (await form.getByRole('combobox', { name: 'Artifact' }).inputValue()) === 'Lakes',
    );
    await form.getByRole('textbox', { name: 'Title' }).fill('Buy bread');
    await form.getByRole('button', { name: 'Send' }).click();
    await page.locator('.turn-said').getByText('"accepted"').waitFor();
    const [said] =
      chat.state?.turns[0]?.responseParts.flatMap((part) =>
        part.kind === 'markdown' ? [part.content] : [],
      ) ?? [];
    expect(JSON.parse((said ?? '').replace('Asked: ', ''))).toEqual({
      kind: 'accepted',
      values: { one: 'c37', it: lakes.id, title: 'Buy bread' },
    });
    expect(screen.problems).toEqual([]);
  });

  test('J3: a long form begins at its beginning, and no bar repeats a question that is in sight', async () => {
    const screen = await product.screen({ viewport: { width: 1200, height: 600 } });
    const { page } = screen;
    const chat = await product.session();
    await screen.open(chat);
    await screen.composer.waitFor();
    const fields = Array.from({ length: 14 }, (_, index) => ({
      id: `f${index}`,
      title: `Field ${index}`,
      message: 'What?',
      type: 'text',
    }));
    chat.say(`/ask ${JSON.stringify({ message: 'A long list of questions', fields })}`);
    const form = page.getByRole('form', { name: 'A long list of questions' });
    await form.getByText('A long list of questions').waitFor();
    await until('its beginning is in sight', async () => {
      const box = await form.boundingBox();
      const view = await page.locator('.transcript-scroller').boundingBox();
      return box !== null && view !== null && box.y >= view.y - 2 && box.y < view.y + view.height / 2;
    });
    await page.waitForTimeout(600);
    expect(await page.getByRole('region', { name: 'Needs your attention' }).count()).toBe(0);
    await screen.scrollUp();
    await form.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped: A long list of questions').waitFor();
  });

  test('J7: a failed call says why once, and offers to change what was asked; a picture is seen at once', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const chat = await product.session('everything');
    await chat.call('get-tiny-image');
    await screen.open(chat);
    await page.locator('.call-media img').waitFor();
    const asked = `/tool ${chat.offered('get-sum')} {"a":"x","b":2}`;
    chat.say(asked);
    const call = page.locator('.call[data-tone="failed"]');
    await call.waitFor();
    const reason = (await call.locator('.note').innerText()).split('\n')[0] ?? '';
    expect(reason).not.toBe('');
    expect((await call.innerText()).split(reason).length - 1).toBe(1);
    await until(
      'it can be tried again',
      async () => (await call.getByRole('button', { name: 'Edit and retry' }).count()) > 0,
    );
    await call.getByRole('button', { name: 'Edit and retry' }).click();
    await until('it is in the composer', async () => (await screen.composer.inputValue()) === asked);
  });

  test('J3: an @ finds an artifact, and a card dropped on the chat goes along, too', async () => {
    const seas = await note('Seas of the north', 'Cold.');
    const chat = await product.session();
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    await screen.composer.pressSequentially('What is in @seas');
    const options = page.getByRole('listbox', { name: 'Artifacts' });
    await options.getByRole('option', { name: 'Seas of the north' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await screen.composer.inputValue()).toBe('What is in “Seas of the north” ');
    await page.getByRole('list', { name: 'Attachments' }).getByText('Seas of the north').waitFor();
    await page.keyboard.press('Enter');
    await until('it is sent', () => chat.said.length === 1);
    expect(JSON.stringify(chat.said[0]?.attachments)).toContain(seas.id);
    const lands = await note('Lands', 'Warm.');
    await page.locator('.chat').evaluate(
      (element, dragged) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('x-loggia-artifacts', JSON.stringify([dragged]));
        const at = { bubbles: true, cancelable: true, dataTransfer };
        const on = element.querySelector('.transcript') ?? element;
        on.dispatchEvent(new DragEvent('dragover', at));
        on.dispatchEvent(new DragEvent('drop', at));
      },
      { id: lands.id, workspace, type: lands.type, title: lands.title },
    );
    await page.locator('.composer').getByText('Lands').waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J3: an @ finds a file in the folders of the session, which goes along', async () => {
    const folder = path.join(product.data.path, 'workspace');
    await writeFile(path.join(folder, 'tides.txt'), 'High at noon.');
    const chat = await product.session();
    const directory = pathToFileURL(folder).href;
    await chat.servers.view.dispatch({ type: 'session/workingDirectorySet', directory }).settled;
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    await screen.composer.pressSequentially('Read @tides');
    await page.getByRole('listbox').getByRole('option', { name: 'tides.txt' }).click();
    expect(await screen.composer.inputValue()).toBe('Read @tides.txt ');
    await page.getByRole('list', { name: 'Attachments' }).getByText('tides.txt').waitFor();
    await screen.composer.press('Enter');
    await until('it is sent', () => chat.said.length === 1);
    expect(chat.said[0]?.attachments).toMatchObject([{ label: 'tides.txt' }]);
    expect(screen.problems).toEqual([]);
  });

  test('J3: a file stays with its message and off the desk until somebody puts it there', async () => {
    const chat = await product.session();
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(chat);
    await screen.composer.waitFor();
    const onDesk = async (): Promise<readonly string[]> =>
      (await api.call<{ artifacts: Artifact[] }>('listArtifacts', { workspace, limit: 500 })).artifacts.map(
        ({ title }) => title,
      );
    const before = await onDesk();
    await page.locator('.composer input[type=file]').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Tejo and Douro.') },
      { name: 'extra.txt', mimeType: 'text/plain', buffer: Buffer.from('Not this one.') },
    ]);
    const written = page.locator('.composer').getByRole('list', { name: 'Attachments' });
    await written.getByText('extra.txt').waitFor();
    await written.getByRole('button', { name: 'Remove extra.txt' }).click();
    await until('the host knows the draft', () => chat.state?.draft?.attachments?.length === 2);
    await page.reload();
    await written.getByText('notes.txt').waitFor();
    const seen = (list: Locator) => async (): Promise<boolean> =>
      list.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
    await written.locator('img').waitFor();
    await until('the picture is in the composer', seen(written));
    await screen.composer.fill('See these');
    await page.keyboard.press('Enter');
    const sent = page.locator('.turn-message').getByRole('list', { name: 'Attachments' });
    await sent.locator('img').waitFor();
    await until('the picture is in the message', seen(sent));
    expect(await onDesk()).toEqual(before);
    expect(JSON.stringify(chat.said)).not.toContain(dot);
    await sent.getByRole('button', { name: /^notes.txt/ }).click();
    await page.getByRole('menuitem', { name: 'Open' }).click();
    const preview = page.getByRole('dialog', { name: 'notes.txt' });
    await preview.getByText('Tejo and Douro.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('notes.txt');
    await preview.getByRole('button', { name: 'Add to desk' }).click();
    await until('it is on the desk', async () => (await onDesk()).includes('notes.txt'));
    expect(screen.problems).toEqual([]);
  });

  test('J3: a slash offers the prompts of servers, asks for their arguments, and says what fails', async () => {
    const chat = await product.session('everything');
    const screen = await product.screen();
    const { page, composer } = screen;
    await screen.open(chat);
    await composer.pressSequentially('/simple-pr');
    const options = page.getByRole('listbox', { name: 'Commands, skills and prompts' });
    await options
      .getByRole('group', { name: 'everything' })
      .getByRole('option', { name: /^\/simple-prompt/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await until('it is inserted', async () =>
      (await composer.inputValue()).startsWith('This is a simple prompt'),
    );
    await composer.fill('');
    await composer.pressSequentially('/resource-pr');
    await options.getByRole('option', { name: /^\/resource-prompt/ }).waitFor();
    await page.keyboard.press('Tab');
    const form = page.getByRole('dialog', { name: 'Resource Prompt' }).getByRole('form');
    await form.getByLabel(/^resourceType/i).focus();
    await form.locator('datalist option[value="Blob"]').waitFor({ state: 'attached' });
    await form.getByLabel(/^resourceType/i).fill('Nothing');
    await form.getByLabel(/^resourceId/i).fill('3');
    await form.getByRole('button', { name: 'Insert prompt' }).click();
    await form.getByText('Invalid').waitFor();
    await form.getByLabel(/^resourceType/i).fill('Text');
    await form.getByRole('button', { name: 'Insert prompt' }).click();
    await until('its text is there', async () =>
      (await composer.inputValue()).includes('analyze the following resource'),
    );
    await page
      .locator('.composer')
      .getByRole('list', { name: 'Attachments' })
      .getByRole('button')
      .first()
      .waitFor();
    expect(chat.messages).toEqual([]);
    expect(screen.problems).toEqual([]);
  });

  test('J3: an approval names artifacts by title, and hands the focus on to the composer', async () => {
    const cities = await note('Cities to approve', 'Lisbon.');
    const screen = await product.screen();
    const { page } = screen;
    const chat = await product.session('everything');
    await screen.open(chat);
    await chat.call('echo', { message: cities.id, line_count: 2 }, 'confirm');
    const card = page.locator('.call-confirm');
    await card.getByRole('button', { name: 'Cities to approve' }).waitFor();
    expect(await card.locator('dt').allInnerTexts()).toEqual(['Message', 'Line count']);
    await card.getByRole('button', { name: 'Show raw input' }).click();
    expect(await card.locator('pre').innerText()).toContain(`"message": "${cities.id}"`);
    await card.getByRole('button', { name: 'Allow once' }).press('Enter');
    await until('it has run', () => chat.calls.at(-1)?.status === 'completed');
    await card.waitFor({ state: 'detached' });
    expect(await screen.composer.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(screen.problems).toEqual([]);
  });

  test('A7: an approval shows the change that a tool would make to a file of the session', async () => {
    const folder = path.join(product.data.path, 'workspace');
    const plan = path.join(folder, 'plan.txt');
    await writeFile(plan, 'one\ntwo\n');
    await api.call('addServer', { name: 'files', settings: stdio(programOf('filesystem'), folder) });
    const screen = await product.screen();
    const { page } = screen;
    const chat = await product.session('files');
    const directory = pathToFileURL(folder).href;
    await chat.servers.view.dispatch({ type: 'session/workingDirectorySet', directory }).settled;
    await screen.open(chat);
    await chat.call('edit_file', { path: plan, edits: [{ oldText: 'two', newText: '2' }] }, 'confirm');
    const card = page.locator('.call-confirm');
    await card.getByText('− two').waitFor();
    await card.getByText('+ 2', { exact: true }).waitFor();
    expect(await readFile(plan, 'utf8')).toBe('one\ntwo\n');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await until('it has run', () => chat.calls.at(-1)?.status === 'completed');
    expect(await readFile(plan, 'utf8')).toBe('one\n2\n');
    expect(screen.problems).toEqual([]);
  });

  test('J3: a fork is named after its chat, and a session is saved as Markdown', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const { chat } = await answered(screen, 'Plan a trip');
    await page.getByRole('button', { name: 'Fork from here' }).click();
    const tabs = page.getByRole('navigation', { name: 'Chats of this session' });
    await tabs.getByText('Fork of Plan a trip').waitFor();
    expect(await tabs.getByRole('button').allInnerTexts()).toContain('Plan a trip');
    await screen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const fork = page.url();
    await tabs.getByRole('button', { name: 'Plan a trip', exact: true }).click();
    await until('the first chat is open', () => page.url() !== fork);
    await tabs.getByRole('button', { name: 'More for Fork of Plan a trip' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await page.getByText('Link copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto(link);
    await tabs.locator('[aria-current]').getByText('Fork of Plan a trip').waitFor();
    await page.getByRole('button', { name: 'More for this session' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Plan-a-trip.md');
    const saved = await download.createReadStream().then(async (stream) => (await stream.toArray()).join(''));
    expect(saved).toContain('# Fork of Plan a trip');
    expect(chat.messages).toEqual(['Plan a trip']);
  });
});
