// Finds every source file of the repository, so that a check can prove that it examined all of them.

import fs from 'node:fs';
import path from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'coverage']);
const sourcePattern = /\.[cm]?[jt]sx?$/;

/**
 * @param {string} root
 * @param {(path: string) => boolean} wanted
 * @returns {string[]} sorted paths relative to the root, with forward slashes
 */
export function findFiles(root, wanted) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} relative */
  const visit = (relative) => {
    for (const entry of fs.readdirSync(path.join(root, relative), { withFileTypes: true })) {
      if (skipped.has(entry.name) || entry.name.startsWith('.')) continue;
      const child = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) visit(child);
      else if (wanted(child)) found.push(child);
    }
  };
  visit('');
  return found.sort();
}

/** @param {string} root */
export function findSourceFiles(root) {
  return findFiles(root, (file) => sourcePattern.test(file));
}

/** @param {string} file */
export function isTest(file) {
  return /\.(test|testkit)\.[cm]?[jt]sx?$/.test(file);
}
