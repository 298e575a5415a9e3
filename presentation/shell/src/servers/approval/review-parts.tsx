import './approval-dialog.css';
import type { ReviewedPart, SourceReview } from '@loggia/protocol';
import { asLabel, visibly } from '../../ui/foreign-words.ts';
import { LaunchView } from './launch-view.tsx';
import { changeWords } from './review-words.ts';

/** Everything that a source would run or add to prompts, and what has changed since it was approved. */
export function ReviewParts({ review }: { readonly review: SourceReview }) {
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
  const { kind, name, file, change, before, now, commands = [] } = part;
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
      {commands.map((command) => (
        <code key={command} className="approval-command" dir="ltr">
          {visibly(command)}
        </code>
      ))}
    </li>
  );
}
