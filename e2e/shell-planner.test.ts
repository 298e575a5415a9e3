import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

const title = 'Ten days in Portugal';

interface StoredPlan {
  readonly tasks: readonly { readonly title: string; readonly day: number; readonly done: boolean }[];
  readonly lines: readonly { readonly title: string; readonly spent: number }[];
}

describe.skipIf(noBrowser !== undefined)(inBrowser('the planner'), () => {
  let product: Product;
  let api: Api;
  let planner: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    const { id } = await api.firstWorkspace();
    planner = (await api.artifacts(id)).find((artifact) => artifact.title === title)?.id ?? '';
  });

  afterAll(() => product[Symbol.asyncDispose]());

  const stored = async (): Promise<StoredPlan> =>
    (await api.artifact(planner)).context as unknown as StoredPlan;
  const task = async (name: string) => (await stored()).tasks.find((one) => one.title === name);
  /** Marks the document of the View: a new page would have lost the mark. */
  const mark = (view: Frame) => view.evaluate(() => document.body.setAttribute('data-mark', 'the same'));
  const isMarked = (view: Frame) =>
    view.evaluate(() => document.body.getAttribute('data-mark') === 'the same');

  test('J1, J5: the first steps tick themselves, lead to where they are done, and go for good', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const steps = page.getByRole('region', { name: 'First steps' });
    const step = (name: string) => steps.getByRole('button', { name });
    const done = async () =>
      (await steps.getByRole('button', { name: /, done$/ }).allInnerTexts()).map(
        (text) => text.split('\n')[0],
      );
    await step('Open the planner').waitFor();
    // The agent of the tests has a model.
    await until('what is there is ticked', async () => (await done()).join() === 'Connect a model');
    await step('Open the planner').press('Enter');
    await page.getByRole('dialog', { name: title }).last().waitFor();
    await until('the step is ticked', async () => (await done())[0] === 'Open the planner');
    const { id } = await api.firstWorkspace();
    const board = (await api.artifacts(id)).find((artifact) => artifact.title === 'Getting to know Loggia');
    await api.call('updateArtifact', { artifact: board?.id, context: { columns: [], cards: [] } });
    await until('the step is ticked', async () => (await done())[1] === 'Move a card');
    await step('Commit').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Commit', exact: true });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Clear the board');
    await dialog.getByRole('button', { name: /^Commit/ }).click();
    await until('the step is ticked', async () => (await done()).includes('Commit'));
    await step('Connect a model').press('Enter');
    await page.waitForURL(/settings\/models/);
    await screen.go();
    await steps.getByRole('button', { name: /^Open the planner.*done$/ }).waitFor();
    await steps.getByRole('button', { name: 'Dismiss first steps' }).press('Enter');
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('option').first().waitFor();
    expect(await steps.count()).toBe(0);
    expect(screen.problems).toEqual([]);
  });

  test('E5, E6, H4, I4: it lives in the transcript, moves to the desk as it is, and follows the agent', async () => {
    const conversation = await product.session('planner');
    const screen = await product.screen();
    const { page } = screen;
    await screen.open(conversation);
    const view = await screen.newView(() => conversation.completed('show_planner', { artifact: planner }));
    await view.getByRole('heading', { name: title }).waitFor();
    await mark(view);

    // A person works in it where it is.
    const pack = 'Pack, then take half out';
    await screen.click(view, view.getByRole('checkbox', { name: `${pack} is done` }));
    await until('the task is done', async () => (await task(pack))?.done === true);
    const bar = view.getByRole('slider', { name: `When: ${pack}` });
    await bar.focus();
    await bar.press('ArrowRight');
    await until('the task has moved', async () => (await task(pack))?.day === 3);
    expect(await bar.getAttribute('aria-valuetext')).toBe('Day 3');
    await bar.press('Control+z');
    await until('the task is back', async () => (await task(pack))?.day === 2);
    const lunches = view.getByRole('spinbutton', { name: 'Spent on Long lunches' });
    await lunches.fill('45');
    await lunches.press('Enter');
    await until('the budget is saved', async () =>
      (await stored()).lines.some((line) => line.title === 'Long lunches' && line.spent === 45),
    );

    // On to the desk: the same page, not another one.
    await page.getByRole('button', { name: 'Open as a window' }).first().click();
    await screen.go();
    const window = page.getByRole('dialog', { name: title }).last();
    await window.waitFor();
    await screen.settle(view);
    expect(await isMarked(view)).toBe(true);
    expect(await view.getByRole('checkbox', { name: `${pack} is done` }).isChecked()).toBe(true);

    // The agent changes the plan, and the View follows.
    await conversation.completed('change_planner_task', {
      artifact: planner,
      task: 'Porto, slowly',
      day: 10,
    });
    const porto = view.getByRole('slider', { name: 'When: Porto, slowly' });
    await until('the View follows', async () => (await porto.getAttribute('aria-valuenow')) === '10');
    await conversation.completed('set_planner_start', { artifact: planner, start: '2027-05-01' });
    await until('days have dates', async () =>
      /May/.test((await porto.getAttribute('aria-valuetext')) ?? ''),
    );
    expect(await isMarked(view)).toBe(true);
    expect(screen.problems).toEqual([]);
  });
});
