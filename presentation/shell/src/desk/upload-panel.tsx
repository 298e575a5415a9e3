import './upload-panel.css';
import { Check, ChevronDown, ChevronUp, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useReadable } from '../host/use-channel.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { bytes } from '../ui/bytes.ts';
import { keepClear, liftClear } from '../ui/keep-clear.ts';
import { Progress } from '../ui/states.tsx';
import { totalOf, type Upload } from './upload-queue.ts';
import { uploadsTo } from './uploads.ts';

/** Long enough to see that everything was added. */
const lingerMs = 6000;
/** More lines than anybody reads. */
const mostLines = 60;

/** Messages rise over it, and it over what is below. */
function floating(element: HTMLElement | null): () => void {
  const [settle, release] = [liftClear(element), keepClear(element)];
  return () => {
    settle?.();
    release?.();
  };
}

/** Files on their way: how far they are, and a way to stop them or to try again. */
export function UploadPanel() {
  const queue = uploadsTo(useHost());
  const uploads = useReadable(queue);
  const [isOpen, setOpen] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const { files, done, failed, active, bytes: all, sent } = totalOf(uploads);
  const isOver = uploads.length > 0 && uploads.every(({ state }) => state === 'done');
  useEffect(() => {
    if (!isOver || isHeld) return undefined;
    const timer = setTimeout(() => queue.clear(), lingerMs);
    return () => clearTimeout(timer);
  }, [isOver, isHeld, queue]);
  if (uploads.length === 0) return null;
  const heading =
    active > 0
      ? `Adding ${files === 1 ? 'a file' : `${files} files`}`
      : failed > 0
        ? `${failed} of ${files} could not be added`
        : done === 0
          ? 'Stopped'
          : done === 1
            ? 'One file added'
            : `${done} files added`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices that somebody is there
    <section
      ref={floating}
      className="uploads"
      aria-label="Uploads"
      // Nothing goes from under the pointer or the caret.
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <header className="uploads-head">
        <span role="status">{heading}</span>
        {active > 0 && (
          <span className="uploads-sum">
            {bytes(sent)} of {bytes(all)}
          </span>
        )}
        <IconButton
          label={isOpen ? 'Fewer details' : 'More details'}
          size="small"
          icon={isOpen ? <ChevronDown /> : <ChevronUp />}
          onClick={() => setOpen(!isOpen)}
        />
        {active === 0 && (
          <IconButton label="Dismiss" size="small" icon={<X />} onClick={() => queue.clear()} />
        )}
      </header>
      <Progress value={active === 0 ? 1 : sent} most={active === 0 ? 1 : all} label="All uploads" />
      {isOpen && (
        <ul className="uploads-list scroll-area">
          {byInterest(uploads)
            .slice(0, mostLines)
            .map((upload) => (
              <UploadLine
                key={upload.id}
                upload={upload}
                onCancel={() => queue.cancel(upload.id)}
                onRetry={() => queue.retry(upload.id)}
              />
            ))}
        </ul>
      )}
      {(active > 1 || failed > 1) && (
        <footer className="uploads-foot">
          {active > 1 && (
            <Button size="small" onClick={() => queue.cancelAll()}>
              Stop all
            </Button>
          )}
          {failed > 1 && (
            <Button size="small" onClick={() => queue.retryFailed()}>
              Try the failed ones again
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}

const interest: Readonly<Record<Upload['state'], number>> = {
  failed: 0,
  sending: 1,
  saving: 1,
  waiting: 2,
  done: 3,
  cancelled: 4,
};

/** Sorts uploads: those that need attention first, then those in progress. */
function byInterest(uploads: readonly Upload[]): readonly Upload[] {
  return uploads.toSorted((a, b) => interest[a.state] - interest[b.state] || a.id - b.id);
}

function UploadLine({
  upload,
  onCancel,
  onRetry,
}: {
  readonly upload: Upload;
  onCancel(): void;
  onRetry(): void;
}) {
  const { path, size, sent, state, error } = upload;
  const isActive = state === 'waiting' || state === 'sending' || state === 'saving';
  return (
    <li className="uploads-line" data-state={state}>
      <span className="uploads-name" title={path}>
        {path}
      </span>
      <span className="uploads-side">
        {state === 'done' && <Check aria-label="Added" />}
        {state === 'waiting' && 'Waiting'}
        {state === 'saving' && 'Saving'}
        {state === 'cancelled' && 'Stopped'}
        {state === 'sending' && bytes(size)}
      </span>
      {isActive && <IconButton label={`Stop ${path}`} size="small" icon={<X />} onClick={onCancel} />}
      {(state === 'failed' || state === 'cancelled') && (
        <IconButton label={`Try ${path} again`} size="small" icon={<RotateCcw />} onClick={onRetry} />
      )}
      {state === 'sending' && <Progress value={sent} most={size} label={path} />}
      {error !== undefined && <span className="uploads-error">{error.message}</span>}
    </li>
  );
}
