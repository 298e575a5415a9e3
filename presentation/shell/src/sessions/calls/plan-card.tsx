import './plan-card.css';
import { planOf, type PlanStep, type ToolCall } from '@loggia/protocol';
import { ChevronRight, Circle, CircleCheck, CircleDot, ListChecks } from 'lucide-react';
import { useId } from 'react';
import { asName } from '../../ui/foreign-words.ts';
import { useKept } from '../chat/scene.tsx';
import { ToolCallCard } from './tool-call-card.tsx';

const states = {
  waiting: { icon: Circle, words: 'To do' },
  running: { icon: CircleDot, words: 'In progress' },
  done: { icon: CircleCheck, words: 'Done' },
} as const;

/** A call of the agent, or its plan, which is the same on the wire. */
export function CallOrPlan(props: Parameters<typeof ToolCallCard>[0]) {
  const steps = planOf(props.call);
  return steps === undefined ? (
    <ToolCallCard {...props} />
  ) : (
    <PlanCard id={props.call.toolCallId} steps={steps} isOver={isOver(props.call)} />
  );
}

/** The agent's plan as it stands. Nobody has to unfold it to follow the work. */
function PlanCard({
  id,
  steps,
  isOver: isHistory,
}: {
  readonly id: string;
  readonly steps: readonly PlanStep[];
  /** Nothing is in progress any more. */
  readonly isOver: boolean;
}) {
  const [isOpen, setOpen] = useKept(`${id} open`, () => true);
  const inside = useId();
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <section className="plan" aria-label="Plan" data-subject={id}>
      <button
        type="button"
        className="call-line"
        aria-expanded={isOpen}
        aria-controls={inside}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="call-icon">
          <ListChecks aria-hidden />
        </span>
        <span className="call-title">Plan</span>
        <span className="call-owner">{`${done} of ${steps.length} done`}</span>
        <ChevronRight className="call-chevron" aria-hidden />
      </button>
      <ol id={inside} className="plan-steps" hidden={!isOpen}>
        {steps.map(({ text, state }, index) => {
          const shown = isHistory && state === 'running' ? 'waiting' : state;
          const { icon: Icon, words } = states[shown];
          return (
            // oxlint-disable-next-line react/no-array-index-key -- steps have no names but their places
            <li key={index} data-state={shown}>
              <Icon aria-hidden />
              <span>
                <span className="unseen">{`${words}: `}</span>
                {asName(text)}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function isOver({ status }: ToolCall): boolean {
  return status === 'completed' || status === 'cancelled';
}
