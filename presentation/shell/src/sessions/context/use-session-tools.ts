import {
  hasToolSettings,
  sessionToolsIn,
  sessionToolValues,
  workspaceOf,
  type SessionState,
  type SessionToolsChange,
  type ToolBudget,
} from '@loggia/protocol';
import { useHost } from '../../host/host-context.tsx';
import { useAnswer } from '../../host/use-answer.ts';
import { attempt } from '../../ui/toast-queue.ts';
import type { Pins } from './session-pins.ts';

export interface SessionToolsInHand {
  readonly budget: ToolBudget | undefined;
  /** The budget that counts if the session has none of its own. */
  readonly budgetAround: ToolBudget | undefined;
  readonly pins: Pins;
  change(to: SessionToolsChange): void;
}

/** The session's settings for its tools; undefined if it has none. */
export function useSessionTools(
  session: string,
  { config, project }: SessionState,
): SessionToolsInHand | undefined {
  const { client } = useHost();
  const hasSettings = hasToolSettings(config);
  const workspace = hasSettings && project ? workspaceOf(project.uri) : undefined;
  const { value } = useAnswer(
    'x-loggia/readWorkspaceSettings',
    workspace === undefined ? undefined : { workspace },
  );
  if (!hasSettings) return undefined;
  const { budget, pins: own } = sessionToolsIn(config?.values);
  return {
    budget,
    budgetAround: value?.settings.toolBudget ?? value?.host.toolBudget,
    pins: { own, around: [...(value?.host.pinnedTools ?? []), ...(value?.settings.pinnedTools ?? [])] },
    change: (to) =>
      attempt(
        client.dispatch(session, { type: 'session/configChanged', config: sessionToolValues(to) }).settled,
      ),
  };
}
