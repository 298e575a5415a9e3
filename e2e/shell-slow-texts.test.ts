import type { Artifact } from '@loggia/protocol';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, noBrowser, Product, type Screen } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { opened } from './src/renderers/opened.ts';

/** Far more than any of these takes, far less than a text that makes the shell hang. */
const hungSeconds = 8;

const deep = (open: string, close: string, count: number): string =>
  `${open.repeat(count)}x${close.repeat(count)}`;

const texts: Readonly<Record<string, string>> = {
  'letters.md': `${'a'.repeat(120_000)}@`,
  'emphasis.md': 'a**b'.repeat(50_000),
  'pictures.md': '![**a'.repeat(40_000),
  'brackets.md': deep('[', ']', 100_000),
  'elements.md': deep('<b>', '</b>', 60_000),
  'boxes.md': deep('<div>', '</div>', 15_000),
  'tables.md': deep('<table><tr><td>', '</td></tr></table>', 4_000),
  'list.md': '- a\n'.repeat(24_000),
  'items.md': '- a\n'.repeat(3_000),
  'cells.md': `a|b\n-|-\n${'c|d\n'.repeat(1_900)}`,
  'rows.md': `a|b\n-|-\n${'c|d\n'.repeat(20_000)}`,
  'paragraphs.md': 'a\n\n'.repeat(300_000),
  'references.md': `[a]: https://e.example/${'u'.repeat(1_900)}\n\n${'[a]\n\n'.repeat(50_000)}`,
  'entities.md': '&amp;'.repeat(100_000),
  'line.md': 'word '.repeat(390_000),
  'line.txt': 'a'.repeat(5_000_000),
  'lines.txt': 'a\n'.repeat(1_000_000),
  'line.csv': 'a,'.repeat(2_500_000),
  'field.csv': `a\n${'b'.repeat(5_000_000)}`,
  'quotes.csv': '"'.repeat(2_000_000),
  'line.json': `"${'a'.repeat(5_000_000)}"`,
  'nested.json': deep('[', ']', 50_000),
  'wide.json': `[${'1,'.repeat(1_000_000)}1]`,
  'keys.json': `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
};

describe.skipIf(noBrowser !== undefined)(inBrowser('texts that were made to be slow'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;
  let screen: Screen;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
    screen = await product.sharedScreen();
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  async function file(title: string, content: string): Promise<Artifact> {
    const response = await api.fetch('content', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(content),
    });
    const { content: stored } = (await response.json()) as { content: { hash: string } };
    return api.create({ workspace, title, fileName: title, content: { hash: stored.hash } });
  }

  /** How long the page's own thread worked, not counting the time in which others had the processor. */
  async function workOf(page: Page, work: () => Promise<void>): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const before = await worked();
    await work();
    const after = await worked();
    await session.detach();
    return after - before;
  }

  test.each(Object.entries(texts))('SE10: %s is shown while the shell goes on', async (title, content) => {
    const artifact = await file(title, content);
    const seconds = await workOf(screen.page, async () => {
      const pane = await opened(product, screen, artifact);
      await pane
        .locator(
          '.markdown > *, [role=treeitem], .renderer-grid, .renderer-code, .renderer-page, .renderer-banner',
        )
        .first()
        .waitFor({ state: 'attached' });
      // Wait until the drawn text is laid out, too.
      await pane.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await screen.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    });
    expect(seconds).toBeLessThan(hungSeconds);
  });
});
