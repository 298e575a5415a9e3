import type { PDFDocumentProxy } from 'pdfjs-dist';

/** One place where the words occur: on which page, and as the how manieth there. */
export interface PdfMatch {
  readonly page: number;
  readonly index: number;
}

const mostMatches = 2000;

/** Looks through the pages, and tells what it found so far after each. */
export async function findInPdf(
  pdf: PDFDocumentProxy,
  words: string,
  signal: AbortSignal,
  found: (matches: readonly PdfMatch[], isDone: boolean) => void,
): Promise<void> {
  const matches: PdfMatch[] = [];
  for (let page = 1; page <= pdf.numPages && matches.length < mostMatches; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    if (signal.aborted) return;
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    const count = placesOf(text, words).length;
    for (let index = 0; index < count; index += 1) matches.push({ page, index });
    if (count > 0) found([...matches], false);
  }
  found([...matches], true);
}

/** Where the words begin, without regard to case. */
function placesOf(text: string, words: string): readonly number[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const places: number[] = [];
  const within = text.toLowerCase();
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}

/** The words in the text of a page, as ranges of its nodes. */
export function rangesIn(layer: HTMLElement, words: string): readonly Range[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const nodes: { readonly node: Node; readonly start: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.textContent ?? '';
  }
  const pointAt = (at: number): readonly [Node, number] => {
    const found = nodes.findLast(({ start }) => start <= at) ?? { node: layer, start: 0 };
    return [found.node, at - found.start];
  };
  return placesOf(text, words).map((at) => {
    const range = document.createRange();
    range.setStart(...pointAt(at));
    const [node, offset] = pointAt(at + words.trim().length - 1);
    range.setEnd(node, offset + 1);
    return range;
  });
}
