import type { KeyObject } from 'node:crypto';
import { sealedRecords } from '@loggia/access';
import type { Harness, Harnesses } from '@loggia/sessions';
import { modelCommands, modelOperations } from '../commands/models.ts';
import type { CommandDefinition } from '../commands/table.ts';
import type { Logger } from '../logger.ts';
import type { AgentOrigin } from '../models/agent-origin.ts';
import { modelRecords, ModelProviders } from '../models/model-providers.ts';
import type { EngineBase } from './base.ts';

export interface ModelsOptions {
  readonly base: EngineBase;
  readonly key: KeyObject;
  readonly harnesses: readonly Harness[];
  readonly origins?: ReadonlyMap<string, AgentOrigin>;
  readonly logger: Logger;
}

/** The agents of this host, and the commands that connect models to it. */
export interface Models {
  readonly harnesses: Harnesses;
  readonly table: Readonly<Record<string, CommandDefinition>>;
}

export async function openModels(options: ModelsOptions): Promise<Models> {
  const { base, key, logger } = options;
  const providers = await ModelProviders.open({
    records: sealedRecords(base.kernel.records, {
      key,
      namespaces: [modelRecords],
      report: (problem) => logger.warn(problem),
    }),
    configured: options.harnesses,
    origins: options.origins ?? new Map(),
    env: process.env,
    clock: base.clock,
    report: (problem, error) => logger.warn({ err: error }, problem),
  });
  return { harnesses: providers.harnesses, table: modelCommands(modelOperations(providers, base.clock)) };
}
