import { sessionToolsIn, type SessionState } from '@loggia/protocol';
import type { SettingsIn } from './session-lifecycle.ts';

/** How much room tools may take and which are pinned: the session's own budget comes first, and its pins are added. */
export function toolSettingsOf(
  { project, config }: Pick<SessionState, 'project' | 'config'>,
  settingsIn: SettingsIn,
): Pick<ReturnType<SettingsIn>, 'toolBudget' | 'pinnedTools'> {
  const { toolBudget, pinnedTools = [] } = settingsIn(project?.uri);
  const { budget = toolBudget, pins } = sessionToolsIn(config?.values);
  return { toolBudget: budget, pinnedTools: [...pinnedTools, ...pins] };
}
