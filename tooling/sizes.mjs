// Checks files and components against size-limits.mjs, and reports what it measured: a check that measured nothing
// fails too.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import {
  componentsIn,
  exceptions as listed,
  longestComponent as mostInComponent,
  longestFile as mostInFile,
} from './size-limits.mjs';
import { findSourceFiles, isTest } from './source-files.mjs';

/**
 * @typedef {import('./size-limits.mjs').Exceptions} Exceptions
 * @typedef {{ name: string, line: number, lines: number }} Component
 * @typedef {{ examined: string[], components: number, violations: string[] }} Report
 */

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Components start with a capital letter, hooks with `use`. */
const componentName = /^(?:[A-Z]|use[A-Z])/;

/**
 * The function that a declaration names, through `memo(…)` and the like.
 * @param {any} init
 * @returns {any}
 */
function functionIn(init) {
  if (init?.type === 'CallExpression') return functionIn(init.arguments[0]);
  return functions.has(init?.type) ? init : undefined;
}

/**
 * @param {any} node
 * @returns {{ name: string, node: any } | undefined}
 */
function namedFunction(node) {
  if (node.type === 'FunctionDeclaration' && node.id) return { name: node.id.name, node };
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return undefined;
  const found = functionIn(node.init);
  return found && { name: node.id.name, node: found };
}

/**
 * @param {any} node
 * @param {(node: any) => void} visit
 */
function walk(node, visit) {
  visit(node);
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) {
      if (typeof item?.type === 'string') walk(item, visit);
    }
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Component[]}
 */
function componentsOf(file, text) {
  const lineAt = (/** @type {number} */ offset) => text.slice(0, offset).split('\n').length;
  /** @type {Component[]} */
  const components = [];
  walk(parseSync(file, text).program, (node) => {
    const found = namedFunction(node);
    if (!found || !componentName.test(found.name)) return;
    const line = lineAt(found.node.start);
    components.push({ name: found.name, line, lines: lineAt(found.node.end) - line + 1 });
  });
  return components;
}

/** @param {string} text */
function linesIn(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * @param {string} root
 * @param {{ exceptions?: Exceptions, longestFile?: number, longestComponent?: number }} [options]
 * @returns {Report}
 */
export function checkSizes(root, options = {}) {
  const { exceptions = listed, longestFile = mostInFile, longestComponent = mostInComponent } = options;
  const examined = findSourceFiles(root).filter((file) => !isTest(file));
  const unused = new Set(Object.keys(exceptions));
  let count = 0;
  /** @type {string[]} */
  const violations = [];
  const judge = (/** @type {string} */ key, /** @type {string} */ problem) => {
    if (!unused.delete(key)) violations.push(problem);
  };
  for (const file of examined) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const lines = linesIn(text);
    if (lines > longestFile)
      judge(file, `${file}: has ${lines} lines; split it, ${longestFile} are the most`);
    if (!file.startsWith(componentsIn)) continue;
    for (const component of componentsOf(file, text)) {
      count += 1;
      if (component.lines <= longestComponent) continue;
      judge(
        `${file}#${component.name}`,
        `${file}:${component.line}: ${component.name} has ${component.lines} lines; move its logic into a model, ${longestComponent} are the most`,
      );
    }
  }
  for (const key of unused)
    violations.push(`${key}: is within the limits now; remove it from tooling/size-limits.mjs`);
  for (const [key, reason] of Object.entries(exceptions))
    if (reason.trim() === '') violations.push(`${key}: is an exception without a reason`);
  if (examined.length === 0) violations.push('no source file was examined');
  if (count === 0) violations.push('no component was measured');
  return { examined, components: count, violations };
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const report = checkSizes(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  for (const violation of report.violations) console.error(violation);
  const measured = `${report.examined.length} files and ${report.components} components and hooks`;
  console.log(`sizes: measured ${measured}; ${report.violations.length} violations`);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
