// Builds the web shell, `presentation/shell`, into `presentation/shell/dist` or the folder after `--out`. Each file has
// a compressed copy beside it, so that the host doesn't compress. An up-to-date build is left alone, without loading
// Vite.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ownFile = fileURLToPath(import.meta.url);

/** The shell's inputs: its own sources, those of the packages it may import, and the versions of others. */
const sources = ['presentation/shell', 'presentation/client/src', 'contracts/protocol/src'];
const stampName = '.shell.json';

/**
 * @param {string} root
 * @param {string} out
 * @returns {Promise<{ built: boolean, bytes: number }>} the compressed size of the first load
 */
export async function buildShell(root, out = path.join(root, 'presentation', 'shell', 'dist')) {
  const inputs = fingerprint(root);
  const stamp = path.join(out, stampName);
  const built = !fs.existsSync(stamp) || JSON.parse(fs.readFileSync(stamp, 'utf8')).inputs !== inputs;
  if (built) await build(root, out, inputs);
  return { built, bytes: JSON.parse(fs.readFileSync(stamp, 'utf8')).firstLoad };
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256');
  const files = sources
    .flatMap((source) =>
      fs
        .readdirSync(path.join(root, source), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test(kit)?\.tsx?$/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name)),
    )
    .filter((file) => !/[/\\](dist|node_modules)[/\\]/.test(file));
  for (const file of [...files.toSorted(), path.join(root, 'package-lock.json'), ownFile]) {
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} out
 * @param {string} inputs
 */
async function build(root, out, inputs) {
  const [{ build: bundle, defaultClientConditions }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  const aside = `${out}.${process.pid}`;
  try {
    await bundle({
      root: path.join(root, 'presentation', 'shell'),
      base: '/',
      configFile: false,
      envFile: false,
      publicDir: false,
      logLevel: 'error',
      resolve: { conditions: ['@loggia/source', ...defaultClientConditions] },
      plugins: [withoutDescriptions, react()],
      worker: { format: 'es' },
      build: {
        outDir: aside,
        emptyOutDir: true,
        target: 'es2023',
        // Older browsers don't support `light-dark()`, and its lowered form doesn't work in Views.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        sourcemap: false,
        // The page's policy forbids data URLs.
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 10_000,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Chunks run before the ones that import them: Zod must be configured in its own chunk.
                { name: 'zod', test: /[/\\]zod[/\\]|[/\\]without-eval\.ts$/, priority: 2 },
                // One chunk: dozens of small files compress badly, and each later part that shares one adds more.
                { name: 'shell', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
      },
    });
    for (const file of filesBelow(aside)) compress(file, path.join(out, path.relative(aside, file)));
    fs.writeFileSync(path.join(aside, stampName), JSON.stringify({ inputs, firstLoad: firstLoad(aside) }));
    fs.rmSync(out, { recursive: true, force: true });
    fs.mkdirSync(path.dirname(out), { recursive: true });
    fs.renameSync(aside, out);
  } catch (error) {
    fs.rmSync(aside, { recursive: true, force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The shell does not build. ${why}`, { cause: error });
  }
}

const literal = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`/.source;
const descriptions = new RegExp(
  String.raw`\.describe\(\s*(?:${literal}),?\s*\)|\bsays:\s*(?:${literal}),`,
  'g',
);

/** The page checks answers and never shows the texts that describe commands to people and models. */
const withoutDescriptions = {
  name: 'without-descriptions',
  enforce: /** @type {const} */ ('pre'),
  /**
   * @param {string} code
   * @param {string} id
   */
  transform(code, id) {
    return /[/\\]contracts[/\\]protocol[/\\]src[/\\]/.test(id)
      ? code.replaceAll(descriptions, '')
      : undefined;
  },
};

/** @param {string} directory */
function filesBelow(directory) {
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * The best compression takes seconds for the largest files, which seldom change: the last build's output is reused if
 * the file is still the same.
 * @param {string} file
 * @param {string} before the same file of the last build
 */
function compress(file, before) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < 1024 || !/\.(html|js|mjs|css|svg|json|wasm)$/.test(file)) return;
  const isKnown = ['.br', '.gz'].every((end) => fs.existsSync(before + end)) && isSame(before, bytes);
  if (isKnown) {
    for (const end of ['.br', '.gz']) fs.copyFileSync(before + end, file + end);
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/**
 * @param {string} file
 * @param {Buffer} bytes
 */
function isSame(file, bytes) {
  return fs.existsSync(file) && fs.readFileSync(file).equals(bytes);
}

/**
 * The files that the page itself loads, compressed with gzip only: the worse case.
 * @param {string} out
 */
function firstLoad(out) {
  const page = fs.readFileSync(path.join(out, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? '');
  return [...new Set(['index.html', ...named])]
    .map((name) => path.join(out, name))
    .map((file) => fs.statSync(fs.existsSync(`${file}.gz`) ? `${file}.gz` : file).size)
    .reduce((sum, size) => sum + size, 0);
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === ownFile) {
  const at = process.argv.indexOf('--out');
  const out = at < 0 ? undefined : path.resolve(process.argv[at + 1] ?? 'dist');
  const { built, bytes } = await buildShell(path.dirname(path.dirname(ownFile)), out);
  console.log(`shell: ${(bytes / 1000).toFixed(0)} kB before any View${built ? '' : ', up to date'}`);
}
