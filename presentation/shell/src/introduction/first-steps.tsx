import './first-steps.css';
import { workspaceUri, type WorkspaceState } from '@loggia/protocol';
import { Check, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { openedArtifacts } from '../artifacts/opened.ts';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { useAnswer } from '../host/use-answer.ts';
import { useLibrary, useReadable } from '../host/use-channel.ts';
import { navigate } from '../navigation/use-route.ts';
import { preferences, usePreferences } from '../preferences/use-preferences.ts';
import { useAgents } from '../session-list/use-sessions.ts';
import { IconButton } from '../ui/button.tsx';
import { asName } from '../ui/foreign-words.ts';
import { stepsFor, type Step } from './steps.ts';

/**
 * The first steps for newcomers, on the desk of the first workspace. They are ticked automatically, and can be
 * dismissed for good.
 */
export function FirstSteps({
  workspace,
  state,
}: {
  readonly workspace: string;
  readonly state: WorkspaceState;
}) {
  const { workspaces } = useLibrary() ?? {};
  const first = workspaces?.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))[0];
  return first?.id === workspace ? <Steps workspace={workspace} state={state} /> : null;
}

function Steps({ workspace, state }: { readonly workspace: string; readonly state: WorkspaceState }) {
  const steps = useSteps(workspace, state);
  const go = useWay();
  if (steps.length === 0) return null;
  const count = steps.filter(({ isDone }) => isDone).length;
  const isOver = count === steps.length;
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">{isOver ? 'That’s everything' : 'First steps'}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step.id} data-done={step.isDone}>
            <button type="button" onClick={() => go(step)}>
              <span className="first-steps-box" aria-hidden>
                {step.isDone && <Check />}
              </span>
              {asName(step.label)}
              <span className="unseen">{step.isDone ? ', done' : ''}</span>
            </button>
          </li>
        ))}
      </ol>
      <span className="unseen" role="status">
        {count} of {steps.length} first steps done
      </span>
      <IconButton
        size="small"
        label="Dismiss first steps"
        icon={<X />}
        onClick={() => preferences.set({ firstSteps: 'dismissed' })}
      />
    </section>
  );
}

function useSteps(workspace: string, state: WorkspaceState): readonly Step[] {
  const { firstSteps } = usePreferences();
  const opened = useReadable(openedArtifacts);
  const agents = useAgents();
  const { value, again } = useAnswer('x-loggia/listServers', { session: workspaceUri(workspace) });
  const { customizations } = state;
  useEffect(() => again(), [customizations, again]);
  const doneBefore = useMemo(() => (Array.isArray(firstSteps) ? firstSteps : []), [firstSteps]);
  const steps = useMemo(
    () => stepsFor({ state, opened, agents: agents ?? [], servers: value?.servers ?? [], doneBefore }),
    [state, opened, agents, value, doneBefore],
  );
  useEffect(() => {
    const done = steps.flatMap(({ id, isDone }) => (isDone ? [id] : []));
    if (done.some((id) => !doneBefore.includes(id))) preferences.set({ firstSteps: done });
  }, [steps, doneBefore]);
  return steps;
}

/** Leads to where a step is done. */
function useWay(): (step: Step) => void {
  const ports = useArtifactPorts();
  return ({ place }) => {
    switch (place.kind) {
      case 'artifact':
        return ports.open(place.artifact);
      case 'commit':
        return ports.commit(place.drafts);
      case 'models':
        return navigate({ page: 'settings', section: 'models' });
      case 'servers':
        return navigate({ page: 'servers' });
    }
  };
}
