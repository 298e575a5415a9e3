import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

describe.skipIf(noBrowser !== undefined)(inBrowser('what is new'), () => {
  let product: Product;
  let api: Api;
  let screen: Screen;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    screen = await product.sharedScreen();
  });

  afterEach(({ task }) => screen.pictureOfFailure(task));

  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  async function create(what: string): Promise<void> {
    await screen.go('desk');
    await screen.page.getByRole('button', { name: 'New', exact: true }).click();
    await screen.page.getByRole('menuitem', { name: what, exact: true }).click();
  }

  async function named(title: string): Promise<string | undefined> {
    const { id: workspace } = await api.firstWorkspace();
    return (await api.artifacts(workspace)).find((artifact) => artifact.title === title)?.id;
  }

  async function contentOf(title: string): Promise<string | undefined> {
    const artifact = await named(title);
    if (artifact === undefined) return undefined;
    return (await api.call<{ text?: string }>('readContent', { artifact })).text;
  }

  test.each([
    ['Document', 'Untitled document', '# Untitled document\n'],
    ['Text', 'Untitled text', ''],
    ['JSON', 'Untitled JSON', '{}\n'],
  ])('J1, G1: %s has its template and is ready to type', async (what, title, template) => {
    await create(what);
    const { page } = screen;
    const field = page.getByRole('dialog', { name: title }).getByRole('textbox', { name: title });
    await until('the caret is in it', () => field.evaluate((element) => element === document.activeElement));
    await page.keyboard.type('Hello');
    await until('it is saved', async () => (await contentOf(title)) === `${template}Hello`);
    expect(screen.problems).toEqual([]);
  });

  test('J1, G1: a board has its columns, and can be committed', async () => {
    await create('Board');
    const window = screen.page.getByRole('dialog', { name: 'Untitled board' });
    await window.waitFor();
    const id = await until('it is there', () => named('Untitled board'));
    const { context } = await api.artifact(id);
    expect(context).toMatchObject({
      columns: [{ title: 'To do' }, { title: 'In progress' }, { title: 'Done' }],
    });
    await api.commit('A first version', id);
    expect(screen.problems).toEqual([]);
  });
});
