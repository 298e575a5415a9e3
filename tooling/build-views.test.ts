import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { buildViews } from './build-views.mjs';
import { inlined, scriptText } from './inline-page.mjs';
import { temporaryTree, write } from './temporary-tree.ts';

/** Loading Vite alone takes seconds on a busy machine. */
const building = { timeout: 60_000 };

const page =
  '<!doctype html><html><body><p id="out"></p><script type="module" src="./main.ts"></script></body></html>';

const tree = {
  'handlers/one/view/index.html': page,
  'handlers/one/view/main.ts': `import './style.css';
    import { shared } from '../src/shared.ts';
    const text: string = shared + '</script><script>$&';
    document.querySelector('#out')!.textContent = text;`,
  'handlers/one/view/style.css': '@import "./more.css"; p { color: red; background: url(./dot.svg) }',
  'handlers/one/view/more.css': 'i { color: blue }',
  'handlers/one/view/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'handlers/one/src/shared.ts': 'export const shared = "from the server";',
  'handlers/none/src/main.ts': 'export {};',
};

const read = (root: string) => fs.readFileSync(path.join(root, 'handlers/one/dist/view.html'), 'utf8');

test('a view becomes one page with everything inside', building, async () => {
  const root = temporaryTree(tree);
  const [view, ...others] = await buildViews(root);
  const html = read(root);
  expect(others).toEqual([]);
  expect(view).toEqual({ name: 'one', bytes: Buffer.byteLength(html), built: true });
  expect(html).toContain('from the server');
  expect(html).toMatch(/<style>.*color:#?\w+.*<\/style>/s);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script/g)).toHaveLength(1);
  expect(html).toContain('$&');
  expect(html).not.toMatch(/\b(?:src|href)="|url\((?!["']?data:)|sourceMappingURL|@import/);
});

test('what is up to date is left alone, and every kind of input counts', building, async () => {
  const root = temporaryTree(tree);
  const built = async () => (await buildViews(root)).map((view) => view.built);
  expect(await built()).toEqual([true]);
  expect(await built()).toEqual([false]);
  const changes = {
    'handlers/one/src/shared.ts': 'export const shared = "changed";',
    'handlers/one/view/more.css': 'i { color: green }',
    'handlers/one/view/index.html': page.replace('<p', '<p class="x"'),
    'package-lock.json': '{}',
    'handlers/one/dist/view.html': 'broken',
  };
  for (const [file, text] of Object.entries(changes)) {
    write(root, file, text);
    expect({ file, built: await built() }).toEqual({ file, built: [true] });
    expect({ file, built: await built() }).toEqual({ file, built: [false] });
  }
  write(root, 'handlers/one/view/main.test.ts', '');
  expect(await built()).toEqual([false]);
  fs.rmSync(path.join(root, 'handlers/one/src/shared.ts'));
  await expect(built()).rejects.toThrow(/^The View of handlers\/one does not build\. .*shared\.ts/s);
});

test('a clone without handlers has no views', async () => {
  expect(await buildViews(temporaryTree({}))).toEqual([]);
});

test('what a page would have to load is an error that names it', () => {
  const html = { type: 'asset', fileName: 'index.html', source: '<script src="./a.js"></script>' };
  const script = { type: 'chunk', fileName: 'a.js', code: 'a' };
  expect(inlined([html, script])).toBe('<script type="module">a</script>');
  expect(() => inlined([html])).toThrow('./a.js');
  expect(() => inlined([html, script, { type: 'asset', fileName: 'b.woff2', source: '' }])).toThrow(
    'b.woff2',
  );
  expect(() => inlined([script])).toThrow('no page');
});

test('a script cannot end early, and means the same', () => {
  const code = 'globalThis.x = ["</SCRIPT>", `<script`, /<\\/script>/.test("</script>"), "<!--"]';
  const safe = scriptText(code);
  expect(safe).not.toMatch(/<\/?script/i);
  const valueOf = (text: string): unknown => JSON.parse(JSON.stringify(vm.runInNewContext(text)));
  expect(valueOf(safe)).toEqual(valueOf(code));
  expect(() => scriptText('if (a<script) b()')).toThrow('rename');
});
