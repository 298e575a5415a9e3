import type { Card } from '../src/board/board.ts';

/** Every word must be in the title, the text or a label; `#word` only in a label. */
export function matches(card: Card, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const labels = (card.labels ?? []).map((label) => label.toLowerCase());
  const text = [card.title, card.text ?? '', ...labels].join('\n').toLowerCase();
  return words.every((word) =>
    word.startsWith('#') && word.length > 1
      ? labels.some((label) => label.includes(word.slice(1)))
      : text.includes(word),
  );
}
