import './renderers.css';
import { useDeferredValue, useState } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Segments } from '../ui/segments.tsx';
import { Failure } from '../ui/states.tsx';
import { LoadingText } from './loading-text.tsx';
import { Markdown } from './markdown.tsx';
import { PagedText } from './paged-text.tsx';
import type { RendererProps } from './renderer.ts';
import type { TextDraft } from './text-draft.ts';
import { SaveState, TextEditor } from './text-editor.tsx';
import { longestText, NotExact } from './text-renderer.tsx';
import { useText } from './use-text.ts';

type Side = 'read' | 'write';

export function MarkdownRenderer(props: RendererProps) {
  const { artifact, version } = props;
  const isLong = (artifact.content?.size ?? 0) > longestText;
  return isLong ? <PagedText artifact={artifact} version={version} /> : <Document {...props} />;
}

function Document({ artifact, version, mayEdit }: RendererProps) {
  const { draft, isExact, error, again } = useText(artifact, version);
  const [side, setSide] = useState<Side>('read');
  if (error) {
    return (
      <div className="renderer-banner">
        <Failure error={error} retry={again} />
      </div>
    );
  }
  if (!draft) return <LoadingText />;
  const isWritable = mayEdit && isExact;
  return (
    <div className="renderer">
      {!isExact && <NotExact />}
      <div className="renderer-bar">
        <Segments<Side>
          label="How to show it"
          value={side}
          options={[
            { value: 'read', label: 'Read' },
            { value: 'write', label: isWritable ? 'Write' : 'Source' },
          ]}
          onChange={setSide}
        />
        <span className="renderer-gap" />
        {isWritable && <SaveState draft={draft} />}
      </div>
      {side === 'read' ? (
        <Reading draft={draft} title={artifact.title} />
      ) : (
        <TextEditor draft={draft} label={artifact.title} isReadOnly={!isWritable} />
      )}
    </div>
  );
}

function Reading({ draft, title }: { readonly draft: TextDraft; readonly title: string }) {
  const { text } = useReadable(draft);
  const shown = useDeferredValue(text);
  return (
    <section
      className="renderer-document scroll-area"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
    >
      {shown.trim() === '' ? (
        <p className="renderer-nothing">Nothing is written here yet.</p>
      ) : (
        <Markdown text={shown} />
      )}
    </section>
  );
}
