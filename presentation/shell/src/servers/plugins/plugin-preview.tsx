import type { PluginPreview } from '@loggia/protocol';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { Badge, Note } from '../../ui/states.tsx';
import { ReviewParts } from '../approval/review-parts.tsx';
import { useHasStood, useSeenToTheEnd } from '../approval/use-careful-reading.ts';
import { formatWord, originWords } from './plugin-words.ts';
import type { PluginWork } from './use-plugin-work.ts';

/** Long contents have to be scrolled by keyboard, too. */
const scrollable = { role: 'group', 'aria-label': 'Contents', tabIndex: 0 } as const;

/** Shows a plugin and everything that it would run; the decision is about exactly this. */
export function PluginPreviewStep({
  preview,
  work,
  onAdd,
  onBack,
}: {
  readonly preview: PluginPreview;
  readonly work: PluginWork;
  /** With the fingerprint of what is trusted; without it, nothing runs. */
  onAdd(fingerprint: string | undefined): void;
  onBack(): void;
}) {
  const { review, description, version, format, problems, from } = preview;
  const { fingerprint } = review;
  const hasStood = useHasStood(fingerprint);
  const [scrolled, isAllSeen] = useSeenToTheEnd(fingerprint);
  const isBusy = work.doing !== undefined;
  const needsTrust = review.parts.length > 0 && review.decision !== 'trusted';
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="add-form plugin-preview">
      <p className="plugin-preview-badges">
        <Badge>{formatWord(format)}</Badge>
        {version !== undefined && <Badge>{visibly(version)}</Badge>}
        <code>{visibly(originWords(from))}</code>
      </p>
      {description !== undefined && <p>{visibly(description)}</p>}
      {problems.length > 0 && (
        <Note tone="warning">
          {problems.map((problem) => (
            <p key={problem}>{visibly(problem)}</p>
          ))}
        </Note>
      )}
      {review.byOperator === true && (
        <Note tone="info">The host’s configuration trusts this folder, including future changes.</Note>
      )}
      {needsTrust && (
        <p>
          If you trust it, the programs below run on the host with your permissions, and the texts below
          become part of prompts.
        </p>
      )}
      <div ref={scrolled} className="plugin-preview-parts scroll-area" {...scrollable}>
        <ReviewParts review={review} />
      </div>
      {work.error !== undefined && <Note tone="danger">{work.error}</Note>}
      {needsTrust && !isAllSeen && (
        <p className="approval-hint" role="status">
          Scroll to the end to trust it.
        </p>
      )}
      <div className="add-foot">
        <span className="add-foot-start">
          <Button ref={back} kind="quiet" disabled={isBusy} onClick={onBack}>
            Back
          </Button>
        </span>
        {needsTrust && (
          <Button disabled={isBusy} onClick={() => onAdd(undefined)}>
            Add without running anything
          </Button>
        )}
        <Button
          kind="primary"
          disabled={isBusy || !hasStood || (needsTrust && !isAllSeen)}
          onClick={() => onAdd(needsTrust ? fingerprint : undefined)}
        >
          {needsTrust ? 'Trust and add' : 'Add'}
        </Button>
      </div>
    </div>
  );
}
