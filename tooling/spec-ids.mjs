// Checks that every numbered rule in the documents is cited by a test, and that every cited rule exists.
//
// Rules are rows of a table, `| A4 | wording | where proven |`, in docs/rules.md, docs/security.md and a package's own
// SPEC.md. The last column names directories, each of which must contain a test that cites the rule, or has a dash.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModule } from './read-module.mjs';
import { findFiles, findSourceFiles } from './source-files.mjs';

/**
 * @typedef {{ id: string, provenIn: string[], document: string }} Rule
 * @typedef {{ id: string, file: string, line: number }} Citation
 * @typedef {{ rules: Rule[], citations: Citation[], files: number, violations: string[] }} RulesReport
 */

const idPattern = '[A-Z]{1,3}\\d+';
const rowPattern = new RegExp(`^\\|\\s*\\**(${idPattern})\\**\\s*\\|(.*)\\|\\s*$`);
const titlePattern = new RegExp(`^(${idPattern}(?:\\s*(?:,|/|and)\\s*${idPattern})*):`);

/**
 * @param {string} document its path, for messages
 * @param {string} text
 * @returns {Rule[]}
 */
export function rulesIn(document, text) {
  return text.split('\n').flatMap((line) => {
    const match = rowPattern.exec(line);
    if (match?.[1] === undefined || match[2] === undefined) return [];
    const last = match[2].split('|').at(-1) ?? '';
    const provenIn = last
      .split(',')
      .map((place) => place.trim().replaceAll('`', ''))
      .filter((place) => place !== '' && !/^[-–—]$/.test(place));
    return [{ id: match[1], provenIn, document }];
  });
}

/**
 * @param {string} title of a test or of a group of tests
 * @returns {string[]} the ids it starts with
 */
export function idsIn(title) {
  return titlePattern.exec(title)?.[1]?.match(new RegExp(idPattern, 'g')) ?? [];
}

/**
 * @param {readonly Rule[]} rules
 * @param {readonly Citation[]} citations
 * @returns {string[]}
 */
export function compare(rules, citations) {
  /** @type {string[]} */
  const violations = [];
  /** @type {Map<string, Rule>} */
  const known = new Map();
  for (const rule of rules) {
    const earlier = known.get(rule.id);
    if (earlier !== undefined)
      violations.push(`${rule.document}: ${rule.id} is already a rule in ${earlier.document}`);
    known.set(rule.id, rule);
  }
  for (const { id, file, line } of citations) {
    if (!known.has(id)) violations.push(`${file}:${line}: cites ${id}, which no document defines`);
  }
  for (const { id, provenIn, document } of rules) {
    for (const place of provenIn) {
      if (citations.some((citation) => citation.id === id && `${citation.file}/`.startsWith(`${place}/`)))
        continue;
      violations.push(`${document}: says that ${id} is proven in ${place}, but no test there cites it`);
    }
  }
  return violations;
}

/**
 * @param {string} root
 * @returns {RulesReport}
 */
export function checkRules(root) {
  const documents = findFiles(
    root,
    (file) =>
      file === 'docs/rules.md' || file === 'docs/security.md' || path.posix.basename(file) === 'SPEC.md',
  );
  const rules = documents.flatMap((file) => rulesIn(file, fs.readFileSync(path.join(root, file), 'utf8')));
  const files = findSourceFiles(root);
  // Contract suites contain tests too and aren't named *.test.ts, so every file is read.
  const citations = files.flatMap((file) =>
    readModule(file, fs.readFileSync(path.join(root, file), 'utf8')).testTitles.flatMap(({ title, line }) =>
      idsIn(title).map((id) => ({ id, file, line })),
    ),
  );
  const violations = compare(rules, citations);
  if (rules.length === 0) violations.push('no rule was found: docs/rules.md is missing or has no table');
  return { rules, citations, files: files.length, violations };
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const report = checkRules(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  for (const violation of report.violations) console.error(violation);
  const open = report.rules.filter((rule) => rule.provenIn.length === 0).map((rule) => rule.id);
  if (open.length > 0) console.log(`not proven yet: ${open.join(', ')}`);
  console.log(
    `rules: ${report.rules.length} rules and ${report.citations.length} citations in ${report.files} files; ` +
      `${report.violations.length} violations`,
  );
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
