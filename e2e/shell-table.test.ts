import { readFile } from 'node:fs/promises';
import type { Artifact } from '@loggia/protocol';
import type { Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

const tableType = 'application/vnd.loggia.table+json';
const cities = ['City,Population,Share', 'Turin,847000,10%', 'Aachen,249000,20%', 'Lyon,522000,5%', ''];

/** Decodes a PNG in the browser, which rejects a damaged one. */
function drawnBy(page: Page, png: Buffer) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(4);
    const pixels = new Uint32Array(data.buffer);
    const drawn = pixels.filter((pixel) => pixel !== pixels[0]).length;
    return {
      width,
      height,
      corner: [...data.slice(0, 4)],
      colors: new Set(pixels).size,
      share: drawn / pixels.length,
    };
  }, png.toString('base64'));
}

describe.skipIf(noBrowser !== undefined)(inBrowser('a table in its View'), () => {
  let product: Product;
  let api: Api;
  let screen: Screen;
  let artifact: Artifact;
  let view: Frame;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const isKnown = async () => (await api.explain(workspace, tableType)).type !== undefined;
    await until('the type is known', isKnown, 30_000);
    artifact = await api.create({
      workspace,
      type: tableType,
      title: 'Places',
      context: {},
      content: { text: cities.join('\n') },
    });
    screen = await product.sharedScreen();
    await screen.page.getByRole('option').filter({ hasText: 'Places' }).dblclick();
    view = await screen.view((frame) => frame.getByText('Aachen').first().isVisible());
    await screen.settle(view);
    await screen.nobodyWrites();
  });
  afterEach(({ task }) => screen.pictureOfFailure(task));
  afterAll(() => product[Symbol.asyncDispose]());

  const cell = (text: string): Locator => view.getByRole('gridcell', { name: text, exact: true });
  const header = (name: RegExp): Locator => view.getByRole('columnheader', { name });
  const column = (at: number): Promise<string[]> =>
    view
      .getByRole('row')
      .locator(`[role=gridcell][aria-colindex="${at}"]`)
      .evaluateAll((cells) =>
        cells
          .map((each) => [each.getBoundingClientRect().top, each.textContent ?? ''] as const)
          .sort(([a], [b]) => a - b)
          .map(([, text]) => text),
      );
  const shows = (at: number, expected: readonly string[]): Promise<unknown> =>
    until(`column ${at} is ${expected.join(', ')}`, async () => {
      return JSON.stringify(await column(at)) === JSON.stringify(expected);
    });
  async function type(text: string, into: string): Promise<void> {
    await cell(into).click();
    await view.getByRole('grid').press('Enter');
    const editor = view.locator('.grid-editor');
    await editor.fill(text);
    await editor.press('Enter');
  }

  test('J2: one odd cell is marked, and its column stays what it is, also in order and after Undo', async () => {
    await header(/^Population Number/).click();
    await shows(2, ['249,000', '522,000', '847,000']);
    await type('unknown', '522,000');
    await header(/^Population Number/).waitFor();
    const odd = cell('unknown');
    expect(await odd.getAttribute('aria-invalid')).toBe('true');
    expect(await odd.getAttribute('title')).toMatch(/^This isn't a number/);
    await header(/^Population/).click();
    await shows(2, ['847,000', '249,000', 'unknown']);
    await view.getByRole('button', { name: 'Undo' }).click();
    await shows(2, ['847,000', '522,000', '249,000']);
    expect(await view.locator('[aria-invalid]').count()).toBe(0);
  });

  test('J2: a formula is typed, calculated, and calculated again when a cell that it reads changes', async () => {
    await view.getByRole('button', { name: 'More', exact: true }).click();
    await view.getByRole('menuitem', { name: 'Clear sorting and filters' }).click();
    await view.getByRole('button', { name: 'Add a row' }).click();
    await view.getByRole('grid').press('ArrowRight');
    await screen.page.keyboard.type('=SUM(B2:B4)');
    await screen.page.keyboard.press('Enter');
    await shows(2, ['847,000', '249,000', '522,000', '1,618,000']);
    await type('1000', '522,000');
    await shows(2, ['847,000', '249,000', '1000', '1,097,000']);

    await cell('1,097,000').click();
    const bar = view.getByRole('textbox', { name: 'Content of B5, Population' });
    expect(await bar.inputValue()).toBe('=SUM(B2:B4)');
    await bar.fill('=B2/0');
    await bar.press('Enter');
    await cell('#DIV/0!').waitFor();
    expect(await cell('#DIV/0!').getAttribute('aria-description')).toMatch(/divided by zero/);
    await view.getByText("Numbers can't be divided by zero or by an empty cell.").waitFor();
    await view.getByRole('button', { name: 'Undo' }).click();
    await shows(2, ['847,000', '249,000', '1000', '1,097,000']);
    await until('the file has the formula', async () => {
      const { text } = await api.call<{ text: string }>('readContent', { artifact: artifact.id });
      return text.includes('=SUM(B2:B4)');
    });
  });

  test('J2: a chart is drawn in several shapes and saved as SVG and PNG', async () => {
    await view.getByRole('button', { name: 'Chart', exact: true }).click();
    const chart = view.getByRole('region', { name: 'Chart' });
    await chart.getByRole('img', { name: 'Sum of Population by City' }).waitFor();
    expect(await chart.getByRole('rowheader', { name: 'Aachen' }).count()).toBe(1);
    for (const shape of ['Stacked bars', 'Lines', 'Areas', 'Scatter', 'Histogram', 'Donut']) {
      await chart.getByRole('combobox', { name: 'Chart' }).selectOption(shape);
      await chart.getByRole('img').waitFor();
    }
    const saved = async (format: string): Promise<Buffer> => {
      await chart.getByRole('button', { name: 'Save the chart' }).click();
      const saving = screen.page.waitForEvent('download');
      await view.getByRole('menuitem', { name: `As ${format}` }).click();
      await screen.page.getByRole('button', { name: 'Save', exact: true }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe(`Sum of Population by City.${format.toLowerCase()}`);
      return readFile(await file.path());
    };
    const text = (await saved('SVG')).toString('utf8');
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(text).not.toMatch(/class=|var\(/);

    const [width, height] = ['width', 'height'].map((side) =>
      Number(new RegExp(`^<svg [^>]*\\b${side}="(\\d+)`).exec(text)?.[1]),
    );
    const picture = await drawnBy(screen.page, await saved('PNG'));
    // Twice as many pixels as on the screen, the ground in the corner, and several colors on it.
    expect([picture.width, picture.height]).toEqual([2 * (width ?? NaN), 2 * (height ?? NaN)]);
    expect(picture.corner[3]).toBe(255);
    expect(picture.colors).toBeGreaterThan(10);
    expect(picture.share).toBeGreaterThan(0.02);
    await chart.getByRole('button', { name: 'Close the chart' }).click();
  });

  test('J2: cards show rows of tables, names and values of JSON, and pictures that suit a dark desk', async () => {
    const { id: workspace } = await api.firstWorkspace();
    const json = {
      type: 'application/json',
      title: 'Facts',
      content: { text: '{"name":"Aqueduct","arches":12}' },
    };
    await api.create({ workspace, ...json });
    const board = { columns: [{ id: 'a', title: 'To do' }], cards: [] };
    await api.create({
      workspace,
      type: 'application/vnd.loggia.board+json',
      title: 'Plain board',
      context: board,
    });
    const other = await product.screen({ colorScheme: 'dark' });
    const card = (title: string): Locator => other.page.getByRole('option').filter({ hasText: title });
    const rows = card('Places').locator('.desk-card-rows');
    await rows.getByText('Population', { exact: true }).waitFor({ state: 'attached' });
    await rows.getByText('847,000').waitFor({ state: 'attached' });
    await card('Facts').locator('.desk-card-rows').getByText('Aqueduct').waitFor({ state: 'attached' });
    const picture = card('Plain board').locator('.desk-card-image');
    await picture.waitFor();
    const opacity = await picture.evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) return undefined;
      await image.decode();
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      return context?.getImageData(2, 2, 1, 1).data[3];
    });
    expect(opacity).toBe(0);
  });

  test('J2: a chosen type is kept with the artifact', async () => {
    await header(/^Share Percent/)
      .locator('.head-kind')
      .click();
    await view.getByRole('menuitemcheckbox', { name: 'Text', exact: true }).click();
    await header(/^Share Text/).waitFor();
    await until('the context has it', async () => {
      const { context } = await api.artifact(artifact.id);
      return (context['columns'] as { kind?: string }[] | undefined)?.[2]?.kind === 'text';
    });
  });
});
