import type { Artifact } from '@loggia/protocol';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { download } from '../host/download.ts';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { bytes } from '../ui/bytes.ts';
import { Note } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { LoadingText } from './loading-text.tsx';
import { NotRead } from './not-shown.tsx';

const pageBytes = 200_000;

interface PagedProps {
  readonly artifact: Artifact;
  readonly version: number | undefined;
}

/** A text that is too long to be held at once, a page at a time. Another text begins at its first page. */
export function PagedText(props: PagedProps) {
  const { artifact, version } = props;
  return <Pages key={`${artifact.id} ${version} ${artifact.content?.hash}`} {...props} />;
}

function Pages({ artifact, version }: PagedProps) {
  const host = useHost();
  // The starts of the pages up to this one: multi-byte characters make them differ in length.
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const offset = starts.at(-1) ?? 0;
  const { value, error, isLoading, again } = useAnswer('x-loggia/readContent', {
    artifact: artifact.id,
    ...(version !== undefined && { version }),
    offset,
    limit: pageBytes,
  });
  const page = useRef<HTMLPreElement>(null);
  useEffect(() => {
    page.current?.scrollTo({ top: 0 });
  }, [offset]);
  const size = artifact.content?.size ?? value?.size ?? 0;
  const next = value?.nextOffset;
  return (
    <div className="renderer">
      <div className="renderer-bar" role="toolbar" aria-label="Pages">
        <span className="renderer-fact">
          {bytes(offset)} – {bytes(Math.min(size, next ?? size))} of {bytes(size)}
        </span>
        <span className="renderer-gap" />
        <IconButton
          size="small"
          label="Previous page"
          icon={<ChevronLeft />}
          disabled={starts.length === 1}
          onClick={() => setStarts(starts.slice(0, -1))}
        />
        <IconButton
          size="small"
          label="Next page"
          icon={<ChevronRight />}
          disabled={next === undefined || isLoading}
          onClick={() => next !== undefined && setStarts([...starts, next])}
        />
        <Button size="small" icon={<Download />} onClick={() => attempt(download(host, artifact, version))}>
          Download
        </Button>
      </div>
      {error ? (
        <NotRead error={error} again={again} />
      ) : value === undefined ? (
        <LoadingText />
      ) : value.text === undefined ? (
        <div className="renderer-banner">
          <Note tone="info">This part isn’t text. Download the file to open it elsewhere.</Note>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        <pre ref={page} className="renderer-page scroll-area" tabIndex={0} aria-label={artifact.title}>
          {value.text}
        </pre>
      )}
    </div>
  );
}
