import './approval-dialog.css';
import type { ReviewedPart, SourceReview } from '@loggia/protocol';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useAnswer } from '../../host/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { asLabel, visibly } from '../../ui/foreign-words.ts';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { complain, tell } from '../../ui/toast-queue.ts';
import { LaunchView } from './launch-view.tsx';
import { changeWords, reviewWords } from './review-words.ts';

/** What may be long has to be scrolled by keyboard, too. */
const scrollable = { role: 'group', 'aria-label': 'Commands', tabIndex: 0 } as const;

/** A click that was meant for what was here a moment ago approves nothing. */
const carefulForMs = 500;

/**
 * Shows everything that a source would run, and what has changed since it was approved. The browser's own dialog: it
 * lies above Views and windows, so nothing that a server shows can cover it.
 */
export function ApprovalDialog({ source, onClose }: { readonly source: string; onClose(): void }) {
  const host = useHost();
  const { value, error, again } = useAnswer('x-loggia/reviewTrust', { source });
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const review = value?.review;
  const fingerprint = review?.fingerprint;
  const isCareful = !useHasStood(fingerprint);
  const [scrolled, isAllSeen] = useSeenToTheEnd(fingerprint);
  const words = reviewWords(review);
  useEffect(() => {
    dialog.current?.showModal();
    safe.current?.focus();
  }, []);
  const decide = async (decision: 'trusted' | 'denied'): Promise<void> => {
    setBusy(true);
    const about = decision === 'trusted' && fingerprint !== undefined ? { fingerprint } : {};
    try {
      await host.ask('x-loggia/setTrust', { source, decision, ...about });
      tell(decision === 'trusted' ? words.approved : words.declined);
      onClose();
    } catch (problem) {
      // It may have changed under the reader's eyes: what it is now has to be read first.
      complain(problem);
      again();
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="approval"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 className="dialog-title" id={`${id}-title`}>
        {words.title}
      </h2>
      <div ref={scrolled} className="approval-body scroll-area" {...scrollable}>
        <p className="dialog-description" id={`${id}-lead`}>
          {words.lead}
        </p>
        {error && <Failure error={error} retry={again} />}
        {review === undefined && !error && <Skeleton style={{ height: 120 }} />}
        {review && <Parts review={review} />}
      </div>
      <footer className="approval-actions">
        <Button
          kind="quiet"
          className="approval-decline"
          disabled={isBusy}
          onClick={() => void decide('denied')}
        >
          {words.decline}
        </Button>
        <Button ref={safe} onClick={onClose}>
          Not now
        </Button>
        <Button
          kind="primary"
          disabled={isBusy || isCareful || review === undefined || !isAllSeen}
          onClick={() => void decide('trusted')}
        >
          {words.approve}
        </Button>
      </footer>
      {review && !isAllSeen && (
        <p className="approval-hint" role="status">
          Scroll to the end to approve.
        </p>
      )}
    </dialog>
  );
}

function Parts({ review }: { readonly review: SourceReview }) {
  const { parts } = review;
  if (parts.length === 0) return <p className="approval-none">Nothing in it runs or is added to prompts.</p>;
  const news = parts.filter(({ change }) => change !== 'same');
  const same = parts.filter(({ change }) => change === 'same');
  return (
    <>
      <ul className="approval-parts">
        {news.map((part) => (
          <Part key={`${part.kind} ${part.name} ${part.file ?? ''}`} part={part} />
        ))}
      </ul>
      {same.length > 0 && (
        <details className="approval-same" open={news.length === 0}>
          <summary>{same.length === 1 ? '1 unchanged part' : `${same.length} unchanged parts`}</summary>
          <ul className="approval-parts">
            {same.map((part) => (
              <Part key={`${part.kind} ${part.name} ${part.file ?? ''}`} part={part} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Part({ part }: { readonly part: ReviewedPart }) {
  const { kind, name, file, change, before, now } = part;
  return (
    <li className="approval-part" data-change={change}>
      <h3>
        {asLabel(name)} <span className="approval-change">{changeWords(kind, change)}</span>
      </h3>
      {file !== undefined && <code className="approval-file">{visibly(file)}</code>}
      {change === 'changed' && before && (
        <>
          <p className="approval-side">You approved:</p>
          <LaunchView launch={before} other={now} side="before" />
          <p className="approval-side">Now it would be:</p>
        </>
      )}
      {change === 'changed' && before && JSON.stringify(before) === JSON.stringify(now) && (
        <p className="approval-side">Variables, headers or other settings have changed:</p>
      )}
      {now && (
        <LaunchView
          launch={now}
          other={change === 'changed' ? before : undefined}
          side={change === 'removed' ? 'before' : 'now'}
        />
      )}
      {!now && before && <LaunchView launch={before} side="before" />}
    </li>
  );
}

/** Whether it has been on screen for long enough not to be clicked by accident. */
function useHasStood(fingerprint: string | undefined): boolean {
  const [stood, setStood] = useState<string>();
  useEffect(() => {
    if (fingerprint === undefined) return;
    const timer = setTimeout(() => setStood(fingerprint), carefulForMs);
    return () => clearTimeout(timer);
  }, [fingerprint]);
  return stood !== undefined && stood === fingerprint;
}

/** Whether the end of what is scrolled was in sight once, for this very review. */
function useSeenToTheEnd(
  fingerprint: string | undefined,
): readonly [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (!element || fingerprint === undefined) return;
    const look = (): void => {
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 8) setSeen(fingerprint);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [element, fingerprint]);
  const scrolled = useCallback((found: HTMLElement | null) => setElement(found), []);
  return [scrolled, seen !== undefined && seen === fingerprint];
}
