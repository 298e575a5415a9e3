import type { ExtensionParams } from '@loggia/client';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { useAgents } from '../session-list/use-sessions.ts';
import { visibly } from '../ui/foreign-words.ts';
import { Failure, Note, Skeleton } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { Setting } from './setting.tsx';
import { ToolBudget } from './tool-budget.tsx';

type Change = Omit<ExtensionParams<'x-loggia/setWorkspaceSettings'>, 'workspace'>;

const policyWords: Readonly<Record<string, string>> = {
  writes: 'Ask unless it only reads',
  always: 'Always ask',
  never: 'Never ask',
};

/** The settings of the workspace that is shown; each can be left to the host. */
export function WorkspaceSettings({ workspace }: { readonly workspace: string }) {
  const host = useHost();
  const agents = useAgents() ?? [];
  const { value, error, again } = useAnswer('x-loggia/readWorkspaceSettings', { workspace });
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 120 }} />;
  const { settings, host: everywhere } = value;
  const set = async (change: Change): Promise<void> => {
    await host.ask('x-loggia/setWorkspaceSettings', { workspace, ...change });
    again();
  };
  const nameOf = (provider: string): string =>
    visibly(agents.find((agent) => agent.provider === provider)?.displayName ?? provider);
  // One that the host no longer has stays visible until another is chosen.
  const offered = [
    ...new Set([...agents.map(({ provider }) => provider), ...(settings.agent ? [settings.agent] : [])]),
  ];
  return (
    <div className="settings-list">
      <Setting title="Agent of new sessions" help="In this workspace. Sessions that exist keep theirs.">
        <select
          className="input"
          aria-label="Agent of new sessions in this workspace"
          value={settings.agent ?? ''}
          onChange={({ target }) => attempt(set({ agent: target.value === '' ? null : target.value }))}
        >
          <option value="">As everywhere{everywhere.agent && ` (${nameOf(everywhere.agent)})`}</option>
          {offered.map((provider) => (
            <option key={provider} value={provider}>
              {nameOf(provider)}
            </option>
          ))}
        </select>
      </Setting>
      <Setting
        title="Before an agent uses a tool"
        help="In all sessions of this workspace. Tools that you always allow don’t ask."
      >
        <select
          className="input"
          aria-label="Before an agent uses a tool in this workspace"
          value={settings.confirm ?? ''}
          onChange={({ target }) =>
            attempt(set({ confirm: target.value === '' ? null : (target.value as 'writes') }))
          }
        >
          <option value="">As everywhere ({policyWords[everywhere.confirm] ?? everywhere.confirm})</option>
          {Object.entries(policyWords).map(([policy, words]) => (
            <option key={policy} value={policy}>
              {words}
            </option>
          ))}
        </select>
      </Setting>
      <ToolBudget value={value} onChange={(toolBudget) => attempt(set({ toolBudget }))} />
      {(settings.confirm ?? everywhere.confirm) === 'never' && (
        <Note tone="warning">
          Agents in this workspace use every tool of its servers without asking, also those that delete or
          send something.
        </Note>
      )}
    </div>
  );
}
