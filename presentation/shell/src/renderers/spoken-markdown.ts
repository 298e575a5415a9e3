import type { Token } from 'markdown-it';
import { parseMarkdown } from './markdown-parser.ts';

const withinMs = 200;

/** The words of a Markdown text, without its markup: for screen readers, and wherever there is room for words only. */
export function spokenMarkdown(markdown: string): string {
  const parsed = parseMarkdown(markdown, withinMs);
  if (!parsed) return '';
  const sentences = parsed.tokens.flatMap((token) => {
    if (token.type === 'fence' || token.type === 'code_block') return ['(code)'];
    if (token.type !== 'inline') return [];
    const words = wordsOf(token).replace(/\s+/g, ' ').trim();
    return words === '' ? [] : [/[.!?:;,…]$/.test(words) ? words : `${words}.`];
  });
  return sentences.join(' ');
}

function wordsOf({ children }: Token): string {
  return (children ?? [])
    .map((token) => {
      switch (token.type) {
        case 'text':
        case 'code_inline':
        case 'image':
          return token.content;
        case 'softbreak':
        case 'hardbreak':
          return ' ';
        default:
          return '';
      }
    })
    .join('');
}
