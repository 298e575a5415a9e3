import { documentOf, type MarkdownBlock, type MarkdownDocument } from './markdown-blocks.ts';

/**
 * The blocks of a text that grows at its end. Only the last block can still change, so that what came before is read
 * once, however often something is added.
 */
export class GrowingMarkdown {
  #text = '';
  #document: MarkdownDocument = { blocks: [], hasReferences: false };

  blocksOf(text: string): readonly MarkdownBlock[] {
    this.#document = this.#next(text);
    this.#text = text;
    return this.#document.blocks;
  }

  #next(text: string): MarkdownDocument {
    const { blocks, hasReferences } = this.#document;
    const last = blocks.at(-1);
    // A reference changes what stands before it, and a carriage return where that is.
    if (!last || last.start === 0 || hasReferences || text.includes('\r')) return documentOf(text);
    // Not `startsWith`, which compares letter by letter.
    if (text.slice(0, this.#text.length) !== this.#text) return documentOf(text);
    const rest = documentOf(copied(text.slice(last.start)));
    if (rest.hasReferences || text.length > mostAtOnce) return documentOf(text);
    const moved = rest.blocks.map((block) => ({ ...block, start: block.start + last.start }));
    return { blocks: [...blocks.slice(0, -1), ...moved], hasReferences: false };
  }
}

/** A part of a string keeps all of it in memory, and there would be a part of every length that the text had. */
function copied(part: string): string {
  return ` ${part}`.slice(1);
}

/** From here on, limits on the whole text count. */
const mostAtOnce = 1_900_000;
