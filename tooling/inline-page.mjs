// Inlines scripts and styles into a page, so that it needs no other file.

import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ type: string, fileName: string, code?: string, source?: string | Uint8Array }} Built
 * @param {readonly Built[]} output
 * @returns {string} the page with its script and its styles inside
 */
export function inlined(output) {
  const html = output.find(({ fileName }) => fileName.endsWith('.html'));
  if (html === undefined) throw new Error('The build has no page.');
  const rest = new Map(output.filter((item) => item !== html).map((item) => [item.fileName, item]));
  /** @param {string} reference */
  const take = (reference) => {
    const item = rest.get(reference.replace(/^\.\//, ''));
    if (item === undefined)
      throw new Error(`The page asks for ${reference}, which it cannot load: import it instead.`);
    rest.delete(item.fileName);
    return item.code ?? textOf(item.source);
  };
  const page = textOf(html.source)
    .replaceAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*><\/script>/g, (_, /** @type {string} */ source) => {
      return `<script type="module">${scriptText(take(source))}</script>`;
    })
    .replaceAll(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, (/** @type {string} */ link) => {
      const source = /\bhref="([^"]*)"/.exec(link)?.[1] ?? '';
      return `<style>${take(source).replaceAll('</', '<\\/')}</style>`;
    });
  if (rest.size > 0) {
    throw new Error(`These files cannot be put into the page: ${[...rest.keys()].join(', ')}.`);
  }
  return page;
}

/** @param {string | Uint8Array | undefined} source */
function textOf(source) {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/**
 * Escapes code for a page. It would otherwise end at the first `</script`, even within a string, and never end after an
 * opening comment and a `<script`. The escaped code means the same, as long as the text is in a string or a pattern.
 * @param {string} code
 */
export function scriptText(code) {
  const safe = code.trimEnd().replaceAll(/<(?=\/?script)/gi, '\\x3c');
  if (safe !== code.trimEnd() && parseSync('view.js', safe).errors.length > 0) {
    throw new Error('Its code compares something with a name that starts with “script”: rename that.');
  }
  return safe;
}
