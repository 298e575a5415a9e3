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

/** The input with which somebody scrolls. */
const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'];

/**
 * Scrolls editor and preview together, by the line of the source at the top of the one that somebody used last. Scroll
 * events alone don't tell which one that is: they also follow from changes of the layout, and from each other.
 */
export function useScrollTogether({ editor, preview, starts, text }: Sides): void {
  const afterTyping = useRef<() => void>(undefined);
  useEffect(() => {
    const shown = preview.current;
    if (!editor || !shown) return undefined;
    const source = editor.scrollDOM;
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    let leader: HTMLElement = source;
    let frame = 0;
    const follow = (): void => {
      frame = 0;
      const marks = marksOf(editor, shown, starts.current);
      const [other, top] =
        leader === source
          ? [shown, topOf(marks, lineAtTop(editor))]
          : [source, topOfLine(editor, lineOf(marks, shown.scrollTop))];
      other.scrollTop = isAtEnd(leader) ? other.scrollHeight : top;
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    for (const [side, within] of [
      [source, editor.dom],
      [shown, shown],
    ] as const) {
      const lead = (): void => {
        leader = side;
      };
      for (const gesture of gestures) within.addEventListener(gesture, lead, options);
      side.addEventListener('scroll', () => leader === side && soon(), options);
    }
    afterTyping.current = () => leader === source && follow();
    // The editor may have been scrolled before the preview was there to follow.
    soon();
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
