// Checks that imports between the folders of the largest packages form no cycle. Type-only imports count as well: a
// folder whose types depend on another can't be read, or moved, without it. Tests don't count, since they combine
// parts.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldersWithoutCycles } from './boundary-law.mjs';
import { readModule } from './read-module.mjs';
import { findSourceFiles, isTest } from './source-files.mjs';

/**
 * @typedef {Map<string, Map<string, string[]>>} Graph by folder, the folders it imports, with the imports
 *
 * @typedef {object} FolderReport
 * @property {string} at
 * @property {number} files how many were examined
 * @property {string[]} folders
 * @property {string[]} violations
 */

/**
 * @param {string} at
 * @param {string} file
 * @returns {string} the folder directly below `at`; a file in `at` itself counts as its own folder, or the entry point
 * and the smallest helper would be one
 */
function folderOf(at, file) {
  return path.posix.relative(at, file).split('/')[0] ?? '';
}

/**
 * @param {string} root
 * @param {string} at
 * @returns {{ graph: Graph, files: string[] }}
 */
function readGraph(root, at) {
  /** @type {Graph} */
  const graph = new Map();
  const files = findSourceFiles(root).filter((file) => file.startsWith(`${at}/`) && !isTest(file));
  for (const file of files) {
    const from = folderOf(at, file);
    const targets = graph.get(from) ?? new Map();
    graph.set(from, targets);
    for (const { specifier, line } of readModule(file, fs.readFileSync(path.join(root, file), 'utf8'))
      .references) {
      if (specifier === null || !specifier.startsWith('.')) continue;
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const to = folderOf(at, target);
      if (!target.startsWith(`${at}/`) || to === from) continue;
      const short = path.posix.relative(at, file);
      targets.set(to, [
        ...(targets.get(to) ?? []),
        `${short}:${line} imports ${path.posix.relative(at, target)}`,
      ]);
    }
  }
  return { graph, files };
}

/**
 * @param {Graph} graph
 * @param {string} from
 * @param {string} to
 * @returns {string[] | undefined} the folders on a shortest path, both ends included
 */
function shortestWay(graph, from, to) {
  /** @type {string[][]} */
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way.at(-1) ?? from;
    if (last === to) return way;
    for (const next of graph.get(last)?.keys() ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

/**
 * @param {Graph} graph
 * @returns {string[][]} for every import that is part of a cycle a shortest one; each cycle once, starting with its
 * least folder
 */
function cyclesIn(graph) {
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  for (const [from, targets] of graph) {
    for (const to of targets.keys()) {
      const way = shortestWay(graph, to, from);
      if (way === undefined) continue;
      const least = way.indexOf([...way].sort()[0] ?? '');
      const cycle = [...way.slice(least), ...way.slice(0, least)];
      cycles.set(cycle.join(' '), cycle);
    }
  }
  return [...cycles.keys()].sort().map((key) => cycles.get(key) ?? []);
}

/**
 * @param {Graph} graph
 * @param {readonly string[]} cycle
 * @returns {string[]} one line for each import
 */
function importsOf(graph, cycle) {
  return cycle.flatMap((from, index) => {
    const to = cycle[(index + 1) % cycle.length] ?? '';
    return (graph.get(from)?.get(to) ?? []).map((line) => `  ${from} -> ${to}: ${line}`);
  });
}

/**
 * @param {string} root
 * @param {string} at
 * @returns {FolderReport}
 */
function checkFolder(root, at) {
  const { graph, files } = readGraph(root, at);
  /** @type {string[]} */
  const violations = [];
  if (files.length === 0) violations.push(`${at}: no source file was examined`);
  for (const cycle of cyclesIn(graph)) {
    const named = [...cycle, cycle[0]].join(' -> ');
    violations.push(
      [`${at}: these folders import each other: ${named}`, ...importsOf(graph, cycle)].join('\n'),
    );
  }
  return { at, files: files.length, folders: [...graph.keys()].sort(), violations };
}

/**
 * @param {string} root
 * @param {readonly string[]} [directories]
 * @returns {FolderReport[]}
 */
export function checkFolders(root, directories = foldersWithoutCycles) {
  return directories.map((at) => checkFolder(root, at));
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const { at, files, folders, violations } of checkFolders(
    path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  )) {
    for (const violation of violations) console.error(violation);
    console.log(
      `folders: examined ${files} files in ${folders.length} folders and files of ${at}; ${violations.length} violations`,
    );
    if (violations.length > 0) process.exitCode = 1;
  }
}
