// The public interface of a library as text: what its declarations export, and the types behind that. TypeScript 7 has
// no API to ask, so this follows the declarations with a parser.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** Longer declarations are the types of schemas, written out by the compiler: nobody reads those, but they must not change. */
const longest = 1500;

/**
 * @typedef {object} Binding
 * @property {string} name in the module
 * @property {string | null} from the module it comes from, or null if it is declared there
 *
 * @typedef {object} Module
 * @property {string} file
 * @property {Map<string, { text: string, uses: Set<string> }[]>} declared by name
 * @property {Map<string, Binding>} imported by local name
 * @property {Map<string, Binding>} exported by public name
 */

/**
 * @param {string} folder of the package, as it is packed
 * @returns {string}
 */
export function apiReport(folder) {
  const { name, exports } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const reader = new Reader(folder);
  /** @type {string[]} */
  const parts = [];
  for (const [entry, target] of Object.entries(exports)) {
    parts.push(`## ${path.posix.join(name, entry)}`);
    parts.push(...(target.types === undefined ? [`A file: ${target}`] : reader.entry(target.types)));
  }
  return `${[`# What can be imported from ${name}`, ...parts, ...reader.behind()].join('\n\n')}\n`;
}

class Reader {
  /** @type {Map<string, Module>} */
  #modules = new Map();
  /** @type {Set<string>} Declarations that are in the report, or will be. */
  #known = new Set();
  /** @type {{ file: string, name: string }[]} */
  #waiting = [];
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @param {string} types */
  entry(types) {
    const file = path.join(this.#folder, types);
    const names = [...this.#module(file).exported.keys()].toSorted();
    return names.map((name) => this.#exported(file, name));
  }

  /** Types that have no public name, but appear in those that do. */
  behind() {
    /** @type {string[]} */
    const found = [];
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const module = path.relative(this.#folder, next.file).split(path.sep).join('/');
      found.push(`// ${module}\n${this.#textOf(next.file, next.name)}`);
    }
    return found.length === 0 ? [] : ['## Types behind them', ...found.toSorted()];
  }

  /**
   * @param {string} file
   * @param {string} name
   */
  #exported(file, name) {
    const origin = this.#origin(file, name);
    if (origin.file === undefined) return `export { ${origin.name} } from '${origin.from}';`;
    this.#known.add(`${origin.file} ${origin.name}`);
    const text = this.#textOf(origin.file, origin.name);
    return origin.name === name ? text : `// as ${name}\n${text}`;
  }

  /**
   * The module that declares what another exports.
   * @param {string} file
   * @param {string} name
   * @returns {{ file: string, name: string, from?: undefined } | { file?: undefined, name: string, from: string }}
   */
  #origin(file, name) {
    const { exported, imported } = this.#module(file);
    const binding = exported.get(name);
    if (binding === undefined) throw new Error(`${file} doesn't export ${name}.`);
    const { name: local, from } = binding;
    if (from !== null) return this.#follow(file, from, local);
    const through = imported.get(local);
    return through === undefined
      ? { file, name: local }
      : this.#follow(file, through.from ?? '', through.name);
  }

  /**
   * @param {string} file
   * @param {string} from
   * @param {string} name
   */
  #follow(file, from, name) {
    return from.startsWith('.') ? this.#origin(declarationsOf(file, from), name) : { name, from };
  }

