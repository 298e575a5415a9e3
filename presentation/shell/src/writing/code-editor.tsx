import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { attempt } from '../ui/toast-queue.ts';
import { follow, openEditor, type EditedText } from './editor.ts';

export interface CodeEditorProps {
  readonly text: EditedText;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly isProse?: boolean;
  /** Puts the caret at the end of the text. */
  readonly takesFocus?: boolean;
  /** Read once, when the editor opens. */
  readonly extensions?: Extension;
  /** The editor, for as long as it is on screen. */
  onView?(view: EditorView | undefined): void;
}

/** A text in an editor. The editor keeps the text itself: a megabyte in React's hands would be slow. */
export function CodeEditor({ text, label, isReadOnly, isProse = false, ...rest }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent((view: EditorView, host: HTMLElement): (() => void) => {
    rest.onView?.(view);
    return rest.takesFocus === true ? keepFocus(view, host) : () => undefined;
  });
  const end = useEffectEvent(() => rest.onView?.(undefined));
  const extensions = useEffectEvent((): Extension => rest.extensions ?? []);
  useEffect(() => {
    const host = place.current;
    if (!host) return undefined;
    const save = (): void => attempt(text.flush());
    const view = openEditor(host, text, { label, isReadOnly, isProse, extensions: extensions(), save });
    // Code that restores the focus knows this element, not the editor inside.
    host.focus = () => view.focus();
    const unfollow = follow(view, text);
    const letGo = begin(view, host);
    return () => {
      letGo();
      end();
      unfollow();
      view.destroy();
    };
  }, [text, label, isReadOnly, isProse]);
  return <div ref={place} className="renderer-code" onBlur={() => attempt(text.flush())} />;
}

/**
 * Puts the caret at the end. A menu that closes gives the focus back to its button, which may happen later, so for a
 * moment nothing but the user takes it away again.
 */
function keepFocus(view: EditorView, host: HTMLElement): () => void {
  const stop = new AbortController();
  const take = (): void => view.focus();
  view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
  take();
  window.addEventListener('focusin', ({ target }) => target !== host && take(), stop);
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, () => stop.abort(), stop);
  const timer = setTimeout(() => stop.abort(), 1000);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
