import { summaryMarkOf, type ResponsePart, type Turn } from '@loggia/protocol';
import { Brain, FoldVertical, Info, RotateCcw, Split } from 'lucide-react';
import { memo } from 'react';
import { Markdown } from '../../renderers/markdown.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Note } from '../../ui/states.tsx';
import { ResultContent } from '../calls/result-content.tsx';
import { CallOrPlan } from '../calls/plan-card.tsx';
import { plain } from '../calls/call-words.ts';
import { useScene } from '../chat/scene.tsx';
import { TurnChanges } from '../changes/turn-changes.tsx';
import { InputForm } from '../forms/input-form.tsx';
import { leftTasksSentence } from './left-tasks.ts';
import { useCalmText } from './use-calm-text.ts';
import { CopyButton } from './user-message.tsx';
import { turnCosts } from './turn-costs.ts';
import { TurnTools } from './turn-tools.tsx';
import { UnfoldingText } from './unfolding-text.tsx';

type Notification = Extract<ResponsePart, { kind: 'systemNotification' }>;

/** One part of what the agent said or did. */
export const AnswerPart = memo(function AnswerPart({
  id,
  turn,
  part,
  isLive,
  isPast,
  activity,
}: {
  readonly id: string;
  readonly turn: string;
  readonly part: ResponsePart;
  readonly isLive: boolean;
  readonly isPast: boolean;
  readonly activity: string | undefined;
}) {
  switch (part.kind) {
    case 'markdown':
      return <Said text={part.content} isLive={isLive} />;
    case 'reasoning':
      return (
        <UnfoldingText
          id={`${id} thought`}
          icon={<Brain aria-hidden />}
          label={isLive ? 'Thinking…' : 'Thoughts'}
          text={part.content}
        />
      );
    case 'toolCall':
      return <CallOrPlan call={part.toolCall} turn={turn} activity={activity} />;
    case 'inputRequest':
      return <InputForm request={part.request} response={part.response} />;
    case 'systemNotification':
      return <Notice id={id} part={part} />;
    case 'contentRef':
      return <ResultContent content={{ ...part, type: 'resource' }} name="Answer" />;
    case 'error':
      // The button to resume it stands with the end of the turn.
      return isPast ? (
        <details className="turn-past">
          <summary className="turn-notice">
            <RotateCcw aria-hidden />
            Interrupted here, then resumed.
          </summary>
          <p>{part.error.message}</p>
        </details>
      ) : (
        <Note tone="danger">{part.error.message}</Note>
      );
    default:
      return <p className="turn-notice">The agent sent something that can’t be shown here.</p>;
  }
});

function Said({ text, isLive }: { readonly text: string; readonly isLive: boolean }) {
  return (
    <div className="turn-said">
      <Markdown text={useCalmText(text, isLive)} />
    </div>
  );
}

function Notice({ id, part }: { readonly id: string; readonly part: Notification }) {
  const content = plain(part.content);
  const summary = summaryMarkOf(part)?.text;
  if (summary !== undefined) {
    return (
      <UnfoldingText
        id={`${id} summary`}
        icon={<FoldVertical aria-hidden />}
        label={content}
        text={summary}
      />
    );
  }
  return (
    <p className="turn-notice">
      <Info aria-hidden />
      {content}
    </p>
  );
}

/** How a turn ended, what it cost, and what can be done from here. */
export const TurnEnd = memo(function TurnEnd({
  turn,
  isLast,
}: {
  readonly turn: Turn;
  readonly isLast: boolean;
}) {
  const { canFork, canSpeak, fork, resume } = useScene();
  const last = turn.responseParts.at(-1);
  const canResume = isLast && canSpeak && turn.state === 'error' && last?.kind === 'error' && last.resumable;
  const answer = () =>
    turn.responseParts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('\n\n');
  const costs = turnCosts(turn);
  const leftTasks = canResume === true ? leftTasksSentence(turn) : undefined;
  return (
    <>
      {leftTasks !== undefined && (
        <p className="turn-notice">
          <Info aria-hidden />
          {leftTasks}
        </p>
      )}
      <TurnChanges turn={turn.id} />
      <footer className="turn-end">
        {turn.state === 'cancelled' && <span className="turn-stopped">Stopped</span>}
        {canResume === true && (
          <Button size="small" icon={<RotateCcw />} onClick={() => resume(turn.id)}>
            Resume
          </Button>
        )}
        <TurnTools label="Answer">
          {turn.responseParts.some((part) => part.kind === 'markdown') && (
            <CopyButton label="Copy the answer" text={answer} />
          )}
          {canFork && (
            <IconButton label="Fork from here" size="small" icon={<Split />} onClick={() => fork(turn.id)} />
          )}
          {costs !== '' && <span className="turn-cost">{costs}</span>}
        </TurnTools>
      </footer>
    </>
  );
});
