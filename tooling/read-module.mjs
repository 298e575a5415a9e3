// Reads one source file with a real parser: its references, and its uses of time, randomness and I/O.

import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ specifier: string | null, line: number }} Reference `specifier` is null when it is computed
 * @typedef {{ name: string, line: number }} Impurity
 * @typedef {{ references: Reference[], impurities: Impurity[], errors: string[], testTitles: TestTitle[] }} SourceModule
 * @typedef {{ title: string, line: number }} TestTitle
 */

// Globals that make a module impure. A local of the same name counts too: it would hide the real one.
const impureGlobals = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'crypto',
  'process',
  'fetch',
  'WebSocket',
  'globalThis',
  'eval',
  'Function',
]);
const pureDateMembers = new Set(['parse', 'UTC', 'prototype']);

const typeScriptValues = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
  'TSExportAssignment',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
]);
const mockCalls = new Set(['mock', 'doMock', 'unmock', 'importActual', 'importMock']);
const testCalls = new Set(['test', 'it', 'describe', 'suite']);

/**
 * @param {any} node
 * @returns {string | null} the text, if it is constant
 */
function fixedText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

/**
 * @param {any} node
 * @returns {string | null} the name of a property that is read, if it is constant
 */
function memberName(node) {
  return node.computed ? fixedText(node.property) : (node.property.name ?? null);
}

/** @param {any} node an expression such as `test.each([…])` */
function rootName(node) {
  let at = node;
  for (;;) {
    if (at.type === 'MemberExpression') at = at.object;
    else if (at.type === 'CallExpression') at = at.callee;
    else if (at.type === 'TaggedTemplateExpression') at = at.tag;
    else return at.type === 'Identifier' ? at.name : null;
  }
}

/**
 * @param {any} node
 * @param {string} key the child's key in `node`
 * @returns {boolean} whether an identifier there is only a name, and refers to nothing
 */
function isOnlyAName(node, key) {
  switch (node.type) {
    case 'MemberExpression':
      return key === 'property' && !node.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return key === 'key' && !node.computed;
    case 'ImportSpecifier':
      return key === 'imported';
    case 'ExportSpecifier':
      return key === 'exported';
    case 'MetaProperty':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return key !== 'body';
    default:
      return false;
  }
}

/**
 * @param {any} node an identifier that refers to something
 * @param {any} parent
 * @param {string} key
 * @returns {string | null} the impure name, if it is one
 */
function impurityOf(node, parent, key) {
  if (impureGlobals.has(node.name)) return node.name;
  const isObject = parent.type === 'MemberExpression' && key === 'object';
  if (node.name === 'Math') {
    const member = isObject ? memberName(parent) : null;
    return member === null || member === 'random' ? `Math.${member ?? '…'}` : null;
  }
  if (node.name !== 'Date') return null;
  if (isObject) {
    const member = memberName(parent);
    return member !== null && pureDateMembers.has(member) ? null : `Date.${member ?? '…'}`;
  }
  if (parent.type === 'NewExpression' && key === 'callee') {
    const [first] = parent.arguments;
    return first === undefined || first.type === 'SpreadElement' ? 'new Date()' : null;
  }
  if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof') return null;
  return 'Date';
}

/**
 * @param {any} node
 * @param {ReadonlySet<string>} requires the names under which the file has `require`
 * @returns {{ target: any } | null} the expression that names a module, if `node` refers to one
 */
function moduleNamedBy(node, requires) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return { target: node.source };
    case 'ExportNamedDeclaration':
      return node.source === null ? null : { target: node.source };
    case 'TSExternalModuleReference':
      return { target: node.expression };
    case 'TSModuleDeclaration':
      return node.id.type === 'Literal' ? { target: node.id } : null;
    case 'CallExpression':
      return isLoad(node.callee, requires) ? { target: node.arguments[0] } : null;
    default:
      return null;
  }
}

/**
 * @param {any} callee
 * @param {ReadonlySet<string>} requires
 */
function isLoad(callee, requires) {
  if (callee.type === 'Identifier') return requires.has(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  const member = memberName(callee);
  if (member === 'getBuiltinModule') return true;
  if (member === 'resolve' && callee.object.type === 'MetaProperty') return true;
  if (callee.object.type !== 'Identifier') return false;
  if (member === 'resolve' && requires.has(callee.object.name)) return true;
  return callee.object.name === 'vi' && member !== null && mockCalls.has(member);
}

/**
 * @param {any} node
 * @returns {string | null} the name that `const name = createRequire(…)` gives to `require`
 */
function requireMadeBy(node) {
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return null;
  const init = node.init;
  if (init?.type !== 'CallExpression') return null;
  const made = init.callee.type === 'MemberExpression' ? memberName(init.callee) : init.callee.name;
  return made === 'createRequire' ? node.id.name : null;
}

/**
 * Calls `visit` for every node, parents first.
 * @param {any} node
 * @param {(node: any, parent: any, key: string, inType: boolean) => void} visit
 */
function walk(node, visit, parent = /** @type {any} */ ({ type: '' }), key = '', inType = false) {
  visit(node, parent, key, inType);
  const isType = inType || (node.type.startsWith('TS') && !typeScriptValues.has(node.type));
  for (const [name, child] of Object.entries(node)) {
    for (const item of Array.isArray(child) ? child : [child]) {
      if (typeof item?.type === 'string') walk(item, visit, node, name, isType);
    }
  }
}

/**
 * @param {string} file its name, which says what language it is in
 * @param {string} text
 * @returns {SourceModule}
 */
export function readModule(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  const lineAt = (/** @type {number} */ offset) => text.slice(0, offset).split('\n').length;
  /** @type {Reference[]} */
  const references = [];
  /** @type {Impurity[]} */
  const impurities = [];
  /** @type {TestTitle[]} */
  const testTitles = [];

  const requires = new Set(['require']);
  walk(program, (node) => {
    const name = requireMadeBy(node);
    if (name !== null) requires.add(name);
  });
  walk(program, (node, parent, key, inType) => {
    const named = moduleNamedBy(node, requires);
    if (named !== null) references.push({ specifier: fixedText(named.target), line: lineAt(node.start) });
    if (node.type === 'Identifier' && !inType && !isOnlyAName(parent, key)) {
      const name = impurityOf(node, parent, key);
      if (name !== null) impurities.push({ name, line: lineAt(node.start) });
    }
    if (node.type === 'CallExpression' && testCalls.has(rootName(node.callee) ?? '')) {
      const [first] = node.arguments;
      const title = first?.type === 'TemplateLiteral' ? first.quasis[0].value.cooked : fixedText(first);
      if (typeof title === 'string') testTitles.push({ title, line: lineAt(node.start) });
    }
  });
  for (const comment of comments) {
    const match = /^\/\s*<reference\s+(?:path|types)\s*=\s*["']([^"']*)["']/.exec(comment.value);
    if (match?.[1] !== undefined) references.push({ specifier: match[1], line: lineAt(comment.start) });
  }
  return { references, impurities, testTitles, errors: errors.map((error) => error.message) };
}
