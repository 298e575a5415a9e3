// Checks the wording of comments: a comment opens with its subject, and says "isn't a" rather than "is no". Reports what
// it examined: a check that examined nothing fails too.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { findFiles } from './source-files.mjs';

/** The folders whose comments are checked, besides the files in the root itself. */
export const coveredFolders = [
  'bench',
  'contracts',
  'core',
  'e2e',
  'handlers',
  'harnesses',
  'kit',
  'presentation',
  'testing',
  'tooling',
];

/**
 * @typedef {{ text: string, line: number }} Comment
 * @typedef {{ examined: string[], comments: number, violations: string[] }} Report
 */

const checkedFiles = /\.(?:[cm]?[jt]sx?|css)$/;
/** A clause as the subject of a sentence puts the verb last. */
const subjectClause = /^(?:What|Whatever|Who|Whose|Whom|Whoever|Of)\b(?! course\b)/;
const phrases = [
  {
    pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more than\b|less than\b|other than\b)/i,
    instead: "isn't a",
  },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bfor ever\b/i, instead: 'forever' },
];

/**
 * @param {string} source of a style sheet
 * @returns {Comment[]}
 */
function styleComments(source) {
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 1: text = '', index }) => ({
    text,
    line: lineAt(source, index),
  }));
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Comment[]} line comments below each other count as one
 */
function codeComments(file, source) {
  /** @type {(Comment & { end: number })[]} */
  const found = [];
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const last = found.at(-1);
    const continues = type === 'Line' && last && /^\r?\n[ \t]*$/.test(source.slice(last.end, start));
    if (continues && source.slice(last.end - 2, last.end) !== '*/') {
      last.text += `\n${value}`;
      last.end = end;
    } else found.push({ text: value, line: lineAt(source, start), end });
  }
  return found;
}

/**
 * @param {string} source
 * @param {number} offset
 */
function lineAt(source, offset) {
  return source.slice(0, offset).split('\n').length;
}

/** @param {string} text as one line, without the asterisks of a block */
function plain(text) {
  return text
    .replaceAll(/^[ \t]*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * @param {string} text
 * @returns {string | undefined} the problem, if there is one
 */
export function problemIn(text) {
  const sentence = plain(text);
  const opening = subjectClause.exec(sentence)?.[0];
  if (opening !== undefined) return `opens with "${opening}"; open with the subject`;
  for (const { pattern, instead } of phrases) {
    const phrase = pattern.exec(sentence)?.[0];
    if (phrase !== undefined) return `says "${phrase.trim()}"; write "${instead}"`;
  }
  return undefined;
}

/**
 * @param {string} root
 * @param {readonly string[]} [folders]
 * @returns {Report}
 */
export function checkWording(root, folders = coveredFolders) {
  const isCovered = (/** @type {string} */ file) =>
    !file.includes('/') || folders.some((folder) => file.startsWith(`${folder}/`));
  const examined = findFiles(root, (file) => checkedFiles.test(file) && isCovered(file));
  let comments = 0;
  /** @type {string[]} */
  const violations = [];
  for (const file of examined) {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    for (const { text, line } of file.endsWith('.css') ? styleComments(source) : codeComments(file, source)) {
      comments += 1;
      const problem = problemIn(text);
      if (problem !== undefined) violations.push(`${file}:${line}: ${problem}`);
    }
  }
  for (const folder of folders)
    if (!examined.some((file) => file.startsWith(`${folder}/`)))
      violations.push(`${folder}: no file was examined`);
  if (comments === 0) violations.push('no comment was examined');
  return { examined, comments, violations };
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { examined, comments, violations } = checkWording(
    path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  );
  for (const violation of violations) console.error(violation);
  console.log(
    `wording: examined ${comments} comments in ${examined.length} files of ${coveredFolders.join(', ')}; ${violations.length} violations`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
