import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, type RefObject } from 'react';
import { lineOf, topOf, type Mark } from './scroll-marks.ts';

interface Sides {
  readonly editor: EditorView | undefined;
  readonly preview: RefObject<HTMLElement | null>;
  /** Where each block of the preview begins in the text. */
  readonly starts: RefObject<readonly number[]>;
  /** The text that the preview shows. */
  readonly text: string;
}

/** Scrolls editor and preview together, by the line of the source at the top of the one that somebody scrolls. */
export function useScrollTogether({ editor, preview, starts, text }: Sides): void {
  const afterTyping = useRef<() => void>(undefined);
  useEffect(() => {
    const shown = preview.current;
    if (!editor || !shown) return undefined;
    const source = editor.scrollDOM;
    const stop = new AbortController();
    let leader: HTMLElement = source;
    let frame = 0;
    const follow = (): void => {
      frame = 0;
      const other = leader === source ? shown : source;
      const marks = marksOf(editor, shown, starts.current);
      const top =
        leader === source
          ? topOf(marks, lineAtTop(editor))
          : topOfLine(editor, lineOf(marks, shown.scrollTop));
      other.scrollTop = isAtEnd(leader) ? other.scrollHeight : top;
      setTops.set(other, other.scrollTop);
    };
    /** The positions set by `follow`: the scroll event they cause must not scroll the other side in turn. */
    const setTops = new Map<HTMLElement, number>();
    for (const side of [source, shown]) {
      side.addEventListener(
        'scroll',
        () => {
          const set = setTops.get(side);
          setTops.delete(side);
          if (set !== undefined && Math.abs(set - side.scrollTop) < 2) return;
          leader = side;
          if (frame === 0) frame = requestAnimationFrame(follow);
        },
        { signal: stop.signal, passive: true },
      );
    }
    afterTyping.current = () => leader === source && follow();
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
      afterTyping.current = undefined;
    };
  }, [editor, preview, starts]);
  useEffect(() => afterTyping.current?.(), [text]);
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
}

function marksOf({ state: { doc } }: EditorView, shown: HTMLElement, starts: readonly number[]): Mark[] {
  const blocks = [...(shown.querySelector('.markdown')?.children ?? [])];
  const from = shown.getBoundingClientRect().top - shown.scrollTop;
  const lineOfStart = (at: number): number => doc.lineAt(Math.min(at, doc.length)).number;
  const marks = blocks.slice(0, starts.length).map((block, index): Mark => ({
    line: lineOfStart(starts[index] ?? 0),
    top: block.getBoundingClientRect().top - from,
  }));
  const next = starts[marks.length];
  const last = next === undefined ? doc.lines + 1 : lineOfStart(next);
  return [{ line: 1, top: 0 }, ...marks, { line: last, top: shown.scrollHeight }];
}

function lineAtTop(editor: EditorView): number {
  const height = Math.max(0, editor.scrollDOM.scrollTop - editor.documentPadding.top);
  const block = editor.lineBlockAtHeight(height);
  const within = Math.min(1, Math.max(0, (height - block.top) / Math.max(1, block.height)));
  return editor.state.doc.lineAt(block.from).number + within;
}

function topOfLine(editor: EditorView, line: number): number {
  const { doc } = editor.state;
  const whole = Math.min(Math.max(1, Math.floor(line)), doc.lines);
  const block = editor.lineBlockAt(doc.line(whole).from);
  return editor.documentPadding.top + block.top + (line - whole) * block.height;
}
