// Checks every import against boundary-law.mjs, and reports what it examined: a check that examined nothing, or missed
// a file, fails too.

import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundaryLaw, rootFiles, testOnly } from './boundary-law.mjs';
import { workspaceDirectories } from './fingerprint.mjs';
import { readModule } from './read-module.mjs';
import { findSourceFiles, isTest } from './source-files.mjs';

/**
 * @typedef {import('./boundary-law.mjs').PackageLaw} PackageLaw
 * @typedef {object} Package
 * @property {string} at
 * @property {string} name
 * @property {PackageLaw} law
 * @property {Set<string>} entries the specifiers under which others can import it
 * @property {Set<string>} dependencies the dependencies its manifest declares for its own code
 * @property {string[]} references the directories its tsconfig refers to
 * @property {number} files how many of its files were examined
 *
 * @typedef {object} Report
 * @property {string[]} files every file that was examined
 * @property {Package[]} packages
 * @property {number} imports how many references were checked
 * @property {string[]} edges `from -> to`, each once
 * @property {string[]} violations
 * @property {string[]} unused the edges that the law grants and nobody uses
 */

/**
 * @param {string} root
 * @param {string} at
 * @param {PackageLaw} law
 * @returns {Package}
 */
function readPackage(root, at, law) {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, at, 'package.json'), 'utf8'));
  const config = path.join(root, at, 'tsconfig.json');
  /** @type {{ path: string }[]} */
  const references = fs.existsSync(config)
    ? (JSON.parse(fs.readFileSync(config, 'utf8')).references ?? [])
    : [];
  return {
    at,
    name: manifest.name,
    law,
    entries: new Set(
      Object.keys(manifest.exports ?? {}).map((entry) => path.posix.join(manifest.name, entry)),
    ),
    dependencies: new Set(
      ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((field) =>
        Object.keys(manifest[field] ?? {}),
      ),
    ),
    references: references.map((reference) => path.posix.join(at, reference.path)),
    files: 0,
  };
}

/**
 * @param {readonly PackageLaw[]} law
 * @param {string} at
 */
function lawFor(law, at) {
  return law.find((entry) =>
    entry.at.endsWith('/*') ? path.posix.dirname(at) === entry.at.slice(0, -2) : entry.at === at,
  );
}

/** @param {string} specifier */
function packageNameOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * @param {readonly string[]} allowed
 * @param {string} name
 * @param {string} specifier
 */
function allows(allowed, name, specifier) {
  return allowed.includes('*') || allowed.includes(name) || allowed.includes(specifier);
}

/**
 * @param {PackageLaw['computedImports']} allowed
 * @param {string} file
 */
function mayCompute(allowed, file) {
  return allowed === 'anywhere' || allowed.includes(file);
}

/**
 * Checks one import.
 * @param {Package} from
 * @param {string} file
 * @param {string | null} specifier
 * @param {ReadonlyMap<string, Package>} byName
 * @returns {{ edge?: string, violation?: string }}
 */
function judge(from, file, specifier, byName) {
  const { law } = from;
  const test = isTest(file);
  if (specifier === null) {
    if (mayCompute(law.computedImports, path.posix.relative(from.at, file))) return {};
    return { violation: 'imports something computed, which nobody can check; write the name out' };
  }
  if (specifier.startsWith('.')) return judgeRelative(from, file, specifier);
  if (/^(\/|#|[a-z]{2,}:(?<!node:))/.test(specifier)) {
    return { violation: `imports "${specifier}"; use a relative path or a package's name` };
  }
  // Newer Nodes have built-ins that this one may not know.
  if (specifier.startsWith('node:') || isBuiltin(specifier)) {
    if (law.node || test) return {};
    return {
      violation: `imports "${specifier}", but ${from.name} runs anywhere and may not use Node's modules`,
    };
  }
  const name = packageNameOf(specifier);
  const to = byName.get(name);
  // Files in bin/ run unbuilt, and can reach the built package only by its name.
  if (to === from && file.startsWith(`${from.at}/bin/`)) return {};
  if (to !== undefined) return judgeOurs(from, specifier, to, test);
  if (name.startsWith('@loggia/'))
    return { violation: `imports "${specifier}", and there is no such package` };
  if (test && testOnly.npm.includes(name)) return {};
  if (law.npm !== 'any' && !law.npm.includes(name)) {
    return { violation: `imports "${specifier}", which the law does not grant to ${from.name}` };
  }
  if (!test && !from.dependencies.has(name)) {
    return {
      violation: `imports "${specifier}", which ${from.at}/package.json does not list under dependencies`,
    };
  }
  return {};
}

/**
 * @param {Package} from
 * @param {string} file
 * @param {string} specifier
 */
function judgeRelative(from, file, specifier) {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!target.startsWith(`${from.at}/`)) {
    return { violation: `imports "${specifier}", which is outside ${from.at}; use the package's name` };
  }
  if (target.startsWith(`${from.at}/dist/`))
    return { violation: `imports "${specifier}", which is built, not written` };
  if (isTest(target) && !isTest(file)) return { violation: `imports the test "${specifier}"` };
  return {};
}

/**
 * @param {Package} from
 * @param {string} specifier
 * @param {Package} to
 * @param {boolean} test
 */
