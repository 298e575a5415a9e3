import { modelExtensions } from '@loggia/protocol';
import type { ModelProviders } from '../models/model-providers.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

export type ModelOperations = Operations<typeof modelExtensions>;

/**
 * Not lent and not offered to agents: setting an address decides where keys and conversations go. Detached, because
 * providers may be slow.
 */
const rows: Rows<typeof modelExtensions> = {
  listModelProviders: { grant: 'admin', detached: true },
  addModelProvider: { grant: 'admin', detached: true },
  updateModelProvider: { grant: 'admin', detached: true },
  removeModelProvider: { grant: 'admin' },
  readModels: { grant: 'admin', detached: true, reads: [] },
  testModel: { grant: 'admin', detached: true, reads: [] },
  chooseDefaultAgent: { grant: 'admin' },
};

export function modelCommands(operations: ModelOperations): Record<string, CommandDefinition> {
  return commandsOf(modelExtensions, rows, operations);
}

export function modelOperations(providers: ModelProviders, clock: { now(): number }): ModelOperations {
  return {
    listModelProviders: () => providers.list(),
    addModelProvider: async ({ settings }) => ({ provider: await providers.add(settings) }),
    updateModelProvider: async ({ provider, settings }) => ({
      provider: await providers.update(provider, settings),
    }),
    removeModelProvider: async ({ provider }) => {
      await providers.remove(provider);
      return {};
    },
    readModels: (params, { signal }) => providers.read(params, signal),
    testModel: async (params, { signal }) => {
      const startedAt = clock.now();
      const checked = await providers.test(params, signal);
      return { ...checked, works: checked.problem === undefined, durationMs: clock.now() - startedAt };
    },
    chooseDefaultAgent: async ({ provider }) => {
      await providers.chooseDefault(provider);
      return {};
    },
  };
}
