import './markdown.css';
import { Check, Copy } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { attempt } from '../ui/toasts.tsx';
import { blocksOf, type MarkdownBlock } from './markdown-blocks.ts';
import { sanitise } from './sanitise.ts';

/** Markdown from anybody, made safe. Of a text that grows, only the block that grows is made anew. */
export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a block is known by its place: the last one grows
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

const Block = memo(
  ({ block }: { readonly block: MarkdownBlock }) =>
    block.kind === 'code' ? (
      <Code text={block.text ?? ''} language={block.language} />
    ) : (
      <Html block={block} />
    ),
  (before, after) => before.block.raw === after.block.raw && before.block.kind === after.block.kind,
);

function Code({ text, language }: { readonly text: string; readonly language: string | undefined }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1500);
  };
  return (
    <div className="markdown-code">
      {language !== undefined && <span className="markdown-language">{language.slice(0, 40)}</span>}
      <IconButton
        size="small"
        className="markdown-copy"
        label={isCopied ? 'Copied' : 'Copy'}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => attempt(copy())}
      />
      <pre
        className="scroll-area"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={language === undefined ? 'Code' : `Code, ${language}`}
      >
        <code>{text}</code>
      </pre>
    </div>
  );
}

function Html({ block }: { readonly block: MarkdownBlock }) {
  const host = useHost();
  const place = useRef<HTMLDivElement>(null);
  // Nodes rather than a text: what was found safe is not read a second time, which could make something else of it.
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    current.replaceChildren(sanitise(block.html()));
    const stop = new AbortController();
    for (const image of current.querySelectorAll<HTMLImageElement>('img[data-artifact]')) {
      void loadPicture(host, image, stop.signal);
    }
    return () => stop.abort();
  }, [host, block]);
  const isTable = block.kind === 'table';
  return (
    <div
      ref={place}
      className="markdown-block"
      data-kind={block.kind}
      {...(isTable && { role: 'region', tabIndex: 0, 'aria-label': 'Table' })}
    />
  );
}

async function loadPicture(
  host: ReturnType<typeof useHost>,
  image: HTMLImageElement,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await host.content.read({ artifact: image.dataset['artifact'] ?? '' }, { signal });
    const blob = await response.blob();
    if (signal.aborted) return;
    const url = URL.createObjectURL(blob);
    signal.addEventListener('abort', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
  } catch {
    if (!signal.aborted) image.alt = `${image.alt} (not found)`.trim();
  }
}
