import { ChevronRight, GitCommitHorizontal, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../host/use-channel.ts';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { colorOf } from '../ui/type-lookup.ts';
import type { OfferedDraft, Reading } from './commit-model.ts';
import { DifferenceView, summaryOf } from './difference-view.tsx';

/** The drafts that can be committed, with what changes in each. */
export function DraftList({
  workspace,
  reading,
  left,
  toggle,
  choose,
  again,
}: {
  readonly workspace: string;
  readonly reading: Reading;
  readonly left: ReadonlySet<string>;
  toggle(id: string): void;
  choose(left: ReadonlySet<string>): void;
  again(): void;
}) {
  if (reading.status === 'failed') return <Failure error={reading.error} retry={again} />;
  if (reading.status === 'loading') return <Skeleton style={{ height: 160 }} />;
  const { offered, isMore } = reading;
  if (offered.length === 0) {
    return (
      <Empty icon={<GitCommitHorizontal />} title="No drafts">
        Everything is committed. Your next changes will appear here.
      </Empty>
    );
  }
  const all = offered.map(({ summary }) => summary.id);
  return (
    <fieldset className="details-drafts">
      <legend className="unseen">Drafts</legend>
      {offered.length > 1 && (
        <label className="check-label details-all">
          <input
            type="checkbox"
            checked={left.size === 0}
            ref={(box) => {
              if (box) box.indeterminate = left.size > 0 && left.size < all.length;
            }}
            onChange={(event) => choose(new Set(event.target.checked ? [] : all))}
          />
          {all.length - left.size} of {all.length} drafts
        </label>
      )}
      <ul>
        {offered.map((draft) => (
          <Draft
            key={draft.summary.id}
            workspace={workspace}
            draft={draft}
            isChosen={!left.has(draft.summary.id)}
            toggle={() => toggle(draft.summary.id)}
            isOnly={offered.length === 1}
          />
        ))}
      </ul>
      {isMore && (
        <p className="details-muted">There are more drafts. They appear once these are committed.</p>
      )}
    </fieldset>
  );
}

function Draft({
  workspace,
  draft: { summary, difference, problems },
  isChosen,
  isOnly,
  toggle,
}: {
  readonly workspace: string;
  readonly draft: OfferedDraft;
  readonly isChosen: boolean;
  readonly isOnly: boolean;
  toggle(): void;
}) {
  const type = useWorkspace(workspace)?.state?.types.find(({ mime }) => mime === summary.type);
  const color = colorOf(type?.color);
  const [isOpen, setIsOpen] = useState(isOnly);
  return (
    <li
      className="details-draft"
      data-problem={problems.length > 0}
      style={color === undefined ? {} : { ['--type-color' as string]: color }}
    >
      <div className="details-draft-head">
        <label className="check-label">
          <input type="checkbox" checked={isChosen} onChange={toggle} />
          <TypeIcon type={type} size="small" />
          <span className="details-draft-title">{summary.title}</span>
        </label>
        <button
          type="button"
          className="details-draft-more"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="unseen">{`Changes in ${summary.title}: `}</span>
          {difference && summaryOf(difference)}
          <ChevronRight aria-hidden data-open={isOpen} />
        </button>
      </div>
      {problems.map((text) => (
        <p key={text} className="details-draft-problem">
          <TriangleAlert aria-hidden /> {text}
        </p>
      ))}
      {isOpen && difference && (
        <div className="details-draft-body">
          <DifferenceView difference={difference} />
        </div>
      )}
    </li>
  );
}
