import type { Kernel } from '@loggia/kernel';
import {
  workspaceOf,
  workspaceUri,
  type Customization,
  type McpServerCustomization,
  type SessionAction,
  type WorkspaceState,
} from '@loggia/protocol';
import type { Equipment } from '@loggia/sessions/equipment';

type UsedEquipment = Pick<Equipment, 'use' | 'idle' | 'disposed'>;

export interface WorkspaceUsePorts {
  readonly kernel: Kernel;
  readonly equipment: UsedEquipment;
  report(problem: string, error: unknown): void;
}

/** Tracks the workspaces in use, by watchers and by the host's own work; their servers run meanwhile. */
export class WorkspaceUse {
  readonly #ports: WorkspaceUsePorts;
  readonly #users = new Map<string, number>();
  readonly #pins = new Map<string, () => void>();

  constructor(ports: WorkspaceUsePorts) {
    this.#ports = ports;
  }

  /** Clears stale states that a crash left. */
  async start(): Promise<void> {
    const { kernel } = this.#ports;
    for (const uri of await kernel.busy('workspace')) {
      const channel = await kernel.load<WorkspaceState>(uri);
      if (!channel) continue;
      for (const { id } of liveServers(channel.state))
        kernel.append(channel, {
          type: 'session/mcpServerStateChanged',
          id,
          state: stopped,
        } as SessionAction);
    }
  }

  watched(channel: string): void {
    if (workspaceOf(channel) !== undefined) this.#come(channel);
  }

  unwatched(channel: string): void {
    if (workspaceOf(channel) !== undefined) this.#leave(channel);
  }

  /** Keeps a workspace in use while the host itself needs its servers. */
  use(workspace: string): () => void {
    const uri = workspaceUri(workspace);
    let held = true;
    this.#come(uri);
    return () => {
      if (held) this.#leave(uri);
      held = false;
    };
  }

  disposed(workspace: string): void {
    const uri = workspaceUri(workspace);
    this.#users.delete(uri);
    this.#unpin(uri);
    this.#ports.equipment.disposed(uri);
  }

  stop(): void {
    for (const uri of this.#pins.keys()) this.#unpin(uri);
    this.#users.clear();
  }

  #come(uri: string): void {
    const users = this.#users.get(uri) ?? 0;
    this.#users.set(uri, users + 1);
    if (users > 0) return;
    void this.#begin(uri);
  }

  async #begin(uri: string): Promise<void> {
    const { kernel, equipment, report } = this.#ports;
    try {
      const channel = await kernel.load(uri);
      if (!channel || !this.#users.has(uri)) return;
      // Pinned while its servers run: their changes are published on it.
      if (!this.#pins.has(uri)) this.#pins.set(uri, kernel.pin(channel));
      equipment.use(uri);
    } catch (error) {
      report(`Could not equip ${uri}`, error);
    }
  }

  #leave(uri: string): void {
    const users = (this.#users.get(uri) ?? 0) - 1;
    if (users > 0) return void this.#users.set(uri, users);
    if (this.#users.delete(uri)) this.#ports.equipment.idle(uri);
  }

  #unpin(uri: string): void {
    this.#pins.get(uri)?.();
    this.#pins.delete(uri);
  }
}

const stopped = { kind: 'stopped' } as const;

/** Servers that the state shows as running or starting. */
function liveServers({
  customizations = [],
}: Pick<WorkspaceState, 'customizations'>): McpServerCustomization[] {
  return customizations
    .flatMap(serversOf)
    .filter(({ state, channel }) => state.kind !== 'stopped' || channel !== undefined);
}

function serversOf(entry: Customization): McpServerCustomization[] {
  if (entry.type === 'mcpServer') return [entry];
  return (entry.children ?? []).filter((child) => child.type === 'mcpServer');
}
