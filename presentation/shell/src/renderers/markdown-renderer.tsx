import './renderers.css';
import { useDeferredValue } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Markdown } from './markdown.tsx';
import type { RendererProps } from './renderer.ts';
import { TextBar, TextDocument, TwoSides } from './text-document.tsx';
import type { TextDraft } from './text-draft.ts';

export function MarkdownRenderer(props: RendererProps) {
  return (
    <TextDocument {...props}>
      {(text) => (
        <TwoSides text={text} label="Read" sourceLabel={text.isWritable ? 'Write' : 'Source'}>
          {(sides) => (
            <>
              <TextBar text={text}>{sides}</TextBar>
              <Reading draft={text.draft} title={text.artifact.title} />
            </>
          )}
        </TwoSides>
      )}
    </TextDocument>
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
        <p className="renderer-nothing">Nothing here yet.</p>
      ) : (
        <Markdown text={shown} />
      )}
    </section>
  );
}
