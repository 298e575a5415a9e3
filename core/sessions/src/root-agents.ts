import type { Channel, Kernel } from '@loggia/kernel';
import { rootUri, type AgentInfo, type RootAction, type RootState } from '@loggia/protocol';
import { agentInfoOf } from './agents.ts';
import type { AgentOffers } from './agent-offers.ts';
import type { Equipment } from './equipment.ts';
import type { Harnesses } from './harnesses.ts';

export interface RootAgentsPorts {
  readonly kernel: Kernel;
  readonly harnesses: Harnesses;
  readonly equipment: Equipment;
  readonly offers: Pick<AgentOffers, 'commandsOf'>;
}

/** Lists this host's agents on the root channel. */
export class RootAgents {
  readonly #ports: RootAgentsPorts;

  constructor(ports: RootAgentsPorts) {
    this.#ports = ports;
  }

  /** Opens the root channel, creating it on the host's first run, with the agents of this run. */
  async open(): Promise<Channel<RootState>> {
    const { kernel } = this.#ports;
    const root = await kernel.load<RootState>(rootUri);
    if (!root)
      return kernel.create<RootState>(rootUri, 'root', { agents: this.#agents(), activeSessions: 0 });
    this.#showOn(root);
    return root;
  }

  /** Does nothing while the root channel isn't open: nobody can be watching it. */
  show(): void {
    const root = this.#ports.kernel.peek<RootState>(rootUri);
    if (root) this.#showOn(root);
  }

  #showOn(root: Channel<RootState>): void {
    const agents = this.#agents();
    const action: RootAction = { type: 'root/agentsChanged', agents };
    if (JSON.stringify(root.state.agents) !== JSON.stringify(agents)) this.#ports.kernel.append(root, action);
  }

  #agents(): AgentInfo[] {
    const { equipment, harnesses, offers } = this.#ports;
    const declared = equipment.declared();
    return harnesses
      .all()
      .map((harness) => agentInfoOf(harness, declared, offers.commandsOf(harness.describe.provider)));
  }
}
