import './renderers.css';
import type { RendererProps } from './renderer.ts';
import { TextBar, TextDocument, TextSource } from './text-document.tsx';

export function TextRenderer(props: RendererProps) {
  return (
    <TextDocument {...props}>
      {(text) => (
        <>
          {text.isWritable && <TextBar text={text} />}
          <TextSource text={text} />
        </>
      )}
    </TextDocument>
  );
}
