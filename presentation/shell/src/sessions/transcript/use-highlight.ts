import { useEffect } from 'react';

const highlightName = 'session-find';
const mostRanges = 500;

/** Highlights matches in the rendered rows, without changing them. */
export function useHighlight(
  scroller: { readonly current: HTMLElement | null },
  query: string,
  drawn: readonly unknown[],
): void {
  useEffect(() => {
    const highlights = (CSS as { highlights?: HighlightRegistry }).highlights;
    const wanted = query.trim().toLocaleLowerCase();
    if (highlights === undefined || scroller.current === null || wanted === '') return;
    const ranges: Range[] = [];
    const walker = document.createTreeWalker(scroller.current, NodeFilter.SHOW_TEXT);
    for (
      let node = walker.nextNode();
      node !== null && ranges.length < mostRanges;
      node = walker.nextNode()
    ) {
      const text = (node.textContent ?? '').toLocaleLowerCase();
      for (
        let at = text.indexOf(wanted);
        at >= 0 && ranges.length < mostRanges;
        at = text.indexOf(wanted, at + 1)
      ) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, Math.min(at + wanted.length, node.textContent?.length ?? 0));
        ranges.push(range);
      }
    }
    highlights.set(highlightName, new Highlight(...ranges));
    return () => void highlights.delete(highlightName);
  }, [scroller, query, drawn]);
}
