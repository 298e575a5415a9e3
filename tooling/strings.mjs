// Prints every text of the interface, in the order of the files, for proofreading:
//   npm run strings                       the shell, the Views of the handlers and the command line
//   npm run strings -- presentation/shell/src/desk

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { findSourceFiles, isTest } from './source-files.mjs';

const usual = ['presentation/shell/src', 'presentation/cli/src', 'handlers'];

/** Attributes and properties with text for machines. */
const forMachines = new Set([
  'className',
  'class',
  'id',
  'key',
  'role',
  'type',
  'href',
  'src',
  'd',
  'viewBox',
  'style',
]);

/** @typedef {{ line: number, text: string }} Shown */

/**
 * Text for people starts with a capital letter or contains a space; text for machines rarely does.
 *
 * @param {string} text
 */
function reads(text) {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (!/\p{L}{2}/u.test(words)) return false;
  if (/^[.#[:]|^[\w-]+:\/|[{};]|=>|^--|^(?:SELECT|INSERT|UPDATE|DELETE|CREATE)\b/.test(words)) return false;
  return /^[“"]?\p{Lu}\p{Ll}/u.test(words) || /\p{L}[,.:;?!…”]? [\p{L}“…]/u.test(words);
}

/**
 * @param {any} node
 * @returns {string | null}
 */
function textOf(node) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  return node.quasis.map((/** @type {any} */ part) => part.value.cooked).join('…');
}

/**
 * @param {string} source
 * @param {string} file its name tells the language
 * @returns {Shown[]}
 */
export function stringsIn(source, file) {
  /** @type {Shown[]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return undefined;
    if (/^(?:Import|ExportAll|TS)/.test(node.type) && !node.type.endsWith('Expression')) return undefined;
    if (node.type === 'JSXAttribute' && isForMachines(node.name.name)) return undefined;
    if (node.type === 'Property' && isForMachines(node.key.name ?? node.key.value)) return undefined;
    const text = textOf(node);
    if (text !== null && reads(text)) {
      const line = source.slice(0, node.start + text.search(/\S/)).split('\n').length;
      found.push({ line, text: text.replaceAll(/\s+/g, ' ').trim() });
    }
    return Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found;
}

/** @param {unknown} name */
function isForMachines(name) {
  return typeof name === 'string' && (forMachines.has(name) || name.startsWith('data-'));
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  const folders = process.argv.length > 2 ? process.argv.slice(2) : usual;
  for (const file of findSourceFiles(root)) {
    if (isTest(file) || !folders.some((folder) => file.startsWith(folder))) continue;
    const shown = stringsIn(fs.readFileSync(path.join(root, file), 'utf8'), file);
    if (shown.length > 0) console.log(`\n${file}`);
    for (const { line, text } of shown) console.log(`${String(line).padStart(5)}  ${text}`);
  }
}
