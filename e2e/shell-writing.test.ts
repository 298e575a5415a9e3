import type { Artifact } from '@loggia/protocol';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './src/axe.ts';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { opened, textIn } from './src/renderers/opened.ts';

/** One red point. */
const point =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe.skipIf(noBrowser !== undefined)(inBrowser('writing'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
    workspace = (await api.firstWorkspace()).id;
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
  });

  async function file(title: string, content: string | Uint8Array): Promise<Artifact> {
    const response = await api.fetch('content', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(content),
    });
    const { content: stored } = (await response.json()) as { content: { hash: string } };
    return api.create({ workspace, title, fileName: title, content: { hash: stored.hash } });
  }

  const textOf = async ({ id }: Pick<Artifact, 'id'>): Promise<string> =>
    (await api.fetch(`artifacts/${id}/content`)).text();

  /** The editor of a document, with the caret at its end. */
  async function editorOf(pane: Locator, title: string): Promise<Locator> {
    await pane.getByRole('button', { name: 'Write' }).click();
    const editor = pane.getByRole('textbox', { name: title, exact: true });
    await editor.waitFor();
    await editor.focus();
    await editor.press('Control+End');
    return editor;
  }

  test('J10: a document is written with keys and a toolbar, its lists go on, and it is seen beside', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const artifact = await file('plan.md', '');
    const pane = await opened(product, screen, artifact);
    const editor = pane.getByRole('textbox', { name: 'plan.md', exact: true });
    await editor.waitFor();
    await editor.focus();
    await page.keyboard.type('The ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('heron');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await pane.getByRole('button', { name: 'Task list', exact: true }).click();
    await page.keyboard.type('stand');
    await page.keyboard.press('Enter');
    await page.keyboard.type('wait');
    await until(
      'it is saved',
      async () => (await textOf(artifact)) === 'The **heron**\n- [ ] stand\n- [ ] wait',
    );
    const preview = pane.getByRole('region', { name: 'Preview of plan.md' });
    await preview.getByRole('listitem').filter({ hasText: 'wait' }).waitFor();
    expect(await preview.locator('strong').innerText()).toBe('heron');
    expect(await seriousFindings(page, 'the editor')).toEqual([]);
    await page.keyboard.press('Control+z');
    await until('the last word is gone', async () => !(await textIn(editor)).includes('wait'));
    // Tab belongs to the editor; after Escape it leaves.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor.evaluate((element) => element.matches(':focus'))).toBe(false);
    expect(screen.problems).toEqual([]);
  });

  test('J10: words are found and replaced', async () => {
    const screen = await product.screen();
    const artifact = await file('words.txt', 'one two one\n');
    const pane = await opened(product, screen, artifact);
    const editor = pane.getByRole('textbox', { name: 'words.txt', exact: true });
    await editor.waitFor();
    await editor.focus();
    await editor.press('Control+f');
    await pane.getByRole('textbox', { name: 'Find' }).fill('one');
    expect(await seriousFindings(screen.page, 'find and replace')).toEqual([]);
    await pane.getByRole('textbox', { name: 'Replace' }).fill('three');
    await pane.getByRole('button', { name: 'replace all' }).click();
    await until('it is replaced', async () => (await textOf(artifact)) === 'three two three\n');
    expect(screen.problems).toEqual([]);
  });

  test('J10: a pasted picture is kept on the desk and shown, and one by name is found there', async () => {
    const screen = await product.screen();
    const { page } = screen;
    await file('photo.png', Buffer.from(point, 'base64'));
    const artifact = await file('album.md', '![by name](photos/photo.png)\n\n![gone](other.png)\n\n');
    const pane = await opened(product, screen, artifact);
    const isDrawn = (name: string) => async (): Promise<boolean> => {
      const picture = pane.getByRole('img', { name });
      return picture.evaluate((image) => (image as HTMLImageElement).naturalWidth === 1, undefined, {
        timeout: 10_000,
      });
    };
    await until('the picture is found by its name', isDrawn('by name'));
    await pane.getByText('Picture “other.png” isn’t on the desk').waitFor();
    const editor = await editorOf(pane, 'album.md');
    await editor.evaluate((element, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    }, point);
    const saved = await until('it is in the text', async () =>
      /!\[(Pasted picture [\d .-]+\.png)\]\(artifact:\/\/\/([\w-]+)\)/.exec(await textOf(artifact)),
    );
    expect((await api.artifact(saved[2] ?? '')).title).toBe(saved[1]);
    await pane.getByRole('button', { name: 'Read' }).click();
    await until('it is shown', isDrawn(saved[1] ?? ''));
    await page.keyboard.press('Escape');
    expect(screen.problems).toEqual([]);
  });

  test('J10: @ links to an artifact, and the link opens it', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const target = await file('House of herons.txt', 'A house.\n');
    const artifact = await file('links.md', 'See ');
    const pane = await opened(product, screen, artifact);
    const editor = await editorOf(pane, 'links.md');
    await page.keyboard.type('@House of');
    await pane.getByRole('option', { name: 'House of herons.txt' }).waitFor();
    await page.keyboard.press('Enter');
    const link = `See [House of herons.txt](artifact:///${target.id})`;
    await until('the link is saved', async () => (await textOf(artifact)) === link);
    await editor.locator('.cm-line').click({ position: { x: 60, y: 10 }, modifiers: ['Control'] });
    const house = page.getByRole('dialog', { name: 'House of herons.txt' });
    await house.getByText('A house.').waitFor();
    await house.getByRole('button', { name: 'Close', exact: true }).click();
    await house.waitFor({ state: 'detached' });
    expect(screen.problems).toEqual([]);
  });

  test('J10: JSON is edited as its source, and a mistake stands at its line', async () => {
    const screen = await product.screen();
    const artifact = await file('data.json', '{\n  "a": 1\n}\n');
    const pane = await opened(product, screen, artifact);
    await pane.getByRole('tree').waitFor();
    await pane.getByRole('button', { name: 'Source' }).click();
    const editor = pane.getByRole('textbox', { name: 'data.json', exact: true });
    await editor.waitFor();
    const rewrite = async (text: string): Promise<void> => {
      await editor.focus();
      await screen.page.keyboard.press('Control+a');
      await screen.page.keyboard.insertText(text);
    };
    await rewrite('{\n  "a": 1\n  "b": 2\n}\n');
    await pane.getByText('Line 3: Expected a comma.').waitFor();
    await pane.locator('.cm-lint-marker-error').waitFor();
    expect(await seriousFindings(screen.page, 'the editor of JSON')).toEqual([]);
    const [mark, third] = await Promise.all([
      pane.locator('.cm-lint-marker-error').boundingBox(),
      editor.locator('.cm-line').nth(2).boundingBox(),
    ]);
    expect(Math.abs((mark?.y ?? 0) - (third?.y ?? 1000))).toBeLessThan(12);
    await rewrite('{ "b": 2 }');
    await pane.getByText('Valid JSON').waitFor();
    await until('it is saved', async () => (await textOf(artifact)) === '{ "b": 2 }');
    expect(screen.problems).toEqual([]);
  });

  test('J10: code has the colors of its language, in a file and in a document', async () => {
    const screen = await product.screen();
    const colorsIn = async (editor: Locator): Promise<number> => {
      const colors = await editor
        .locator('.cm-line span')
        .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
      return new Set(colors).size;
    };
    const script = 'def heron(name: str):\n    # waits\n    return "by the water", 42\n';
    const python = await opened(product, screen, await file('heron.py', script));
    const editor = python.getByRole('textbox', { name: 'heron.py', exact: true });
    await until('it is colored', async () => (await colorsIn(editor)) >= 4);
    const document = await opened(product, screen, await file('code.md', `\`\`\`python\n${script}\`\`\`\n`));
    await document.locator('pre .code-keyword', { hasText: 'def' }).waitFor();
    const inside = await editorOf(document, 'code.md');
    await until('the block is colored', async () => (await colorsIn(inside)) >= 4);
    expect(screen.problems).toEqual([]);
  });

  test('J10: two people write in one text at once, and nothing of either is lost', async () => {
    const artifact = await file('together.md', 'Top\n\nMiddle\n\nBottom\n');
    const one = await product.screen();
    const pane = await opened(product, one, artifact);
    const other = await product.screen();
    const otherPane = await opened(product, other, artifact);
    const [mine, theirs] = [await editorOf(pane, 'together.md'), await editorOf(otherPane, 'together.md')];
    await mine.press('Control+Home');
    await mine.press('End');
    // The carets stay in their places while the other's letters come in above and below.
    for (const word of ['gray', 'heron', 'stands']) {
      await Promise.all([one.page.keyboard.type(` ${word}`), other.page.keyboard.type(`${word} `)]);
      const before = await textOf(artifact);
      await until('a part of it was saved', async () => (await textOf(artifact)) !== before);
    }
    const whole = 'Top gray heron stands\n\nMiddle\n\nBottom\ngray heron stands ';
    await until('both are saved', async () => (await textOf(artifact)) === whole);
    await until('both see it', async () =>
      (await Promise.all([textIn(mine), textIn(theirs)])).every((text) => text === whole),
    );
    // Undo takes back only the user's own edits.
    await mine.press('Control+z');
    await until('only mine is undone', async () => {
      const text = await textIn(mine);
      return text !== whole && text.endsWith('gray heron stands ');
    });
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  test('J10: what was not saved is there after a reload', async () => {
    const screen = await product.screen({ expected: [/Failed to load resource|ERR_/] });
    const artifact = await file('offline.txt', 'saved\n');
    const pane = await opened(product, screen, artifact);
    const editor = pane.getByRole('textbox', { name: 'offline.txt', exact: true });
    await editor.waitFor();
    await screen.page.clock.install();
    await screen.page.clock.pauseAt(Date.now() + 1000);
    await editor.fill('saved\nnot saved\n');
    await pane.getByText('Not saved yet').waitFor();
    // The page goes without a chance to send anything.
    await screen.context.setOffline(true);
    await screen.page.clock.runFor(300);
    await screen.context.setOffline(false);
    await api.call('updateArtifact', { artifact: artifact.id, content: { text: 'first\nsaved\n' } });
    await screen.page.reload();
    await screen.page.clock.resume();
    await until('both are saved', async () => (await textOf(artifact)) === 'first\nsaved\nnot saved\n');
  });

  test('J10: the browser asks before text goes that could not be saved, and only then', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const artifact = await file('leaving.txt', 'start\n');
    const pane = await opened(product, screen, artifact);
    const editor = pane.getByRole('textbox', { name: 'leaving.txt', exact: true });
    await editor.waitFor();
    await editor.fill('first\n');
    await until('it is saved', async () => (await textOf(artifact)) === 'first\n');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await editor.fill('mine\n');
    await pane.getByText('Not saved yet').waitFor();
    await api.call('updateArtifact', { artifact: artifact.id, content: { text: 'theirs\n' } });
    await page.clock.resume();
    const merge = pane.getByRole('button', { name: 'Merge the changes' });
    await merge.waitFor();
    await page.close({ runBeforeUnload: true });
    await until('the browser asks', async () => screen.dialogs.length === 1);
    expect(screen.dialogs[0]).toMatch(/^beforeunload/);
    await merge.click();
    await pane.getByRole('button', { name: 'Use all of mine' }).click();
    await pane.getByRole('button', { name: 'Save the merged text' }).click();
    await until('it is saved', async () => (await textOf(artifact)) === 'mine\n');
    await pane.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    expect([screen.dialogs.length, screen.problems]).toEqual([1, []]);
  });

  test('J10: editor and preview scroll together, by the line of the source', async () => {
    const screen = await product.screen();
    const parts = Array.from({ length: 60 }, (_, index) => {
      // Pictures of the same lines: a heading is higher than its source, a list of words is lower.
      const rest = index % 3 === 0 ? 'words '.repeat(60) : '- one\n- two';
      return `## Part ${index}\n\n${rest}\n`;
    });
    const artifact = await file('long.md', parts.join('\n'));
    const pane = await opened(product, screen, artifact);
    await pane.evaluate(scrollEditorAtOnce);
    await pane.getByRole('button', { name: 'Side by side' }).click();
    const source = pane.locator('.cm-scroller');
    const preview = pane.getByRole('region', { name: 'Preview of long.md' });
    await source.waitFor();
    /** The number of the first part whose heading is in sight. */
    const topPart = async (side: Locator, heading: string): Promise<number> =>
      side.evaluate((element, selector) => {
        const { top } = element.getBoundingClientRect();
        const root = element.getRootNode() as Document | ShadowRoot;
        const found = [...(element.shadowRoot ?? root).querySelectorAll(selector)]
          .filter((one) => element.contains(one) && /Part \d+/.test(one.textContent))
          .find((one) => one.getBoundingClientRect().bottom > top);
        return Number(/Part (\d+)/.exec(found?.textContent ?? '')?.[1] ?? -1);
      }, heading);
    const inSource = () => topPart(source, '.cm-line');
    const inPreview = () => topPart(preview, 'h2');
    const scrollTo = (side: Locator, share: number) =>
      side.evaluate((element, at) => {
        element.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
        element.scrollTop = (element.scrollHeight - element.clientHeight) * at;
      }, share);

    await until('the preview begins where the editor is', async () => {
      const [from, to] = [await inSource(), await inPreview()];
      return from > 5 && Math.abs(from - to) <= 1;
    });
    await scrollTo(source, 0.5);
    await until('the preview follows', async () => {
      const [from, to] = [await inSource(), await inPreview()];
      return from > 15 && Math.abs(from - to) <= 1;
    });
    await scrollTo(preview, 0.2);
    await until('the editor follows', async () => {
      const [from, to] = [await inSource(), await inPreview()];
      return to > 5 && to < 20 && Math.abs(from - to) <= 1;
    });
    await scrollTo(source, 1);
    await until('both are at their end', () =>
      preview.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 2),
    );
    expect(screen.problems).toEqual([]);
  });
});

/** Scrolls the editor as soon as it is on the page, before anything can listen to it. */
function scrollEditorAtOnce(pane: Element): void {
  const observer = new MutationObserver(() => {
    const source = pane.querySelector('.cm-scroller');
    if (!source || source.scrollHeight < 2000) return;
    observer.disconnect();
    source.scrollTop = 1500;
  });
  observer.observe(pane, { childList: true, subtree: true });
}
