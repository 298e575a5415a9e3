import type { Kernel } from '@loggia/kernel';
import { workspaceOf } from '@loggia/protocol';

const namespace = 'workspace-settings';
export { namespace as workspaceSettingsRecords };

interface Settings {
  /** The agent that new sessions begin with. */
  readonly agent?: string;
  /** When agents ask before they use a tool of a server. */
  readonly confirm?: 'writes' | 'always' | 'never';
  /** The tokens for definitions of tools, beyond which agents search for them. */
  readonly toolBudget?: number | 'off';
  /** Servers, or `server/tool`, whose tools agents needn't search for. */
  readonly pinnedTools?: readonly string[];
}

/** Null removes a setting; undefined leaves it as it is. */
type SettingsChange = { readonly [Key in keyof Settings]?: Settings[Key] | null | undefined };

const none: Settings = {};

/** The settings that workspaces have in place of the host's. Complete once `load` has been awaited. */
export class WorkspaceSettings {
  readonly #kernel: Pick<Kernel, 'records'>;
  /** By the id of the workspace. */
  readonly #settings = new Map<string, Settings>();

  constructor(kernel: Pick<Kernel, 'records'>) {
    this.#kernel = kernel;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#kernel.records.list(namespace))
      this.#settings.set(key, value as Settings);
  }

  of(workspace: string): Settings {
    return this.#settings.get(workspace) ?? none;
  }

  /** By the channel of the workspace that a session belongs to. */
  inProject(project: string | undefined): Settings {
    const workspace = project === undefined ? undefined : workspaceOf(project);
    return workspace === undefined ? none : this.of(workspace);
  }

  change(workspace: string, change: SettingsChange): void {
    const before = this.of(workspace);
    const { agent = before.agent, confirm = before.confirm } = change;
    const { toolBudget = before.toolBudget, pinnedTools = before.pinnedTools } = change;
    const settings: Settings = {
      ...(agent && { agent }),
      ...(confirm && { confirm }),
      ...(toolBudget !== undefined && toolBudget !== null && { toolBudget }),
      ...(pinnedTools?.length && { pinnedTools }),
    };
    if (Object.keys(settings).length === 0) this.forget(workspace);
    else {
      this.#settings.set(workspace, settings);
      this.#kernel.records.put(namespace, workspace, settings);
    }
  }

  forget(workspace: string): void {
    if (this.#settings.delete(workspace)) this.#kernel.records.delete(namespace, workspace);
  }
}
