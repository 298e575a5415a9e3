// Core and presentation know that content types exist, but no particular ones: they contain no MIME type, neither in a
// string nor in a regular expression.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { findSourceFiles, isTest } from './source-files.mjs';

const category = '(?:application|audio|font|image|message|model|multipart|text|video)';
const mimeType = new RegExp(`(?<![\\w./:-])${category}\\/[a-z0-9*][\\w.+*-]*`, 'i');
/** `image/`, the start of a type or a `data:` URL. */
const family = new RegExp(`^(?:data:)?${category}\\/$`, 'i');
/** `image/`, `(?:image|audio)/`, `image(?=/)`: one category or several, with the slash. */
const familyInPattern = new RegExp(
  `(?<![\\w./-])(${category})(?:\\|[^()|/]*)*(?:\\)[?*+]?|\\(\\?[=:])?(?:\\[[^\\]]*\\/[^\\]]*\\]|\\/)`,
  'i',
);
/** `+json` or `[/+](?:json|xml)`: the end of a type. */
const suffixInPattern = /(?:\+|\[(?:\/\+|\+\/)\])\(?(?:\?:)?(?:json|xml|yaml|cbor|zip)\b/i;
const layers = ['core/', 'presentation/'];

/**
 * HTTP defines its own formats: these modules implement it, or decide what a browser may load without running it. A
 * whole folder is never exempt.
 */
export const exempt = [
  ...[
    'api/api.ts',
    'api/api-page.ts',
    'api/openapi.ts',
    'api/served-type.ts',
    'api/templates.ts',
    'app.ts',
    'mcp/resources.ts',
    'metrics.ts',
    'refuse.ts',
    'request-body.ts',
    'sandbox-endpoint.ts',
    'shell-files.ts',
  ].map((file) => `core/host/src/http/${file}`),
  'presentation/shell/src/host/browser-key.ts',
  'presentation/shell/src/host/content-client.ts',
  'presentation/shell/src/host/shell-host.ts',
  'presentation/shell/src/ui/inert-formats.ts',
];

/**
 * @param {any} node
 * @param {(text: string, offset: number, kind: 'text' | 'pattern') => void} found
 */
function visitTexts(node, found) {
  if (Array.isArray(node)) {
    for (const item of node) visitTexts(item, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'Literal' && node.regex) found(node.regex.pattern, node.start, 'pattern');
  if (node.type === 'Literal' && typeof node.value === 'string') found(node.value, node.start, 'text');
  if (node.type === 'TemplateElement') found(node.value.cooked ?? '', node.start, 'text');
  if (node.type === 'JSXText') found(node.value, node.start, 'text');
  if (isPatternMade(node)) visitTexts(node.arguments[0], (text, offset) => found(text, offset, 'pattern'));
  // Imports are checked by the law about boundaries.
  for (const key of Object.keys(node)) if (key !== 'source') visitTexts(node[key], found);
}

/** @param {any} node whether it is `new RegExp(…)` or `RegExp(…)` */
function isPatternMade(node) {
  return /^(?:New|Call)Expression$/.test(node.type ?? '') && node.callee?.name === 'RegExp';
}

/**
 * @param {string} text
 * @param {'text' | 'pattern'} kind
 * @returns {string | undefined} the type, or the part of one that is written there
 */
function typeIn(text, kind) {
  if (kind === 'text') return mimeType.exec(text)?.[0] ?? family.exec(text)?.[0];
  const plain = text.replaceAll('\\', '');
  const named = familyInPattern.exec(plain)?.[1];
  return named === undefined ? suffixInPattern.exec(plain)?.[0] : `${named}/`;
}

/**
 * @param {string} root
 * @param {readonly string[]} [exempted] files, by their paths
 * @returns {{ examined: string[], violations: string[] }}
 */
export function checkContentTypes(root, exempted = exempt) {
  const sources = findSourceFiles(root).filter(
    (file) => layers.some((layer) => file.startsWith(layer)) && !isTest(file),
  );
  const examined = sources.filter((file) => !exempted.includes(file));
  const namesTypes = (/** @type {string} */ file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    /** @type {Map<string, string>} */
    const here = new Map();
    visitTexts(parseSync(file, source).program, (text, offset, kind) => {
      const type = typeIn(text, kind);
      const line = source.slice(0, offset).split('\n').length;
      if (type !== undefined && !here.has(`${offset}`))
        here.set(`${offset}`, `${file}:${line}: names the content type ${type}; ask the registry instead`);
    });
    return [...here.values()];
  };
  const violations = examined.flatMap(namesTypes);
  for (const file of exempted) {
    if (!sources.includes(file)) violations.push(`${file}: is exempt, and is not there`);
    else if (namesTypes(file).length === 0)
      violations.push(`${file}: is exempt, and names no content type; examine it`);
  }
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
