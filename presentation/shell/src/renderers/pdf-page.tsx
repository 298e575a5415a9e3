import { AnnotationMode, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { confirm } from '../ui/question-queue.ts';
import { rangesIn } from './pdf-find.ts';
import { safeAddress } from './sanitize.ts';

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** In pixels; a screen with fine ones must not make a page of hundreds of megabytes. */
const mostPixels = 16_000_000;

interface PageLink {
  readonly address: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A page, drawn while it is near: its picture, over it its text to be selected, and its links to the web. */
export function PdfPage({
  pdf,
  number,
  size,
  scale,
  top,
  find,
  current,
  measured,
}: {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly size: PageSize;
  readonly scale: number;
  readonly top: number;
  readonly find: string;
  /** Which of the found words is looked at. */
  readonly current: number | undefined;
  measured(size: PageSize): void;
}) {
  const picture = useRef<HTMLDivElement>(null);
  const letters = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy>();
  const [problem, setProblem] = useState('');
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  const [drawn, setDrawn] = useState(0);
  const tellSize = useEffectEvent(measured);
  useEffect(() => {
    let isWanted = true;
    const load = async (): Promise<void> => {
      try {
        const got = await pdf.getPage(number);
        if (!isWanted) return;
        const { width, height } = got.getViewport({ scale: 1 });
        tellSize({ width, height });
        setPage(got);
      } catch {
        if (isWanted) setProblem('This page can’t be read.');
      }
    };
    void load();
    return () => void (isWanted = false);
  }, [pdf, number]);
  useEffect(() => {
    const [place, text] = [picture.current, letters.current];
    if (!page || !place || !text) return;
    const viewport = page.getViewport({ scale });
    const dense = Math.min(
      window.devicePixelRatio || 1,
      Math.sqrt(mostPixels / Math.max(1, viewport.width * viewport.height)),
    );
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width * dense));
    canvas.height = Math.max(1, Math.floor(viewport.height * dense));
    const drawing = page.render({
      canvas,
      viewport,
      annotationMode: AnnotationMode.ENABLE,
      ...(dense !== 1 && { transform: [dense, 0, 0, dense, 0, 0] }),
    });
    const draw = async (): Promise<void> => {
      try {
        await drawing.promise;
        // The old picture stays until the new one is whole.
        place.replaceChildren(canvas);
        setProblem('');
      } catch (error) {
        if (error instanceof Error && error.name === 'RenderingCancelledException') return;
        setProblem('This page can’t be displayed.');
      }
    };
    void draw();
    text.replaceChildren();
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
    layer.render().then(
      () => setDrawn((before) => before + 1),
      () => undefined,
    );
    return () => {
      drawing.cancel();
      layer.cancel();
    };
  }, [page, scale]);
  useEffect(() => {
    if (!page) return;
    let isWanted = true;
    page.getAnnotations().then(
      (annotations) => isWanted && setLinks(linksIn(page, annotations as readonly Annotation[])),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [page]);
  useHighlight(letters, find, current, drawn);
  return (
    <div
      className="pdf-page"
      role="group"
      aria-label={`Page ${number}`}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        transform: `translate(-50%, ${top}px)`,
        ['--total-scale-factor' as string]: scale,
      }}
    >
      <div ref={picture} className="pdf-picture" aria-hidden />
      <div ref={letters} className="pdf-letters" />
      {links.map((link) => (
        <button
          key={`${link.left} ${link.top} ${link.address}`}
          type="button"
          className="pdf-link"
          aria-label={`Link to ${link.address}`}
          title={link.address}
          style={{
            left: link.left * scale,
            top: link.top * scale,
            width: link.width * scale,
            height: link.height * scale,
          }}
          onClick={() => void follow(link.address)}
        />
      ))}
      {problem !== '' && <p className="pdf-problem">{problem}</p>}
    </div>
  );
}

interface Annotation {
  readonly subtype?: string;
  readonly url?: string;
  readonly rect?: readonly number[];
}

function linksIn(page: PDFPageProxy, annotations: readonly Annotation[]): readonly PageLink[] {
  const viewport = page.getViewport({ scale: 1 });
  return annotations.slice(0, 500).flatMap(({ subtype, url, rect }) => {
    const address = safeAddress(url ?? null);
    if (subtype !== 'Link' || !address?.startsWith('http') || rect?.length !== 4) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle([...rect]) as number[];
    return [
      {
        address,
        left: Math.min(x1, x2),
        top: Math.min(y1, y2),
        width: Math.abs(x1 - x2),
        height: Math.abs(y1 - y2),
      },
    ];
  });
}

async function follow(address: string): Promise<void> {
  const yes = await confirm({
    title: 'Open this link?',
    text: `The PDF wants to open ${address} in a new tab.`,
    action: 'Open',
  });
  if (yes) window.open(address, '_blank', 'noopener,noreferrer');
}

/** Marks the found words without touching the nodes that people select. */
function useHighlight(
  layer: { readonly current: HTMLElement | null },
  find: string,
  current: number | undefined,
  drawn: number,
): void {
  useEffect(() => {
    const { current: element } = layer;
    if (!element || !('highlights' in CSS) || find.trim() === '') return;
    const ranges = rangesIn(element, find);
    const all = registered('pdf-found');
    const one = registered('pdf-current');
    for (const range of ranges) all.add(range);
    const looked = current === undefined ? undefined : ranges[current];
    if (looked) {
      one.add(looked);
      looked.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    return () => {
      for (const range of ranges) all.delete(range);
      if (looked) one.delete(looked);
    };
  }, [layer, find, current, drawn]);
}

function registered(name: string): Highlight {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
