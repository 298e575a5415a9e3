import type { KeyObject } from 'node:crypto';
import { sealedRecords } from '@loggia/access';
import type { Harness, Harnesses } from '@loggia/sessions';
import { agentCommands, agentOperations } from '../commands/agents.ts';
import { modelCommands, modelOperations } from '../commands/models.ts';
import type { CommandDefinition } from '../commands/table.ts';
import type { Logger } from '../logger.ts';
import { AddedAgents, agentRecords } from '../models/added-agents.ts';
import type { AgentOrigin } from '../models/agent-origin.ts';
import { modelRecords, ModelProviders } from '../models/model-providers.ts';
import type { EngineBase } from './base.ts';

export interface ModelsOptions {
  readonly base: EngineBase;
  readonly key: KeyObject;
  readonly harnesses: readonly Harness[];
  readonly origins?: ReadonlyMap<string, AgentOrigin>;
  readonly logger: Logger;
  /** Where agents that are tested run. */
  readonly workspace: string;
}

/** The agents of this host, and the commands that connect models and add agents to it. */
export interface Models {
  readonly harnesses: Harnesses;
  readonly table: Readonly<Record<string, CommandDefinition>>;
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
  const agents = await AddedAgents.open({
    ...{ ...shared, harnesses, workspace: options.workspace },
    changed: (added) => providers.include(added),
  });
  const table = {
    ...modelCommands(modelOperations(providers, base.clock)),
    ...agentCommands(agentOperations(agents, base.clock)),
  };
  return { harnesses, table };
}
