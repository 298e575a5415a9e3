import { commandTable } from '@loggia/protocol';
import type { z } from 'zod';
import { resourceHandlers } from '../resources/commands.ts';
import type { ResourceContext } from '../resources/context.ts';
import { command, type CommandDefinition } from '../wire/commands.ts';

type ResourceCommand = keyof typeof resourceHandlers;

const reading: ReadonlySet<ResourceCommand> = new Set([
  'resourceRead',
  'resourceList',
  'resourceResolve',
  'resourceRequest',
]);

/** Files, within the roots that the host was given. */
export function resourceCommands(context: ResourceContext): Record<string, CommandDefinition> {
  const names = Object.keys(resourceHandlers) as ResourceCommand[];
  return Object.fromEntries(
    names.map((name) => {
      const run = resourceHandlers[name] as (params: unknown, context: ResourceContext) => Promise<unknown>;
      const grant = reading.has(name) ? 'read' : 'write';
      const params = commandTable[name].params as z.ZodType;
      return [name, command({ grant, params, detached: true, run: (given) => run(given, context) })];
    }),
  );
}
