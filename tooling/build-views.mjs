// Builds every page that must be a single file: the View of each handler, `handlers/*/view/index.html`, because a View
// runs in a frame that can load nothing, and the page around such a frame, `core/sandbox/sandbox-page`. An up-to-date
// page is left alone, without loading Vite.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inlined } from './inline-page.mjs';
import { bundleSandboxPage } from './sandbox-page.mjs';
import { isTest } from './source-files.mjs';

/**
 * @typedef {{ inputs: Record<string, string>, output: string }} PageStamp the fingerprints of the inputs and of the
 * output
 * @typedef {{ name: string, bytes: number, built: boolean }} BuiltPage
 *
 * @typedef {object} Page
 * @property {string} name
 * @property {string} title for errors
 * @property {string} folder of its sources
 * @property {string} output
 * @property {string} stamp
 * @property {(folder: string, imported: (id: string) => void) => Promise<string>} bundle
 */

const ownFile = fileURLToPath(import.meta.url);
const programs = ['build-views.mjs', 'inline-page.mjs', 'sandbox-page.mjs'].map((name) =>
  path.join(path.dirname(ownFile), name),
);

/**
 * @param {string} root
 * @returns {Promise<BuiltPage[]>} one for each page
 * @throws {Error} that names the page that doesn't build
 */
export async function buildViews(root) {
  /** @type {BuiltPage[]} */
  const pages = [];
  for (const page of [...handlerViews(root), ...sandboxPages(root)]) {
    const built = !isUpToDate(root, page);
    if (built) await buildPage(root, page);
    pages.push({ name: page.name, bytes: fs.statSync(page.output).size, built });
  }
  return pages;
}

/**
 * @param {string} root
 * @returns {Page[]}
 */
function handlerViews(root) {
  const handlers = path.join(root, 'handlers');
  if (!fs.existsSync(handlers)) return [];
  return fs
    .readdirSync(handlers)
    .filter((name) => fs.existsSync(path.join(handlers, name, 'view', 'index.html')))
    .toSorted()
    .map((name) => ({
      name,
      title: `The View of handlers/${name}`,
      folder: path.join(handlers, name, 'view'),
      output: path.join(handlers, name, 'dist', 'view.html'),
      stamp: path.join(handlers, name, 'dist', '.view.json'),
      bundle: bundleView,
    }));
}

/**
 * @param {string} root
 * @returns {Page[]}
 */
function sandboxPages(root) {
  const home = path.join(root, 'core', 'sandbox');
  const folder = path.join(home, 'sandbox-page');
  if (!fs.existsSync(folder)) return [];
  return [
    {
      name: 'sandbox page',
      title: 'The page in core/sandbox/sandbox-page',
      folder,
      output: path.join(home, 'dist', 'sandbox-page.html'),
      stamp: path.join(home, 'dist', '.sandbox-page.json'),
      bundle: bundleSandboxPage,
    },
  ];
}

/**
 * @param {string} root
 * @param {Page} page
 */
function isUpToDate(root, { folder, output, stamp: file }) {
  try {
    /** @type {PageStamp} */
    const stamp = JSON.parse(fs.readFileSync(file, 'utf8'));
    const inputs = { ...stamp.inputs, ...fingerprints(root, fixedInputs(root, folder)) };
    return (
      stamp.output === fingerprint(output) &&
      Object.keys(inputs).every((input) => stamp.inputs[input] === fingerprint(path.resolve(root, input)))
    );
  } catch {
    return false;
  }
}

/**
 * A page's inputs besides its imports: its own folder, the versions of its dependencies, and these programs.
 * @param {string} root
 * @param {string} folder
 */
function fixedInputs(root, folder) {
  const own = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return [...own, path.join(root, 'package-lock.json'), ...programs].filter((file) => fs.existsSync(file));
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
 * @param {Page} page
 */
async function buildPage(root, { title, folder, output, stamp, bundle }) {
  // Read before the build: changes while it runs are noticed next time.
  const fixed = fingerprints(root, fixedInputs(root, folder));
  /** @type {Set<string>} */
  const imported = new Set();
  let page;
  try {
    page = await bundle(folder, (id) => void imported.add(id));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${title} does not build. ${why}`, { cause: error });
  }
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
  fs.writeFileSync(stamp, JSON.stringify({ inputs, output: fingerprint(output) }));
}

/** @type {Page['bundle']} */
async function bundleView(folder, imported) {
  const { build, defaultClientConditions } = await import('vite');
  const result = await build({
    root: folder,
    base: './',
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['@loggia/source', ...defaultClientConditions] },
    plugins: [{ name: 'imported', moduleParsed: ({ id }) => imported(id) }],
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
  return inlined(result.output);
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === ownFile) {
  for (const { name, bytes, built } of await buildViews(path.dirname(path.dirname(ownFile)))) {
    console.log(`${name}: ${(bytes / 1000).toFixed(0)} kB${built ? '' : ', up to date'}`);
  }
}
