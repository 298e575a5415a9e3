import './renderers.css';
import './pdf.css';
import type { Artifact } from '@loggia/protocol';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp, Minus, MoveHorizontal, Plus, Search } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Failure, Note, Skeleton } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { DownloadIt } from './not-shown.tsx';
import { openPdf } from './pdf-document.ts';
import { findInPdf, type PdfMatch } from './pdf-find.ts';
import { PdfPage } from './pdf-page.tsx';
import type { RendererProps } from './renderer.ts';

type Opening =
  | { readonly status: 'loading' }
  | { readonly status: 'locked'; readonly isWrong: boolean; unlock(password: string): void }
  | { readonly status: 'open'; readonly pdf: PDFDocumentProxy; readonly first: PageSize }
  | { readonly status: 'failed'; readonly error: Error };

interface PageSize {
  readonly width: number;
  readonly height: number;
}

export function PdfRenderer({ artifact, version }: RendererProps) {
  const [opening, again] = usePdf(artifact, version);
  switch (opening.status) {
    case 'loading':
      return <Skeleton style={{ margin: '16px auto', width: 'min(90%, 720px)', flex: 1 }} />;
    case 'locked':
      return <Locked isWrong={opening.isWrong} unlock={opening.unlock} />;
    case 'failed':
      return (
        <div className="renderer-banner">
          <Failure error={opening.error} retry={again} />
          <DownloadIt artifact={artifact} version={version} />
        </div>
      );
    case 'open':
      return <Document pdf={opening.pdf} first={opening.first} title={artifact.title} />;
  }
}

function usePdf(artifact: Artifact, version: number | undefined): readonly [Opening, () => void] {
  const host = useHost();
  const [round, setRound] = useState(0);
  const [opening, setOpening] = useState<Opening>({ status: 'loading' });
  const { id } = artifact;
  const { hash, size = 0 } = artifact.content ?? {};
  useEffect(() => {
    const stop = new AbortController();
    let end: (() => void) | undefined;
    const open = async (): Promise<void> => {
      const { task, close } = await openPdf(host, { artifact: id, version, size }, stop.signal);
      end = close;
      if (stop.signal.aborted) return close();
      task.onPassword = (unlock: (password: string) => void, reason: number) =>
        setOpening({ status: 'locked', isWrong: reason === 2, unlock });
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!stop.signal.aborted) setOpening({ status: 'open', pdf, first: { width, height } });
    };
    open().catch((error: unknown) => {
      if (!stop.signal.aborted) setOpening({ status: 'failed', error: pdfError(error) });
    });
    return () => {
      stop.abort();
      end?.();
    };
  }, [host, id, version, hash, size, round]);
  return [opening, () => setRound((before) => before + 1)];
}

function pdfError(problem: unknown): Error {
  const error = asError(problem);
  if (error.name !== 'InvalidPDFException') return error;
  return new Error(`This PDF can’t be read. ${error.message}`);
}

function Locked({ isWrong, unlock }: { readonly isWrong: boolean; unlock(password: string): void }) {
  const [password, setPassword] = useState('');
  return (
    <form
      className="renderer-banner"
      onSubmit={(event) => {
        event.preventDefault();
        unlock(password);
      }}
    >
      <Note tone={isWrong ? 'warning' : 'info'}>
        {isWrong ? 'Wrong password. Try again.' : 'This PDF is protected. Enter its password.'}
      </Note>
      <div className="renderer-choices">
        <input
          className="input"
          type="password"
          aria-label="Password"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button kind="primary" type="submit">
          Open
        </Button>
      </div>
    </form>
  );
}

const gap = 12;
const scales = { least: 0.2, most: 5 };

