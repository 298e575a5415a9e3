import './markdown.css';
import { Check, Copy } from 'lucide-react';
import { memo, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useHost } from '../host/host-context.tsx';
import { ShownLink } from '../links/shown-link.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { attempt } from '../ui/toast-queue.ts';
import { GrowingMarkdown } from './growing-markdown.ts';
import { takeSlots, type LinkSlot } from './link-slots.ts';
import type { MarkdownBlock } from './markdown-blocks.ts';
import { PictureNames, type FindByName } from './picture-names.ts';
import { sanitize } from './sanitize.ts';
import { useHighlighted } from './use-highlighted.ts';

/** How much is drawn at once; more follows when its end comes into sight. */
const blocksAtOnce = 500;
const charactersAtOnce = 100_000;

/** Markdown from anybody, sanitized. In a growing text, only the last block is rendered again. */
export function Markdown({
  text,
  onBlocks,
}: {
  readonly text: string;
  /** Called with the offset in the text at which each block begins; a block is one element. */
  readonly onBlocks?: (starts: readonly number[]) => void;
}) {
  const [growing] = useState(() => new GrowingMarkdown());
  const blocks = useMemo(() => growing.blocksOf(text), [growing, text]);
  useLayoutEffect(() => {
    onBlocks?.(blocks.map(({ start }) => start));
  }, [onBlocks, blocks]);
  const [helpings, setHelpings] = useState(1);
  const shown = withinHelpings(blocks, helpings);
  return (
    <div className="markdown">
      {blocks.slice(0, shown).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a block is known by its place: the last one grows
        <Block key={index} block={block} />
      ))}
      {shown < blocks.length && <More onMore={() => setHelpings((before) => before + 1)} />}
    </div>
  );
}

/** How many blocks are drawn. */
function withinHelpings(blocks: readonly MarkdownBlock[], helpings: number): number {
  const most = blocks.slice(0, blocksAtOnce * helpings);
  const end = (blocks[0]?.start ?? 0) + charactersAtOnce * helpings;
  const over = most.findIndex(({ start }) => start > end);
  return over < 0 ? most.length : over;
}

function More({ onMore }: { readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) more.current();
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className="markdown-more">
      <Button kind="quiet" size="small" onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}

const Block = memo(
  ({ block }: { readonly block: MarkdownBlock }) =>
    block.kind === 'code' ? (
      <Code text={block.text ?? ''} language={block.language} note={block.note} />
    ) : (
      <Html block={block} />
    ),
  (before, after) =>
    before.block === after.block ||
    (before.block.raw === after.block.raw && before.block.kind === after.block.kind),
);

function Code({
  text,
  language,
  note,
}: {
  readonly text: string;
  readonly language: string | undefined;
  readonly note: string | undefined;
}) {
  const [helpings, setHelpings] = useState(1);
  const end = Math.min(text.length, helpings * charactersAtOnce);
  const parts = useHighlighted(text, language);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1500);
  };
  return (
    <div className="markdown-code">
      {note !== undefined && <p className="markdown-note">{note}</p>}
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
        aria-label={note === undefined ? (language === undefined ? 'Code' : `Code, ${language}`) : 'Text'}
        {...(note !== undefined && { 'data-wraps': true })}
      >
        <code>
          {parts?.map(({ text: part, kind }, index) =>
            kind === '' ? (
              part
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
              <span key={index} className={kind}>
                {part}
              </span>
            ),
          ) ?? text.slice(0, end)}
        </code>
      </pre>
      {end < text.length && (
        <Button kind="quiet" size="small" onClick={() => setHelpings((before) => before + 1)}>
          Show more
        </Button>
      )}
    </div>
  );
}

const noSlots: readonly LinkSlot[] = [];

function Html({ block }: { readonly block: MarkdownBlock }) {
  const host = useHost();
  const find = useContext(PictureNames);
  const place = useRef<HTMLDivElement>(null);
  const filled = useRef<readonly LinkSlot[]>(noSlots);
  const [slots, setSlots] = useState(noSlots);
  // Inserts nodes rather than HTML: parsing sanitized HTML a second time could change its meaning.
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const safe = sanitize(block.html());
    filled.current = takeSlots(safe, filled.current);
    setSlots(filled.current);
    current.replaceChildren(safe);
    const stop = new AbortController();
    for (const image of current.querySelectorAll<HTMLImageElement>('img[data-artifact], img[data-name]')) {
      void loadPicture(host, image, find, stop.signal);
    }
    return () => stop.abort();
  }, [host, block, find]);
  const isTable = block.kind === 'table';
  return (
    <>
      <div
        ref={place}
        className="markdown-block"
        data-kind={block.kind}
        {...(isTable && { role: 'region', tabIndex: 0, 'aria-label': 'Table' })}
      />
      {slots.map(({ element, ...slot }, index) =>
        createPortal(<ShownLink {...slot} />, element, `${index} ${slot.href}`),
      )}
    </>
  );
}

async function loadPicture(
  host: ReturnType<typeof useHost>,
  image: HTMLImageElement,
  find: FindByName | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { artifact, name = '' } = image.dataset;
  try {
    const found = artifact ?? (await find?.(name));
    if (found === undefined) {
      if (!signal.aborted) image.replaceWith(missing(name));
      return;
    }
    const response = await host.content.read({ artifact: found }, { signal });
    const blob = await response.blob();
    if (signal.aborted) return;
    const url = URL.createObjectURL(blob);
    signal.addEventListener('abort', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
  } catch {
    if (!signal.aborted) image.alt = `${image.alt} (not found)`.trim();
  }
}

function missing(name: string): HTMLElement {
  const note = document.createElement('span');
  note.className = 'markdown-picture';
  note.textContent = `Picture “${name.slice(0, 200)}” isn’t on the desk`;
  return note;
}
