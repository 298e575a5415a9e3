// The rules for layers beyond imports, which the law about boundaries covers: no branch on a content type in core or
// presentation, by a pattern or a table, no endpoint or command for one type, no prompt in core, and no name in core or
// presentation that a handler declares.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { exempt } from './content-types.mjs';
import { findSourceFiles, isTest } from './source-files.mjs';

/** @typedef {{ file: string, line: number, says: string }} Violation */

const mimeType = /^(?:application|audio|font|image|message|model|multipart|text|video)\/[a-z0-9*][\w.+*-]*$/i;
const category = /^(?:application|audio|font|image|model|text|video)\/$/;
/** Names that hold a content type; a plain `type` is also a field of every action and customization. */
const typeNames = /^(?:mime|mimeType|contentType|mediaType|artifactType)$/;
const addressed = /^(?:get|post|put|patch|delete|all|use|route)$/;
const prompt = /\byou are (?:an?|the) [\w -]*(?:assistant|agent|model|expert|helper)\b/i;

/**
 * @param {any} node
 * @param {(node: any, parents: any[]) => void} found
 * @param {any[]} parents
 */
function visit(node, found, parents = []) {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, found, parents);
    return;
  }
  if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return;
  found(node, parents);
  for (const key of Object.keys(node)) if (key !== 'source') visit(node[key], found, [...parents, node]);
}

/** @param {any} node */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0].value.cooked;
  return undefined;
}

/** @param {any} node whether it reads the content type of something: `artifact.type`, `type.mime`, `mime` */
function readsType(node) {
  if (node?.type === 'ChainExpression') return readsType(node.expression);
  if (node?.type === 'Identifier') return typeNames.test(node.name);
  if (node?.type !== 'MemberExpression' || node.computed) return false;
  if (typeNames.test(node.property.name)) return true;
  const owner = node.object.type === 'MemberExpression' ? node.object.property.name : node.object.name;
  return node.property.name === 'type' && /artifact$/i.test(owner ?? '');
}

/**
 * The types that handlers and the platform declare, with the words that an endpoint for one would use.
 * @param {string} root
 */
function declaredTypes(root) {
  /** @type {Set<string>} */
  const mimes = new Set();
  for (const file of findSourceFiles(root)) {
    if (!file.startsWith('handlers/') || isTest(file)) continue;
    visit(parseSync(file, fs.readFileSync(path.join(root, file), 'utf8')).program, (node) => {
      const text = textOf(node);
      if (text !== undefined && mimeType.test(text) && text.includes('/vnd.')) mimes.add(text);
    });
  }
  const words = [...mimes].map((mime) => mime.replace(/^.*\/vnd\.[^.+]*\.?/, '').replace(/\+\w+$/, ''));
  return { mimes, words: new Set(words.filter((word) => word !== '')) };
}

/** @param {string} name `listBoards`, `board-cards` → list board, board card */
function wordsIn(name) {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase().replace(/s$/, ''));
}

/**
 * @param {string} root
 * @returns {{ examined: string[], types: string[], violations: string[] }}
 */
export function checkLayers(root) {
  const { mimes, words } = declaredTypes(root);
  const ofTypes = new Set([...words].map((word) => wordsIn(word).join(' ')));
  const examined = findSourceFiles(root).filter(
    (file) => /^(?:core|presentation|contracts\/protocol)\//.test(file) && !isTest(file),
  );
  /** @type {string[]} */
  const violations = [];
  for (const file of examined) {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    const complain = (/** @type {number} */ offset, /** @type {string} */ says) =>
      violations.push(`${file}:${source.slice(0, offset).split('\n').length}: ${says}`);
    const named = (/** @type {string} */ name) =>
      [...ofTypes].some((type) => ` ${wordsIn(name).join(' ')} `.includes(` ${type} `));
    const { program } = parseSync(file, source);
    const constants = constantsOf(program);
    const isExempt = exempt.includes(file) || !/^(?:core|presentation)\//.test(file);
    visit(program, (node, parents) => {
      const text = textOf(node);
      const parent = parents.at(-1);
      if (text !== undefined && mimes.has(text.toLowerCase()))
        complain(node.start, `names ${text}, which a handler declares; ask the registry instead`);
      if (!isExempt) branches(node, constants, complain);
      if (file.startsWith('core/') && text !== undefined && prompt.test(text))
        complain(node.start, 'holds a prompt; prompts come from customizations');
      const isRoute =
        text?.startsWith('/') &&
        parent?.type === 'CallExpression' &&
        addressed.test(parent.callee.property?.name ?? '');
      if (isRoute && named(text)) complain(node.start, `serves ${text} for one type; let its handler act`);
      const isCommand = parent?.type === 'Property' && parent.key === node && text?.startsWith('x-loggia/');
      if (isCommand && named(text))
        complain(node.start, `has a command ${text} for one type; let its handler act`);
    });
  }
  if (examined.length === 0) violations.push('no source file was examined');
  if (mimes.size === 0) violations.push('no type that a handler declares was found');
  return { examined, types: [...mimes].sort(), violations };
}

