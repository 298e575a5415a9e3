import type { Page } from 'playwright-core';
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
    await until('the caret is in it', () =>
      field.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement),
    );
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

  test('F3, J8: a draft that is closed untouched goes, with a way back; what anybody uses stays', async () => {
    const { page } = screen;
    const close = async (title: string): Promise<void> => {
      const window = page.getByRole('dialog', { name: title });
      await window.getByRole('button', { name: 'Close', exact: true }).click();
      await window.waitFor({ state: 'detached' });
    };
    const openAt = async (on: Page, id: string): Promise<void> => {
      const hash = `#/${(await api.firstWorkspace()).id}/artifact/${id}`;
      await on.evaluate((to) => {
        location.hash = to;
      }, hash);
    };
    const discarded = (title: string) =>
      page.locator('.toast', { hasText: `Discarded empty draft “${title}”` }).last();

    // A View that was shown, and nothing else done with it.
    await create('Table');
    await page
      .getByRole('dialog', { name: 'Untitled table' })
      .getByRole('button', { name: 'Close' })
      .waitFor();
    const table = await until('it is there', () => named('Untitled table'));
    await close('Untitled table');
    await discarded('Untitled table').getByRole('button', { name: 'Undo' }).click();
    await until('it is back', async () => (await api.artifact(table)).deletedAt === undefined);
    await openAt(page, table);
    await page.getByRole('dialog', { name: 'Untitled table' }).waitFor();
    await close('Untitled table');

    // Open in another browser, too.
    await create('Planner');
    const planner = await until('it is there', () => named('Untitled plan'));
    const other = await product.screen();
    await openAt(other.page, planner);
    const there = other.page.getByRole('dialog', { name: 'Untitled plan' });
    await there.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await close('Untitled plan');

    // The host looks at them in the order in which they were closed, so those before were looked at, too.
    await create('MCP server');
    await until('it is there', () => named('Untitled server'));
    await close('Untitled server');
    await discarded('Untitled server').waitFor();
    expect([await named('Untitled table'), await named('Untitled plan')]).toEqual([table, planner]);

    await there.getByRole('button', { name: 'Close', exact: true }).click();
    await until('nobody has it open any more', async () => (await named('Untitled plan')) === undefined);
    expect(screen.problems).toEqual([]);
  });
});