function judgeOurs(from, specifier, to, test) {
  const edge = `${from.name} -> ${to.name}`;
  if (!to.entries.has(specifier)) {
    return { edge, violation: `imports "${specifier}", which ${to.at}/package.json does not export` };
  }
  if (to === from) {
    return test ? {} : { edge, violation: `imports its own package as "${specifier}"; use a relative path` };
  }
  if (test && testOnly.ours.includes(to.name)) return { edge };
  if (!allows(from.law.mayImport, to.name, specifier)) {
    return { edge, violation: `imports "${specifier}": the law has no edge ${edge}` };
  }
  if (!test && !from.dependencies.has(to.name)) {
    return {
      edge,
      violation: `imports "${specifier}", which ${from.at}/package.json does not list under dependencies`,
    };
  }
  return { edge };
}

/**
 * Checks a package's declared dependencies against the same law as its imports.
 * @param {Package} from
 * @param {ReadonlyMap<string, Package>} byName
 * @param {ReadonlyMap<string, Package>} byDirectory
 */
function declaredViolations(from, byName, byDirectory) {
  const { mayImport, npm } = from.law;
  const mayReach = (/** @type {Package} */ to) =>
    mayImport.some((allowed) => allowed === '*' || packageNameOf(allowed) === to.name);
  /** @type {string[]} */
  const violations = [];
  for (const name of from.dependencies) {
    const to = byName.get(name);
    if (to === undefined ? npm === 'any' || npm.includes(name) : mayReach(to)) continue;
    violations.push(
      `${from.at}/package.json: depends on "${name}", which the law does not grant to ${from.name}`,
    );
  }
  for (const reference of from.references) {
    const to = byDirectory.get(reference);
    if (to !== undefined && mayReach(to)) continue;
    violations.push(
      `${from.at}/tsconfig.json: refers to ${reference}, which the law does not grant to ${from.name}`,
    );
  }
  return violations;
}

/**
 * @param {readonly PackageLaw[]} law
 * @param {readonly Package[]} packages
 * @param {ReadonlyMap<string, ReadonlySet<string>>} imported by directory of a package, the specifiers it imports
 * @returns {string[]} grants to existing packages that none of them uses
 */
function unusedGrants(law, packages, imported) {
  return law.flatMap(({ at, mayImport }) => {
    const granted = packages.filter((found) => lawFor(law, found.at)?.at === at);
    if (granted.length === 0) return [];
    const specifiers = granted.flatMap((found) => [...(imported.get(found.at) ?? [])]);
    const isUsed = (/** @type {string} */ name) =>
      name === '*' || specifiers.some((specifier) => allows([name], packageNameOf(specifier), specifier));
    return mayImport
      .filter((name) => !isUsed(name))
      .map((name) => `${at}: the law grants "${name}", and nobody there imports it; take it out`);
  });
}

/**
 * @param {string} root
 * @param {{ law?: readonly PackageLaw[], rootFiles?: readonly string[] }} [options]
 * @returns {Report}
 */
export function checkBoundaries(root, options = {}) {
  const law = options.law ?? boundaryLaw;
  const outside = options.rootFiles ?? rootFiles;
  /** @type {string[]} */
  const violations = [];
  /** @type {Package[]} */
  const packages = [];
  for (const at of workspaceDirectories(root)) {
    const entry = lawFor(law, at);
    if (entry === undefined) violations.push(`${at}: the law does not know this package`);
    else packages.push(readPackage(root, at, entry));
  }
  const byName = new Map(packages.map((found) => [found.name, found]));
  const byDirectory = new Map(packages.map((found) => [found.at, found]));

  /** @type {string[]} */
  const files = [];
  /** @type {Set<string>} */
  const edges = new Set();
  /** @type {Map<string, Set<string>>} */
  const imported = new Map(packages.map((found) => [found.at, new Set()]));
  let imports = 0;
  for (const file of findSourceFiles(root)) {
    if (outside.includes(file)) continue;
    const from = packages.find((found) => file.startsWith(`${found.at}/`));
    if (from === undefined) {
      violations.push(`${file}: belongs to no package that the law knows`);
      continue;
    }
    const { references, impurities, errors } = readModule(
      file,
      fs.readFileSync(path.join(root, file), 'utf8'),
    );
    if (errors.length > 0) {
      violations.push(`${file}: could not be read: ${errors[0]}`);
      continue;
    }
    files.push(file);
    from.files += 1;
    for (const { specifier, line } of references) {
      imports += 1;
      if (specifier !== null) imported.get(from.at)?.add(specifier);
      const { edge, violation } = judge(from, file, specifier, byName);
      if (edge !== undefined) edges.add(edge);
      if (violation !== undefined) violations.push(`${file}:${line}: ${violation}`);
    }
    if (!from.law.pure || isTest(file)) continue;
    for (const { name, line } of impurities) {
      violations.push(`${file}:${line}: uses ${name}; in ${from.name} such things enter through a port`);
    }
  }
  for (const from of packages) {
    violations.push(...declaredViolations(from, byName, byDirectory));
    if (from.files === 0 && from.entries.size > 0) violations.push(`${from.at}: no source file was examined`);
  }
  if (files.length === 0) violations.push('no source file was examined');
  const unused = unusedGrants(law, packages, imported);
  return { files, packages, imports, edges: [...edges].sort(), violations, unused };
}

/** @param {Report} report */
function print(report) {
  for (const found of report.packages) console.log(`${String(found.files).padStart(5)} files  ${found.name}`);
  for (const edge of report.edges) console.log(`       edge  ${edge}`);
  for (const violation of [...report.violations, ...report.unused]) console.error(violation);
  const looked = `${report.files.length} files of ${report.packages.length} packages, ${report.imports} imports`;
  const found = `${report.violations.length} violations, ${report.unused.length} unused edges`;
  console.log(`boundaries: examined ${looked}; ${found}`);
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const report = checkBoundaries(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  print(report);
  process.exitCode = report.violations.length + report.unused.length === 0 ? 0 : 1;
}
