import './renderers.css';
import type { EditorView } from '@codemirror/view';
import { lazy, useCallback, useDeferredValue, useRef, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Segments } from '../ui/segments.tsx';
import { Markdown } from './markdown.tsx';
import { findByTitle, PictureNames } from './picture-names.ts';
import type { RendererProps } from './renderer.ts';
import { startsWriting, TextBar, TextDocument, type OpenText } from './text-document.tsx';
import { TextEditor } from './text-editor.tsx';
import { useIsWide } from './use-is-wide.ts';
import { useScrollTogether } from './use-scroll-together.ts';

const MarkdownEditor = lazy(async () => ({
  default: (await import('./markdown-editor.tsx')).MarkdownEditor,
}));

export function MarkdownRenderer(props: RendererProps) {
  return <TextDocument {...props}>{(text) => <Document text={text} />}</TextDocument>;
}

type Side = 'read' | 'write' | 'both';

/** A document to be read, written, or both side by side where there is room for it. */
function Document({ text }: { readonly text: OpenText }) {
  const [chosen, setChosen] = useState<Side>(() => (startsWriting(text) ? 'both' : 'read'));
  // A user who chooses to write gets the caret in the text.
  const [takesFocus, setTakesFocus] = useState(text.isFresh || startsWriting(text));
  const [editor, setEditor] = useState<EditorView>();
  const { ref, isWide } = useIsWide();
  const side = chosen === 'both' && !isWide ? 'write' : chosen;
  const choose = (next: Side): void => {
    setTakesFocus(next !== 'read');
    setChosen(next);
  };
  const { isWritable, draft, artifact } = text;
  const reading = (
    <Reading text={text} editor={editor} write={isWritable ? () => choose('both') : undefined} />
  );
  return (
    <div ref={ref} className="writing">
      <TextBar text={text}>
        <Segments<Side>
          label="Display"
          value={side}
          options={[
            { value: 'read', label: 'Read' },
            { value: 'write', label: isWritable ? 'Write' : 'Source' },
            ...(isWide && isWritable ? ([{ value: 'both', label: 'Side by side' }] as const) : []),
          ]}
          onChange={choose}
        />
      </TextBar>
      {side === 'read' ? (
        reading
      ) : (
        <div className="writing-sides">
          <TextEditor draft={draft}>
            <MarkdownEditor key={artifact.id} text={text} takesFocus={takesFocus} onView={setEditor} />
          </TextEditor>
          {side === 'both' && reading}
        </div>
      )}
    </div>
  );
}

function Reading({
  text,
  editor,
  write,
}: {
  readonly text: OpenText;
  /** The editor beside it. */
  readonly editor: EditorView | undefined;
  readonly write: (() => void) | undefined;
}) {
  const { draft, artifact } = text;
  const { title, workspace } = artifact;
  const host = useHost();
  const shown = useDeferredValue(useReadable(draft).text);
  const preview = useRef<HTMLElement>(null);
  const starts = useRef<readonly number[]>([]);
  const keepStarts = useCallback((next: readonly number[]) => {
    starts.current = next;
  }, []);
  useScrollTogether({ editor, preview, starts, text: shown });
  const find = useCallback((name: string) => findByTitle(host, workspace, name), [host, workspace]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the mouse alone: the keyboard has the button
    <section
      ref={preview}
      className="renderer-document scroll-area"
      aria-label={`Preview of ${title}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      onDoubleClick={write}
    >
      {shown.trim() === '' ? (
        <p className="renderer-nothing">Nothing here yet.</p>
      ) : (
        <PictureNames value={find}>
          <Markdown text={shown} onBlocks={keepStarts} />
        </PictureNames>
      )}
    </section>
  );
}
