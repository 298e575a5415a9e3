import './approval-dialog.css';
import { useEffect, useId, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useAnswer } from '../../host/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Skeleton } from '../../ui/states.tsx';
import { complain, tell } from '../../ui/toast-queue.ts';
import { ReviewParts } from './review-parts.tsx';
import { reviewWords } from './review-words.ts';
import { useHasStood, useSeenToTheEnd } from './use-careful-reading.ts';

/** Long content must be scrollable by keyboard, too. */
const scrollable = { role: 'group', 'aria-label': 'Commands', tabIndex: 0 } as const;

/**
 * Shows everything that a source would run, and the changes since it was approved. It uses the browser's own dialog,
 * which lies above Views and windows, so that nothing a server shows can cover it.
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
      // It may have changed during the review: the new contents have to be reviewed first.
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
        {review && <ReviewParts review={review} />}
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