function Document({
  pdf,
  first,
  title,
}: {
  readonly pdf: PDFDocumentProxy;
  readonly first: PageSize;
  readonly title: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  // Undefined: as wide as the window.
  const [chosen, setChosen] = useState<number>();
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const fitted = room > 0 ? Math.min(2, Math.max(scales.least, (room - 2 * gap) / first.width)) : 1;
  const scale = chosen ?? fitted;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const virtualizer = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (sizes.get(index) ?? first).height * scale + gap,
    paddingStart: gap,
    overscan: 1,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, scale, sizes]);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => setRoom(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const offset = virtualizer.scrollOffset ?? 0;
  const middle = offset + (scroller.current?.clientHeight ?? 0) / 3;
  const page = (virtualizer.getVirtualItems().findLast(({ start }) => start <= middle)?.index ?? 0) + 1;
  const go = (wanted: number): void => {
    const index = Math.min(pdf.numPages, Math.max(1, wanted)) - 1;
    virtualizer.scrollToIndex(index, { align: 'start' });
  };
  const zoom = (factor: number): void => {
    setChosen(Math.min(scales.most, Math.max(scales.least, scale * factor)));
  };
  const finder = useFinder(pdf);
  const field = useRef<HTMLInputElement>(null);
  const press = (event: KeyboardEvent): void => {
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      field.current?.select();
      return;
    }
    if (isMod || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === '+' || event.key === '=') zoom(1.2);
    else if (event.key === '-') zoom(1 / 1.2);
    else if (event.key === '0') setChosen(undefined);
    else if (event.key === 'ArrowRight') go(page + 1);
    else if (event.key === 'ArrowLeft') go(page - 1);
    else return;
    event.preventDefault();
  };
  const show = (step: number): void => {
    const match = finder.step(step);
    if (match && match.page !== page) go(match.page);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside
    <div className="renderer" onKeyDown={press}>
      <div className="renderer-bar" role="toolbar" aria-label="Pages">
        <IconButton
          size="small"
          label="Previous page"
          icon={<ChevronUp />}
          disabled={page <= 1}
          onClick={() => go(page - 1)}
        />
        <PageNumber key={page} page={page} of={pdf.numPages} go={go} />
        <IconButton
          size="small"
          label="Next page"
          icon={<ChevronDown />}
          disabled={page >= pdf.numPages}
          onClick={() => go(page + 1)}
        />
        <span className="renderer-gap" />
        <IconButton size="small" label="Zoom out" icon={<Minus />} onClick={() => zoom(1 / 1.2)} />
        <span className="renderer-fact">{Math.round(scale * 100)} %</span>
        <IconButton size="small" label="Zoom in" icon={<Plus />} onClick={() => zoom(1.2)} />
        <IconButton
          size="small"
          label="Fit width"
          icon={<MoveHorizontal />}
          pressed={chosen === undefined}
          onClick={() => setChosen(undefined)}
        />
        <div className="renderer-find" role="search">
          <Search aria-hidden />
          <input
            ref={field}
            className="renderer-find-field"
            type="search"
            aria-label="Find in this PDF"
            placeholder="Find"
            maxLength={200}
            value={finder.words}
            onChange={(event) => finder.look(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') show(event.shiftKey ? -1 : 1);
            }}
          />
          <span className="renderer-fact" role="status">
            {finder.said}
          </span>
        </div>
      </div>
      <div
        ref={scroller}
        className="pdf-pages scroll-area"
        role="region"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <PdfPage
              key={index}
              pdf={pdf}
              number={index + 1}
              size={sizes.get(index) ?? first}
              scale={scale}
              top={start}
              find={finder.words}
              current={finder.current?.page === index + 1 ? finder.current.index : undefined}
              measured={(size) => {
                const known = sizes.get(index) ?? first;
                if (known.width === size.width && known.height === size.height) return;
                setSizes((before) => new Map(before).set(index, size));
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function PageNumber({
  page,
  of,
  go,
}: {
  readonly page: number;
  readonly of: number;
  go(page: number): void;
}) {
  return (
    <label className="renderer-fact">
      <input
        className="pdf-number"
        inputMode="numeric"
        aria-label={`Page, of ${of}`}
        defaultValue={page}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(Number(event.currentTarget.value) || page);
        }}
        onBlur={(event) => {
          event.currentTarget.value = String(page);
        }}
      />{' '}
      / {of}
    </label>
  );
}

interface Finder {
  readonly words: string;
  readonly current: PdfMatch | undefined;
  readonly said: string;
  look(words: string): void;
  step(by: number): PdfMatch | undefined;
}

function useFinder(pdf: PDFDocumentProxy): Finder {
  const [words, setWords] = useState('');
  const [matches, setMatches] = useState<readonly PdfMatch[]>([]);
  const [isDone, setIsDone] = useState(true);
  const [place, setPlace] = useState(-1);
  useEffect(() => {
    if (words.trim() === '') return;
    const stop = new AbortController();
    attempt(
      findInPdf(pdf, words, stop.signal, (found, done) => {
        if (stop.signal.aborted) return;
        setMatches(found);
        setIsDone(done);
      }),
    );
    return () => stop.abort();
  }, [pdf, words]);
  const more = isDone ? '' : '…';
  const none = isDone ? 'Not found' : 'Searching…';
  const count = place < 0 ? `${matches.length}${more} found` : `${place + 1} of ${matches.length}${more}`;
  return {
    words,
    current: matches[place],
    said: words.trim() === '' ? '' : matches.length === 0 ? none : count,
    look: (next) => {
      setWords(next);
      setMatches([]);
      setPlace(-1);
      setIsDone(false);
    },
    step: (by) => {
      if (matches.length === 0) return undefined;
      const next = (place + by + matches.length) % matches.length;
      setPlace(next);
      return matches[next];
    },
  };
}
