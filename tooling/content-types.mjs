// Core and presentation know that content types exist, never which: no MIME type is written down in them.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { findSourceFiles, isTest } from './source-files.mjs';

const mimeType =
  /(?<![\w./:-])(application|audio|font|image|message|model|multipart|text|video)\/[a-z0-9*][\w.+*-]*/i;
const layers = ['core/', 'presentation/'];

/**
 * What HTTP itself needs between the host and its shell is no content of anybody's; and the shell's own renderers show
 * the standard types.
 */
const exempt = ['core/host/src/http/', 'presentation/shell/src/host/', 'presentation/shell/src/renderers/'];

/**
 * @param {any} node
 * @param {(text: string, offset: number) => void} found
 */
function visitTexts(node, found) {
  if (Array.isArray(node)) {
    for (const item of node) visitTexts(item, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'Literal' && typeof node.value === 'string') found(node.value, node.start);
  if (node.type === 'TemplateElement') found(node.value.cooked ?? '', node.start);
  if (node.type === 'JSXText') found(node.value, node.start);
  // What a module imports is for the law about boundaries.
  for (const key of Object.keys(node)) if (key !== 'source') visitTexts(node[key], found);
}

/**
 * @param {string} root
 * @returns {{ examined: string[], violations: string[] }}
 */
export function checkContentTypes(root) {
  const examined = findSourceFiles(root).filter(
    (file) =>
      layers.some((layer) => file.startsWith(layer)) &&
      !isTest(file) &&
      !exempt.some((folder) => file.startsWith(folder)),
  );
  const violations = examined.flatMap((file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    /** @type {string[]} */
    const here = [];
    visitTexts(parseSync(file, source).program, (text, offset) => {
      const type = mimeType.exec(text)?.[0];
      const line = source.slice(0, offset).split('\n').length;
      if (type !== undefined)
        here.push(`${file}:${line}: names the content type ${type}; ask the registry instead`);
    });
    return here;
  });
  if (examined.length === 0) violations.push('no source file was examined');
  return { examined, violations };
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { examined, violations } = checkContentTypes(
    path.dirname(path.dirname(fileURLToPath(import.meta.url))),
  );
  for (const violation of violations) console.error(violation);
  console.log(`content types: examined ${examined.length} files; ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