  /**
   * @param {string} file
   * @param {string} name
   */
  #textOf(file, name) {
    const module = this.#module(file);
    const declarations = module.declared.get(name);
    if (declarations === undefined) throw new Error(`${file} doesn't declare ${name}.`);
    for (const used of new Set(declarations.flatMap(({ uses }) => [...uses]))) this.#await(module, used);
    return declarations.map(({ text }) => text).join('\n');
  }

  /**
   * @param {Module} module
   * @param {string} used
   */
  #await({ file, declared, imported }, used) {
    const binding = imported.get(used);
    const origin = binding ? this.#follow(file, binding.from ?? '', binding.name) : { file, name: used };
    if (origin.file === undefined || (binding === undefined && !declared.has(used))) return;
    const key = `${origin.file} ${origin.name}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#waiting.push({ file: origin.file, name: origin.name });
  }

  /** @param {string} file */
  #module(file) {
    const module = this.#modules.get(file) ?? readDeclarations(file);
    this.#modules.set(file, module);
    return module;
  }
}

/**
 * @param {string} file
 * @param {string} specifier
 */
function declarationsOf(file, specifier) {
  return path.resolve(path.dirname(file), specifier.replace(/\.js$/, '.d.ts'));
}

/**
 * @param {string} file
 * @returns {Module}
 */
function readDeclarations(file) {
  const source = fs.readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  const text = withoutComments(source, comments);
  /** @type {Module} */
  const module = { file, declared: new Map(), imported: new Map(), exported: new Map() };
  for (const statement of /** @type {any[]} */ (program.body)) {
    if (statement.type === 'ImportDeclaration') readImport(module, statement);
    else if (statement.type === 'ExportNamedDeclaration' && statement.declaration === null) {
      for (const { local, exported } of statement.specifiers) {
        module.exported.set(exported.name, { name: local.name, from: statement.source?.value ?? null });
      }
    } else if (/^Export(All|Default)/.test(statement.type)) {
      throw new Error(`${file} exports without a name. Export each name by itself.`);
    } else readDeclaration(module, statement, plainText(text, statement));
  }
  return module;
}

/**
 * @param {Module} module
 * @param {any} statement
 */
function readImport({ file, imported }, { specifiers, source }) {
  for (const { type, local, imported: name } of specifiers) {
    if (type === 'ImportSpecifier') imported.set(local.name, { name: name.name, from: source.value });
    else if (source.value.startsWith('.')) throw new Error(`${file} imports all of ${source.value}.`);
  }
}

/**
 * @param {Module} module
 * @param {any} statement
 * @param {string} text
 */
function readDeclaration(module, statement, text) {
  const { declared, exported } = module;
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declaration = isExported ? statement.declaration : statement;
  const ids = declaration.declarations?.map((/** @type {any} */ { id }) => id) ?? [declaration.id];
  for (const id of ids) {
    // Without a name, as in `export {}`.
    if (id?.type !== 'Identifier') continue;
    const uses = namesIn(declaration, module);
    declared.set(id.name, [...(declared.get(id.name) ?? []), { text, uses }]);
    if (isExported) exported.set(id.name, { name: id.name, from: null });
  }
}

/**
 * Every name below a node; those that are neither declared nor imported don't matter. The compiler writes types of
 * other modules as `import('./module.js').Name`, which here becomes an import of that name.
 * @param {any} node
 * @param {Module} module
 * @param {Set<string>} found
 */
function namesIn(node, module, found = new Set()) {
  if (Array.isArray(node)) for (const one of node) namesIn(one, module, found);
  else if (node !== null && typeof node === 'object') {
    if (node.type === 'Identifier') found.add(node.name);
    if (node.type === 'TSImportType') {
      const from = node.source.value;
      const name = firstName(node.qualifier);
      if (name === undefined)
        throw new Error(`${module.file} has all of ${from} as a type. Import its names.`);
      module.imported.set(`${from} ${name}`, { name, from });
      found.add(`${from} ${name}`);
    }
    for (const value of Object.values(node)) namesIn(value, module, found);
  }
  return found;
}

/**
 * @param {any} qualifier `Name` or `Name.Part`
 * @returns {string | undefined}
 */
function firstName(qualifier) {
  return qualifier?.type === 'TSQualifiedName' ? firstName(qualifier.left) : qualifier?.name;
}

/**
 * The text without comments, and of a long one only what shows that it changed.
 * @param {string} source without comments
 * @param {any} statement
 */
function plainText(source, statement) {
  const text = ordered(source, statement)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}/g, '\n');
  if (text.length <= longest) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, 100).split('\n')[0]} … ${text.length} characters, SHA-256 ${hash}`;
}

/**
 * The text of a node with the members of its unions sorted: the compiler orders them as it meets them, which depends on
 * how many threads it has.
 * @param {string} source
 * @param {any} node
 * @returns {string}
 */
function ordered(source, node) {
  if (node.type === 'TSUnionType') {
    const members = node.types.map((/** @type {any} */ member) => ordered(source, member));
    return members.toSorted().join(' | ');
  }
  let text = '';
  let at = node.start;
  for (const child of childrenOf(node)) {
    text += source.slice(at, child.start) + ordered(source, child);
    at = child.end;
  }
  return text + source.slice(at, node.end);
}

/**
 * @param {any} node
 * @returns {any[]} the nodes inside, by their place; a name with its type counts as that type
 */
function childrenOf(node) {
  const inside = Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string')
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  /** @type {any[]} */
  const children = [];
  for (const child of inside) if (child.start >= (children.at(-1)?.end ?? node.start)) children.push(child);
  return children;
}

/**
 * @param {string} source
 * @param {readonly { start: number, end: number }[]} comments
 */
function withoutComments(source, comments) {
  let text = '';
  let at = 0;
  for (const { start, end } of comments) {
    text += source.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return text + source.slice(at);
}