/** Methods that test a text; a type that is the text, or is among the arguments, counts as compared. */
const comparisons =
  /^(?:startsWith|endsWith|includes|indexOf|lastIndexOf|localeCompare|match|matchAll|search|replace|replaceAll|test|exec|split|has|get)$/;

/** @param {any} node the expression inside `(x as Y)`, `x!` and `x?.y` */
function bare(node) {
  let at = node;
  while (
    /^(?:TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|ChainExpression|ParenthesizedExpression)$/.test(
      at?.type ?? '',
    )
  )
    at = at.expression;
  return at;
}

/**
 * @param {any} node
 * @returns {boolean} whether it still identifies the type: `mime.toLowerCase()`, `mime ?? ''`
 */
function derivesFromType(node) {
  const at = bare(node);
  if (readsType(at)) return true;
  if (at?.type === 'LogicalExpression') return derivesFromType(at.left);
  if (at?.type === 'MemberExpression' && at.computed) return derivesFromType(at.object);
  return at?.type === 'CallExpression' && bare(at.callee).type === 'MemberExpression'
    ? derivesFromType(bare(at.callee).object)
    : false;
}

/** @param {string} pattern whether it contains literal text beyond what every type has */
function spellsOut(pattern) {
  const rest = pattern
    .replace(/\\[pP]\{[^}]*\}|\\./g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\(\?<?[:=!]|\(\?<\w+>|\{[\d,]+\}/g, ' ');
  return /[a-z]{2}/i.test(rest);
}

/**
 * The constants of a module, as far as it defines them itself.
 * @param {any} program
 * @returns {ReadonlyMap<string, any>}
 */
function constantsOf(program) {
  const constants = new Map();
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      constants.set(node.id.name, bare(node.init));
  });
  return constants;
}

/**
 * @param {any} node
 * @param {ReadonlyMap<string, any>} constants
 * @returns {boolean} whether it contains literal texts: a literal, a pattern, a list, a set or a table
 */
function isWrittenDown(node, constants) {
  const at = bare(node);
  if (at?.type === 'Identifier') {
    const meant = constants.get(at.name);
    return meant !== undefined && meant.type !== 'Identifier' && isWrittenDown(meant, constants);
  }
  if (at?.type === 'Literal' && at.regex) return spellsOut(at.regex.pattern);
  if (textOf(at) !== undefined) return true;
  if (at?.type === 'ArrayExpression')
    return at.elements.some((/** @type {any} */ item) => item !== null && isWrittenDown(item, constants));
  if (at?.type === 'ObjectExpression')
    return at.properties.some(
      (/** @type {any} */ property) => property.type === 'Property' && !property.computed,
    );
  if (at?.type === 'NewExpression' && /^(?:Map|Set|RegExp)$/.test(at.callee.name ?? ''))
    return at.arguments.some((/** @type {any} */ item) => isWrittenDown(item, constants));
  return false;
}

/**
 * @param {any} node
 * @param {ReadonlyMap<string, any>} constants
 * @param {(offset: number, says: string) => void} complain
 */
function branches(node, constants, complain) {
  const says = 'branches on a content type; let the registry decide';
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const pair = [node.left, node.right];
    if (
      pair.some(derivesFromType) &&
      pair.some((side) => isWrittenDown(side, constants) && textOf(side) !== '')
    )
      complain(node.start, says);
  }
  if (node.type === 'SwitchStatement' && derivesFromType(node.discriminant)) complain(node.start, says);
  if (textOf(node) !== undefined && category.test(textOf(node))) complain(node.start, says);
  if (node.type === 'MemberExpression' && node.computed && derivesFromType(node.property)) {
    if (isWrittenDown(node.object, constants)) complain(node.start, says);
  }
  const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined;
  if (callee?.type !== 'MemberExpression' || !comparisons.test(callee.property.name ?? '')) return;
  const sides = [callee.object, ...node.arguments];
  // Parameters aren't part of the type.
  const isSeparator = callee.property.name === 'split' && textOf(node.arguments[0]) !== '/';
  if (sides.some(derivesFromType) && sides.some((side) => isWrittenDown(side, constants)) && !isSeparator)
    complain(node.start, says);
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { examined, types, violations } = checkLayers(
    path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  );
  for (const violation of violations) console.error(violation);
  console.log(
    `layers: examined ${examined.length} files for ${types.join(', ')}; ${violations.length} violations`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
