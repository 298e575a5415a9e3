// Bundles the page between the shell and a View, `core/sandbox/sandbox-page`. It is loaded for every View, so it must
// be small and run immediately: plain scripts inside the page instead of modules. The page in the View's frame is a
// text in it.

import fs from 'node:fs';
import path from 'node:path';
import { scriptText } from './inline-page.mjs';

/**
 * @param {string} folder
 * @param {(id: string) => void} imported is called for every module
 * @returns {Promise<string>}
 */
export async function bundleSandboxPage(folder, imported) {
  const waiting = await pageOf(folder, 'waiting.html', {}, imported);
  return pageOf(folder, 'index.html', { WAITING_PAGE: JSON.stringify(waiting) }, imported);
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {Record<string, string>} define
 * @param {(id: string) => void} imported
 */
async function pageOf(folder, file, define, imported) {
  const html = fs.readFileSync(path.join(folder, file), 'utf8');
  const [tag = '', source = ''] = /<script src="\.\/([^"]+)"><\/script>/.exec(html) ?? [];
  if (tag === '') throw new Error(`${file} has no script.`);
  const code = await scriptOf(folder, source, define, imported);
  const script = `<script>${scriptText(code)}</script>`;
  return compact(html).replace(tag, () => script);
}

/**
 * @param {string} folder
 * @param {string} entry
 * @param {Record<string, string>} define
 * @param {(id: string) => void} imported
 * @returns {Promise<string>} one function that is called immediately: none of it is in the page's global scope
 */
async function scriptOf(folder, entry, define, imported) {
  const { build } = await import('vite');
  const result = await build({
    root: folder,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    define,
    plugins: [{ name: 'imported', moduleParsed: ({ id }) => imported(id) }],
    build: {
      write: false,
      target: 'es2022',
      sourcemap: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(folder, entry),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite built something else.');
  const [chunk, ...others] = result.output;
  if (chunk.type !== 'chunk' || others.length > 0) throw new Error(`${entry} became more than one script.`);
  return chunk.code.trim();
}

/**
 * Removes spaces between tags and in styles, and the tags that a parser closes by itself.
 * @param {string} html
 */
function compact(html) {
  return html
    .replaceAll(/<style>([^<]*)<\/style>/g, (_, /** @type {string} */ css) => {
      return `<style>${css
        .replaceAll(/\s*([{}:;,])\s*/g, '$1')
        .replaceAll(';}', '}')
        .trim()}</style>`;
    })
    .replaceAll(/ \/>/g, '>')
    .replaceAll(/>\s+</g, '><')
    .replaceAll(/<\/(?:body|html)>/g, '')
    .trim();
}
