import { workspaceSettingsExtensions } from '@loggia/protocol';
import type { ConfirmPolicy, Harnesses } from '@loggia/sessions';
import { workspaceSettingsRecords, type WorkspaceSettings } from '@loggia/workspaces';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

/** Not lent and not offered to agents: an agent must not decide when it has to ask. */
const rows: Rows<typeof workspaceSettingsExtensions> = {
  readWorkspaceSettings: { grant: 'read', reads: [workspaceSettingsRecords] },
  setWorkspaceSettings: { grant: 'admin' },
};

export interface WorkspaceSettingsPorts {
  readonly settings: WorkspaceSettings;
  readonly harnesses: Harnesses;
  /** The policy of the host. */
  readonly confirm: ConfirmPolicy;
  readonly toolBudget: number | 'off' | undefined;
  readonly pinnedTools: readonly string[];
  /** Throws NotFound unless there is such a workspace. */
  assertWorkspace(workspace: string): Promise<void>;
}

export function workspaceSettingsCommands(ports: WorkspaceSettingsPorts): Record<string, CommandDefinition> {
  const { settings, harnesses, confirm: policy } = ports;
  const answer = (workspace: string) => {
    const agent = harnesses.all()[0]?.describe.provider;
    return {
      settings: settings.of(workspace),
      host: {
        ...(agent !== undefined && { agent }),
        confirm: policy,
        ...(ports.toolBudget !== undefined && { toolBudget: ports.toolBudget }),
        ...(ports.pinnedTools.length > 0 && { pinnedTools: ports.pinnedTools }),
      },
    };
  };
  const operations: Operations<typeof workspaceSettingsExtensions> = {
    readWorkspaceSettings: async ({ workspace }) => {
      await ports.assertWorkspace(workspace);
      return answer(workspace);
    },
    setWorkspaceSettings: async ({ workspace, agent, ...others }) => {
      await ports.assertWorkspace(workspace);
      if (agent !== undefined && agent !== null) harnesses.assertHas(agent);
      settings.change(workspace, { agent, ...others });
      return answer(workspace);
    },
  };
  return commandsOf(workspaceSettingsExtensions, rows, operations);
}
