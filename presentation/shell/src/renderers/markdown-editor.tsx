import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { useMemo, useState } from 'react';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { addFiles } from '../writing/attached-files.ts';
import { CodeEditor } from '../writing/code-editor.tsx';
import { markdownEditing, markdownReading } from '../writing/markdown.ts';
import { documentPorts } from './document-ports.ts';
import { MarkdownToolbar } from './markdown-toolbar.tsx';
import type { OpenText } from './text-document.tsx';

/** Markdown as it is written, with a toolbar. */
export function MarkdownEditor({
  text,
  takesFocus,
  onView,
}: {
  readonly text: OpenText;
  readonly takesFocus: boolean;
  /** The editor, for as long as it is on screen. */
  onView(view: EditorView | undefined): void;
}) {
  const { artifact, draft, isWritable } = text;
  const { id, workspace } = artifact;
  const ports = useArtifactPorts();
  const [view, setView] = useState<EditorView>();
  // Nothing else of the artifact matters here, and it changes with every save.
  const desk = useMemo(() => documentPorts(ports, { id, workspace }), [ports, id, workspace]);
  const extensions = useMemo(
    () => (isWritable ? markdownEditing(desk) : [...markdownReading]),
    [isWritable, desk],
  );
  return (
    <>
      {isWritable && (
        <MarkdownToolbar
          view={view}
          addFiles={(files) => view && addFiles(view, files, desk.keep)}
          find={() => view && openSearchPanel(view)}
        />
      )}
      <CodeEditor
        text={draft}
        label={artifact.title}
        isReadOnly={!isWritable}
        isProse
        takesFocus={takesFocus}
        extensions={extensions}
        onView={(next) => {
          setView(next);
          onView(next);
        }}
      />
      {isWritable && (
        <div className="renderer-foot writing-hint">
          <span>Type @ to link to something on the desk. Paste or drop pictures.</span>
          <span>Press Esc, then Tab to leave the editor.</span>
        </div>
      )}
    </>
  );
}
