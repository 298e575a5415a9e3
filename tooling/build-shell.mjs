// Builds the web shell, `presentation/shell`, into `presentation/shell/dist` or the folder after `--out`. Beside each
// file lies a compressed copy, so that the host compresses nothing. What is up to date is left alone, without loading
// Vite.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ownFile = fileURLToPath(import.meta.url);

/** What the shell is made of: its own sources, those of the packages that it may import, and the versions of others. */
const sources = ['presentation/shell', 'presentation/client/src', 'contracts/protocol/src'];
const stampName = '.shell.json';

/**
 * @param {string} root
 * @param {string} out
 * @returns {Promise<{ built: boolean, bytes: number }>} what a browser loads before it shows anything, compressed
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
      plugins: [react()],
      worker: { format: 'es' },
      build: {
        outDir: aside,
        emptyOutDir: true,
        target: 'es2023',
        // Older ones know no `light-dark()`, and what it would be lowered to means nothing to Views.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        sourcemap: false,
        // The policy of the page forbids addresses that are not its own.
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 10_000,
        rolldownOptions: {
          output: {
            // Chunks run before the ones that import them: Zod must be configured where it is.
            codeSplitting: { groups: [{ name: 'zod', test: /[/\\]zod[/\\]|[/\\]without-eval\.ts$/ }] },
          },
        },
      },
    });
    for (const file of filesBelow(aside)) compress(file);
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

/** @param {string} directory */
function filesBelow(directory) {
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** @param {string} file */
function compress(file) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < 1024 || !/\.(html|js|mjs|css|svg|json|wasm)$/.test(file)) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/**
 * What the page names itself, as a browser gets it that understands gzip only: the worse case.
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
