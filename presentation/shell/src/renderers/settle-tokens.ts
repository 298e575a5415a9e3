import type { Token } from 'markdown-it';

/** Handles parts of GitHub's Markdown that the parser lacks, or writes in a way that the sanitizer removes. */
export function settleTokens(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'th_open' || token.type === 'td_open') alignCell(token);
    if (token.type === 'inline' && tokens[index - 2]?.type === 'list_item_open') boxTask(token);
  }
}

/** No style survives the sanitizer. */
function alignCell(cell: Token): void {
  const align = /^text-align:(left|center|right)$/.exec(String(cell.attrGet('style') ?? ''))?.[1];
  if (align !== undefined) cell.attrs = [['align', align]];
}

/** `- [x] done` begins with a box. */
function boxTask({ children }: Token): void {
  const first = children?.[0];
  const task = first?.type === 'text' ? /^\[([ xX])\](?=\s|$)/.exec(first.content) : null;
  if (!first || !task) return;
  first.type = 'html_inline';
  const rest = first.content.slice(task[0].length);
  const checked = task[1] === ' ' ? '' : 'checked="" ';
  first.content = `<input ${checked}disabled="" type="checkbox">${escaped(rest)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
