// Builds the View of every handler, `handlers/*/view/index.html`, into one file, `handlers/*/dist/view.html`, that needs
// nothing else: a View runs in a frame that can load nothing. What is up to date is left alone, without loading Vite.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ inputs: Record<string, string>, output: string }} ViewStamp what each input was, and what it became
 * @typedef {{ name: string, bytes: number, built: boolean }} BuiltView
 */

const ownFile = fileURLToPath(import.meta.url);

/**
 * @param {string} root
 * @returns {Promise<BuiltView[]>} one for each View, by name
 * @throws {Error} that names the View which does not build
 */
export async function buildViews(root) {
  /** @type {BuiltView[]} */
  const views = [];
  for (const name of handlersWithView(root)) {
    const built = !isUpToDate(root, name);
    if (built) await buildView(root, name);
    views.push({ name, bytes: fs.statSync(outputOf(root, name)).size, built });
  }
  return views;
}

/** @param {string} root */
function handlersWithView(root) {
  const handlers = path.join(root, 'handlers');
  if (!fs.existsSync(handlers)) return [];
  return fs
    .readdirSync(handlers)
    .filter((name) => fs.existsSync(path.join(handlers, name, 'view', 'index.html')))
    .toSorted();
}

const viewOf = (/** @type {string} */ root, /** @type {string} */ name) =>
  path.join(root, 'handlers', name, 'view');
const outputOf = (/** @type {string} */ root, /** @type {string} */ name) =>
  path.join(root, 'handlers', name, 'dist', 'view.html');
const stampOf = (/** @type {string} */ root, /** @type {string} */ name) =>
  path.join(root, 'handlers', name, 'dist', '.view.json');

/**
 * @param {string} root
 * @param {string} name
 */
function isUpToDate(root, name) {
  try {
    /** @type {ViewStamp} */
    const stamp = JSON.parse(fs.readFileSync(stampOf(root, name), 'utf8'));
    const inputs = { ...stamp.inputs, ...fingerprints(root, fixedInputs(root, name)) };
    return (
      stamp.output === fingerprint(outputOf(root, name)) &&
      Object.keys(inputs).every((file) => stamp.inputs[file] === fingerprint(path.resolve(root, file)))
    );
  } catch {
    return false;
  }
}

/**
 * What the View is made of whatever it imports: its own folder, the versions of its dependencies, and this program.
 * @param {string} root
 * @param {string} name
 */
function fixedInputs(root, name) {
  const view = viewOf(root, name);
  const own = fs
    .readdirSync(view, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return [...own, path.join(root, 'package-lock.json'), ownFile].filter((file) => fs.existsSync(file));
}

/** @param {string} file */
function fingerprint(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

/**
 * @param {string} root
 * @param {Iterable<string>} files
 * @returns {Record<string, string>} by path from the root
 */
function fingerprints(root, files) {
  return Object.fromEntries(
    [...files].map((file) => [path.relative(root, file).split(path.sep).join('/'), fingerprint(file)]),
  );
}

/**
 * @param {string} root
 * @param {string} name
 */
async function buildView(root, name) {
  const view = viewOf(root, name);
  // Read before the build: what changes while it runs is noticed next time.
  const fixed = fingerprints(root, fixedInputs(root, name));
  /** @type {Set<string>} */
  const imported = new Set();
  let page;
  try {
    const { build, defaultClientConditions } = await import('vite');
    const result = await build({
      root: view,
      base: './',
      configFile: false,
      envFile: false,
      publicDir: false,
      logLevel: 'error',
      resolve: { conditions: ['@loggia/source', ...defaultClientConditions] },
      plugins: [{ name: 'imported', moduleParsed: ({ id }) => void imported.add(id) }],
      build: {
        write: false,
        target: 'es2022',
        sourcemap: false,
        cssCodeSplit: false,
        modulePreload: false,
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    if (Array.isArray(result) || !('output' in result)) throw new Error('Vite built something else.');
    page = inlined(result.output);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The View of handlers/${name} does not build. ${why}`, { cause: error });
  }
  const output = outputOf(root, name);
  fs.mkdirSync(path.dirname(output), { recursive: true });
  const aside = `${output}.${process.pid}`;
  fs.writeFileSync(aside, page);
  fs.renameSync(aside, output);
  const sources = [...imported].filter((id) => path.isAbsolute(id) && !id.includes('/node_modules/'));
  const inputs = {
    ...fingerprints(
      root,
      sources.filter((id) => fs.existsSync(id)),
    ),
    ...fixed,
  };
  fs.writeFileSync(stampOf(root, name), JSON.stringify({ inputs, output: fingerprint(output) }));
}

/**
 * @typedef {{ type: string, fileName: string, code?: string, source?: string | Uint8Array }} Built
 * @param {readonly Built[]} output
 * @returns {string} the page with its script and its styles inside
 */
export function inlined(output) {
  const html = output.find(({ fileName }) => fileName.endsWith('.html'));
  if (html === undefined) throw new Error('There is no page in what was built.');
  const rest = new Map(output.filter((item) => item !== html).map((item) => [item.fileName, item]));
  /** @param {string} reference */
  const take = (reference) => {
    const item = rest.get(reference.replace(/^\.\//, ''));
    if (item === undefined)
      throw new Error(`The page asks for ${reference}, which it cannot load: import it instead.`);
    rest.delete(item.fileName);
    return item.code ?? textOf(item.source);
  };
  const page = textOf(html.source)
    .replaceAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*><\/script>/g, (_, /** @type {string} */ source) => {
      return `<script type="module">${scriptText(take(source))}</script>`;
    })
    .replaceAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, (/** @type {string} */ link) => {
      const source = /\bhref="([^"]*)"/.exec(link)?.[1] ?? '';
      return `<style>${take(source).replaceAll('</', '<\\/')}</style>`;
    });
  if (rest.size > 0) {
    throw new Error(`These files cannot be put into the page: ${[...rest.keys()].join(', ')}.`);
  }
  return page;
}

/** @param {string | Uint8Array | undefined} source */
function textOf(source) {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/**
 * Code as it can stand in a page. There it would end at the first `</script`, even within a string, and never end after
 * a comment that opens and a `<script`. Escaped it means the same, as long as it stands in a string or a pattern.
 * @param {string} code
 */
export function scriptText(code) {
  const safe = code.trimEnd().replaceAll(/<(?=\/?script)/gi, '\\x3c');
  if (safe !== code.trimEnd() && parseSync('view.js', safe).errors.length > 0) {
    throw new Error('Its code compares something with a name that starts with “script”: rename that.');
  }
  return safe;
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === ownFile) {
  for (const { name, bytes, built } of await buildViews(path.dirname(path.dirname(ownFile)))) {
    console.log(`${name}: ${(bytes / 1000).toFixed(0)} kB${built ? '' : ', up to date'}`);
  }
}
