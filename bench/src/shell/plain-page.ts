import type { Page } from 'playwright-core';
import { addressOf } from './opened-product.ts';
import { turnId, type StoredChat } from './stored-chats.ts';

/**
 * The same turns as static text: the shell's rendered rows, in a page without a script. A browser can't scroll through
 * them more smoothly than that.
 */
export async function plainPageOf(shell: Page, { session, chat }: StoredChat): Promise<Page> {
  // From the first turn on all of them are loaded, and rows keep their positions.
  await shell.evaluate((to) => location.assign(to), addressOf('-', 'session', session, chat, turnId(0)));
  await shell.locator('.transcript-row').filter({ hasText: 'Question 0:' }).first().waitFor();
  const { rows, styles } = await shell.evaluate(async () => {
    const scroller = document.querySelector('.transcript-scroller');
    if (!scroller) throw new Error('There is no transcript.');
    const drawn = new Map<number, string>();
    for (let before = -1; before !== scroller.scrollTop;) {
      before = scroller.scrollTop;
      scroller.scrollTop += scroller.clientHeight / 2;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (const row of document.querySelectorAll<HTMLElement>('.transcript-row'))
        drawn.set(Number(row.dataset['index']), row.innerHTML);
    }
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return {
      rows: [...drawn].toSorted(([a], [b]) => a - b).map(([, html]) => html),
      styles: rules.map(({ cssText }) => cssText).join('\n'),
    };
  });
  const page = await shell.context().newPage();
  const text = rows
    .map((html) => `<div class="transcript-row" style="position:static">${html}</div>`)
    .join('');
  await page.setContent(
    `<!doctype html><style>${styles}</style>
    <div class="transcript-scroller scroll-area" style="height:100vh;overflow-y:auto">${text}</div>`,
  );
  return page;
}
