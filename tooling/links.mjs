// Finds broken links in Markdown files: to a missing file, or to a heading that the page doesn't have.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFiles } from './source-files.mjs';

/**
 * @param {string} markdown
 * @returns {Set<string>} the anchors of its headings, as GitHub makes them
 */
export function anchorsOf(markdown) {
  const headings = withoutCode(markdown, '```').matchAll(/^#{1,6} (.*)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

/** @param {string} heading */
function anchorOf(heading) {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/**
 * @param {string} markdown
 * @param {'```' | '`'} fence
 */
function withoutCode(markdown, fence) {
  return markdown.replaceAll(fence === '`' ? /`[^`\n]*`/g : /^ *```[\s\S]*?^ *```/gm, '');
}

/**
 * @param {string} root
 * @returns {{ files: string[], links: number, violations: string[] }}
 */
export function checkLinks(root) {
  const files = findFiles(root, (file) => file.endsWith('.md'));
  /** @type {string[]} */
  const violations = [];
  let links = 0;
  for (const file of files) {
    const text = withoutCode(withoutCode(fs.readFileSync(path.join(root, file), 'utf8'), '```'), '`');
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z][a-z+.-]*:/i.test(link)) continue;
      links += 1;
      const [to = '', anchor] = link.split('#');
      const target = path.join(root, to === '' ? file : path.join(path.dirname(file), to));
      if (!fs.existsSync(target)) violations.push(`${file}: links to ${link}, and there is no such file`);
      else if (anchor && !anchorsOf(fs.readFileSync(target, 'utf8')).has(anchor))
        violations.push(`${file}: links to ${link}, and that page has no such heading`);
    }
  }
  if (links === 0) violations.push('no link was examined');
  return { files, links, violations };
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { files, links, violations } = checkLinks(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  for (const violation of violations) console.error(violation);
  console.log(`links: examined ${links} in ${files.length} files; ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
