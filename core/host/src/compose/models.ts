import type { KeyObject } from 'node:crypto';
import { sealedRecords } from '@loggia/access';
import { ProcessGuard } from '@loggia/mcp';
import type { Harness, Harnesses } from '@loggia/sessions';
import type { Terminals } from '@loggia/terminals';
import { agentSignInCommands, agentSignInOperations } from '../commands/agent-sign-in.ts';
import { agentCommands, agentOperations } from '../commands/agents.ts';
import { modelCommands, modelOperations } from '../commands/models.ts';
import type { CommandDefinition } from '../commands/table.ts';
import { AgentCatalog, thisMachine } from '../catalog/agent-catalog.ts';
import type { CatalogSource } from '../catalog/catalog-source.ts';
import type { HostConfig } from '../config/host-config.ts';
import type { Logger } from '../logger.ts';
import { AddedAgents, agentRecords } from '../models/added-agents.ts';
import type { AgentOrigin } from '../models/agent-origin.ts';
import { AgentSignIns } from '../models/agent-sign-ins.ts';
import { modelRecords, ModelProviders } from '../models/model-providers.ts';
import type { Shipped } from '../shipped.ts';
import type { EngineBase } from './base.ts';

export interface ModelsOptions {
  readonly config: Pick<HostConfig, 'agentCatalogs'>;
  readonly shipped: Pick<Shipped, 'agents'>;
  readonly base: EngineBase;
  readonly key: KeyObject;
  readonly harnesses: readonly Harness[];
  readonly origins?: ReadonlyMap<string, AgentOrigin>;
  readonly logger: Logger;
  /** Where agents that are tested run. */
  readonly workspace: string;
  /** For signing in to agents. */
  readonly terminals: Pick<Terminals, 'launch' | 'dispose'>;
}

/** The agents of this host, and the commands that connect models and add agents to it. */
export interface Models {
  readonly harnesses: Harnesses;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  /** The agents have ended by then. */
  stop(): void;
}

export async function openModels(options: ModelsOptions): Promise<Models> {
  const { base, key, logger } = options;
  const shared = {
    records: sealedRecords(base.kernel.records, {
      key,
      namespaces: [modelRecords, agentRecords],
      report: (problem) => logger.warn(problem),
    }),
    origins: options.origins ?? new Map<string, AgentOrigin>(),
    env: process.env,
    clock: base.clock,
    report: (problem: string, error: unknown) => logger.warn({ err: error }, problem),
  };
  const providers = await ModelProviders.open({ ...shared, configured: options.harnesses });
  const { harnesses } = providers;
  const { env, report } = shared;
  const guard = new ProcessGuard({ report });
  const agents = await AddedAgents.open({
    ...{ ...shared, harnesses, workspace: options.workspace, guard },
    changed: (added) => providers.include(added),
  });
  const guarded = (): void => {
    for (const harness of harnesses.all()) harness.guardProcesses?.(guard);
  };
  guarded();
  harnesses.onChanged(guarded);
  const { terminals, workspace } = options;
  const signIns = new AgentSignIns({
    ...{ agents, terminals, env, workspace, guard, scheduler: base.scheduler, report },
  });
  const table = {
    ...modelCommands(modelOperations(providers, base.clock)),
    ...agentCommands(agentOperations(agents, catalogFor(options), base.clock)),
    ...agentSignInCommands(agentSignInOperations(signIns)),
  };
  return { harnesses, table, stop: () => guard.stop() };
}

function catalogFor({ config, shipped, base: { clock } }: ModelsOptions): AgentCatalog {
  const sources = config.agentCatalogs.flatMap((place): readonly CatalogSource[] => {
    if (place.kind !== 'builtIn') return [place];
    return shipped.agents === undefined ? [] : [{ kind: 'builtIn', path: shipped.agents }];
  });
  return new AgentCatalog({ sources, clock, machine: thisMachine(process.env) });
}
