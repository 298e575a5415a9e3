import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Artifact, WorkspaceSummary } from '@loggia/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';
import { hostileMarkdown, hostilePage, hostileSvg } from './src/renderers/hostile-texts.ts';
import { opened, textIn } from './src/renderers/opened.ts';
import { hostilePdf } from './src/renderers/pdf.ts';

const gone = 'evil.example';

describe.skipIf(noBrowser !== undefined)(inBrowser('the renderers of the shell'), () => {
  let product: Product;
  let api: Api;
  let workspace: string;

  beforeAll(async () => {
    product = await Product.start();
    api = new Api(() => product.data.endpoint());
  });
  beforeEach(async () => {
    // Windows stay open, and the next screen would show those of the test before.
    const made = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', { title: 'Texts' });
    workspace = made.workspace.id;
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

  test('J2: nothing in a Markdown text runs, loads, or poses as the shell', async () => {
    // Without the policy of the page: what is shown has to be harmless by itself.
    const screen = await product.screen({ bypassCSP: true });
    const { page } = screen;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const artifact = await file('hostile.md', `${hostileMarkdown.join('\n\n')}\n\nThe end of it.\n`);
    const pane = await opened(product, screen, artifact);
    await pane.getByText('The end of it.').waitFor();
    const found = await pane.locator('.markdown').evaluate((root) => {
      const inside = [...root.querySelectorAll('.markdown-block *')];
      return {
        hurt: (globalThis as { hurt?: unknown }).hurt,
        tags: [...new Set(inside.map(({ localName }) => localName))].toSorted(),
        attributes: [...new Set(inside.flatMap((element) => element.getAttributeNames()))].toSorted(),
        links: [...root.querySelectorAll('a')].map((link) => [
          link.getAttribute('href'),
          link.rel,
          link.target,
        ]),
        pictures: [...root.querySelectorAll('img')].map(({ src }) => src),
      };
    });
    expect(found.hurt).toBeUndefined();
    const harmless = [
      'a',
      'br',
      'code',
      'details',
      'div',
      'p',
      'span',
      'summary',
      'table',
      'tbody',
      'td',
      'tr',
    ];
    expect(found.tags.filter((tag) => !harmless.includes(tag))).toEqual([]);
    expect(found.attributes).toEqual(['class', 'href', 'open', 'rel', 'target', 'title']);
    const kept = found.links.filter(([address]) => address !== null);
    expect(new Set(kept.map(([address]) => new URL(address ?? '').protocol))).toEqual(new Set(['https:']));
    expect(new Set(kept.map(([, rel, target]) => `${rel} ${target}`))).toEqual(
      new Set(['noopener noreferrer nofollow _blank']),
    );
    expect(found.links.length).toBeGreaterThan(kept.length + 5);
    expect(found.pictures).toEqual([]);
    expect(asked.filter((url) => url.includes(gone))).toEqual([]);
    expect(screen.dialogs).toEqual([]);
    await pane.getByText('Picture “tracker” from evil.example is not loaded').waitFor();
  });

  test('J2: Markdown has tables, tasks, code and links', async () => {
    const screen = await product.screen();
    const text =
      '# Notes\n\n- [x] done\n- [ ] open\n\n|a|b|\n|:-|-:|\n|1|2|\n\n```js\nlet a;\n```\n\n[out](https://example.com)\n\n' +
      '![dot](data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)\n';
    const pane = await opened(product, screen, await file('notes.md', text));
    await pane.getByRole('heading', { name: 'Notes' }).waitFor();
    expect(await pane.getByRole('checkbox', { name: 'Done' }).isChecked()).toBe(true);
    expect(await pane.getByRole('checkbox', { name: 'To do' }).isDisabled()).toBe(true);
    expect(await pane.getByRole('cell', { name: '2' }).getAttribute('align')).toBe('right');
    expect(await pane.locator('pre code').innerText()).toBe('let a;');
    expect(await pane.getByRole('img', { name: 'dot' }).count()).toBe(1);
    expect(screen.problems).toEqual([]);
  });

  test('J2: a drawing is a picture, whatever it has in it', async () => {
    const screen = await product.screen({ bypassCSP: true });
    const asked: string[] = [];
    screen.page.on('request', (request) => asked.push(request.url()));
    const pane = await opened(product, screen, await file('drawing.svg', hostileSvg));
    const picture = pane.getByRole('img', { name: 'drawing.svg' });
    await until('it is drawn', () =>
      picture.evaluate((image) => (image as HTMLImageElement).naturalWidth === 320),
    );
    expect(await screen.page.evaluate(() => (globalThis as { hurt?: unknown }).hurt)).toBeUndefined();
    expect(asked.filter((url) => url.includes('hurt-by-svg'))).toEqual([]);
    await pane.getByRole('button', { name: 'Zoom in' }).click();
    await pane.getByText('125 %').waitFor();
  });

  test('J2: a PDF is drawn page by page; its scripts do nothing, and its links to the web ask first', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const pane = await opened(product, screen, await file('heron.pdf', hostilePdf(60)));
    await pane.getByText('The heron number 1 stands by the water.').waitFor();
    await until('it is drawn', async () => (await pane.locator('.pdf-picture canvas').count()) > 0);
    expect(await pane.locator('.pdf-page').count()).toBeLessThan(6);
    const links = pane.getByRole('group', { name: 'Page 1', exact: true }).getByRole('button');
    await until('its links are there', async () => (await links.count()) > 0);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')))).toEqual([
      'Link to https://example.com/from-a-pdf',
    ]);
    await links.first().click();
    const question = page.getByRole('dialog', { name: 'Open this link?' });
    await question.getByText('https://example.com/from-a-pdf').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(screen.context.pages()).toHaveLength(1);
    expect(screen.dialogs).toEqual([]);
    expect(await page.evaluate(() => (globalThis as { hurt?: unknown }).hurt)).toBeUndefined();

    const field = pane.getByRole('searchbox', { name: 'Find in this PDF' });
    await field.fill('HERON number 47');
    await pane.getByText('1 found').waitFor();
    await field.press('Enter');
    await pane.getByText('The heron number 47 stands by the water.').waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J2: what only calls itself a PDF is said to be none, and can be downloaded', async () => {
    const screen = await product.screen();
    const pane = await opened(product, screen, await file('broken.pdf', '%PDF-1.7\nnothing of the kind'));
    await pane.getByText('This PDF can’t be read.').waitFor();
    expect(await pane.getByRole('button', { name: 'Download it' }).count()).toBe(1);
  });

  test('J2: a table of 100,000 rows is sorted and filtered, and its formulas stay text', async () => {
    const screen = await product.screen();
    const rows = Array.from({ length: 100_000 }, (_, at) => `${at},=1+${at},${(at * 7919) % 100_003}`);
    const pane = await opened(
      product,
      screen,
      await file('many.csv', `id;formula;mixed\n${rows.join('\n')}`.replaceAll(',', ';')),
    );
    await pane.getByText('100,000 rows').waitFor();
    await pane.getByRole('cell', { name: '=1+0', exact: true }).waitFor();
    expect(await pane.getByRole('row').count()).toBeLessThan(120);
    const firstCell = pane.getByRole('row').nth(1).getByRole('cell').nth(2);
    await pane.getByRole('button', { name: 'mixed' }).click();
    await pane.getByRole('button', { name: 'mixed' }).click();
    await until('the largest is first', async () => (await firstCell.innerText()) === '100002');
    expect(await pane.getByRole('columnheader', { name: 'mixed' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await pane.getByRole('searchbox', { name: 'Show rows with' }).fill('=1+99999');
    await pane.getByText('1 of 100,000 rows').waitFor();
    expect(screen.problems).toEqual([]);
  });

  test('J2: JSON that is nested two million times, or has 150,000 items, is a tree that answers', async () => {
    const screen = await product.screen();
    const deep = await opened(product, screen, await file('deep.json', '['.repeat(2e6) + ']'.repeat(2e6)));
    const tree = deep.getByRole('tree');
    await tree.waitFor();
    await tree.press('End');
    await tree.press('ArrowRight');
    await until('one more is open', async () => (await deep.getByRole('treeitem').count()) === 4);

    const list = Array.from({ length: 150_000 }, (_, id) => ({ id, text: `item ${id}.` }));
    const wide = await opened(product, screen, await file('wide.json', JSON.stringify({ list })));
    await wide.getByRole('treeitem', { name: '150,000' }).waitFor();
    const field = wide.getByRole('searchbox');
    await field.fill('item 123456.');
    await wide.getByText('1 found').waitFor();
    await field.press('Enter');
    await wide.getByText('/list/123456/text').waitFor();
    expect(await wide.getByRole('treeitem').count()).toBeLessThan(120);
    expect(screen.problems).toEqual([]);
  });

  test('J2: sound plays from an address of its own', async () => {
    const screen = await product.screen();
    const pane = await opened(product, screen, await file('tone.wav', tone()));
    const player = pane.locator('audio');
    await until('it knows how long it is', () =>
      player.evaluate((audio) => (audio as HTMLAudioElement).duration === 1),
    );
    expect(
      new URL(await player.evaluate((audio) => (audio as HTMLAudioElement).currentSrc)).pathname,
    ).toMatch(/^\/content\//);
  });

  test('J10: a hostile page is drawn and does nothing; its source is edited beside', async () => {
    const screen = await product.screen({ expected: [/frame-src|sandboxed|Blocked|ERR_BLOCKED/i] });
    const { page, context } = screen;
    // A listener notices every request, whatever the browser reports about it.
    let calls = 0;
    const evil = createServer(() => void (calls += 1)).listen(0, '127.0.0.1');
    await once(evil, 'listening');
    onTestFinished(() => void evil.close());
    const address = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
    const pane = await opened(product, screen, await file('page.html', hostilePage(address)));
    const frame = pane.frameLocator('iframe[title="page.html"]');
    const heading = frame.getByRole('heading', { name: 'A page of herons' });
    await heading.waitFor();
    // Its own styles are there, and nothing else of it.
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    for (const name of ['to a window', 'to the top', 'to itself', 'send']) {
      const one = pane.frameLocator('iframe[title="page.html"]').getByText(name, { exact: true });
      if ((await one.count()) > 0) await one.click({ noWaitAfter: true });
    }
    // Long enough for a refresh of no seconds and for an animation to have fired.
    await page.waitForTimeout(1000);
    expect(calls).toBe(0);
    expect(await page.evaluate(() => (globalThis as { hurt?: unknown }).hurt)).toBeUndefined();
    expect([context.pages().length, screen.dialogs]).toEqual([1, []]);
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    expect(await pane.locator('iframe').getAttribute('sandbox')).toBe('');

    await pane.getByRole('button', { name: 'Source' }).click();
    const field = pane.getByRole('textbox', { name: 'page.html', exact: true });
    await field.waitFor();
    await field.fill('<h1>Mine</h1>');
    await pane.getByText('Saved', { exact: true }).waitFor();
    await pane.getByRole('button', { name: 'Page' }).click();
    await pane.frameLocator('iframe').getByRole('heading', { name: 'Mine' }).waitFor();
  });

  const textOf = async (artifact: Artifact): Promise<string> =>
    (await api.fetch(`artifacts/${artifact.id}/content`)).text();
  const write = (artifact: Artifact, text: string) =>
    api.call('updateArtifact', { artifact: artifact.id, content: { text } });

  test('J2: what is typed is saved as a draft, with the line ends that the file had', async () => {
    const screen = await product.screen();
    const artifact = await file('windows.txt', 'one\r\ntwo\r\n');
    const pane = await opened(product, screen, artifact);
    const field = pane.getByRole('textbox', { name: 'windows.txt' });
    await field.waitFor();
    await field.fill('one\ntwo\nthree\n');
    await until('it is saved', async () => (await textOf(artifact)) === 'one\r\ntwo\r\nthree\r\n');
    await pane.getByText('Saved').waitFor();
    expect(await textIn(field)).toBe('one\ntwo\nthree\n');
  });

  test('F5: what somebody else writes appears while it is read; F3: and is a conflict while one writes', async () => {
    const screen = await product.screen();
    const artifact = await file('shared.txt', 'first\n');
    const pane = await opened(product, screen, artifact);
    const field = pane.getByRole('textbox', { name: 'shared.txt' });
    await field.waitFor();
    await write(artifact, 'second\n');
    await until('theirs is seen', async () => (await textIn(field)) === 'second\n');

    // Somebody writes in the moment between typing and saving: there, time stands still.
    await screen.page.clock.install();
    await screen.page.clock.pauseAt(Date.now() + 1000);
    await field.fill('mine\n');
    await write(artifact, 'theirs\n');
    await pane.getByText('Someone else changed the same lines while you were writing.').waitFor();
    expect([await textIn(field), await textOf(artifact)]).toEqual(['mine\n', 'theirs\n']);
    await screen.page.clock.resume();
    await pane.getByRole('button', { name: 'Merge the changes' }).click();
    const merge = pane.getByRole('region', { name: 'Merge the changes' });
    await merge.getByText('1 of 1 place needs your decision.').waitFor();
    await merge.getByRole('button', { name: 'Keep both' }).click();
    expect(await merge.getByRole('textbox', { name: 'Result' }).inputValue()).toBe('mine\ntheirs\n');
    await merge.getByRole('button', { name: 'Save the merged text' }).click();
    await until('both are saved', async () => (await textOf(artifact)) === 'mine\ntheirs\n');
    await until('both are in the editor', async () => (await textIn(field)) === 'mine\ntheirs\n');
  });

  test('J2: an old version is shown as it was, cannot be edited, and can be restored', async () => {
    const screen = await product.screen();
    const artifact = await file('history.txt', 'as it was\n');
    await api.call('commitArtifacts', { artifacts: [{ id: artifact.id }], message: 'First' });
    await write(artifact, 'as it is\n');
    await api.call('commitArtifacts', { artifacts: [{ id: artifact.id }], message: 'Second' });
    const pane = await opened(product, screen, artifact, 1);
    await pane.getByText('Version 1 of 2').waitFor();
    const field = pane.getByRole('textbox', { name: 'history.txt' });
    await field.waitFor();
    expect([await textIn(field), await field.getAttribute('aria-readonly')]).toEqual(['as it was\n', 'true']);
    await pane.getByRole('button', { name: 'Restore' }).click();
    await until('it is the draft', async () => (await textOf(artifact)) === 'as it was\n');
    await screen.page.getByRole('button', { name: 'Undo' }).click();
    await until('it is undone', async () => (await textOf(artifact)) === 'as it is\n');
    expect((await api.artifact(artifact.id)).state).toBe('committed');
  });
});

/** A second of one tone. */
function tone(): Buffer {
  const samples = 8000;
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(samples, 24);
  bytes.writeUInt32LE(samples, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at += 1) bytes[44 + at] = 128 + Math.round(60 * Math.sin(at / 5));
  return bytes;
}
