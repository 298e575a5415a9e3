import { commandTable } from '@loggia/protocol';
import type { z } from 'zod';
import { resourceHandlers, type ResourceContext } from '@loggia/files';
import { stored } from './from-contract.ts';
import { command, type CommandDefinition } from './table.ts';

type ResourceCommand = keyof typeof resourceHandlers;

const reading: ReadonlySet<ResourceCommand> = new Set([
  'resourceRead',
  'resourceList',
  'resourceResolve',
  'resourceRequest',
]);

const sentences: Readonly<Record<ResourceCommand, string>> = {
  resourceRead: 'Reads a file.',
  resourceWrite: 'Writes a file, or a part of it.',
  resourceList: 'Lists what is in a folder.',
  resourceCopy: 'Copies a file or a folder.',
  resourceDelete: 'Deletes a file or a folder.',
  resourceMove: 'Moves or renames a file or a folder.',
  resourceResolve: 'Describes a file or folder, and where links lead.',
  resourceMkdir: 'Makes a folder.',
  resourceRequest: 'Asks for access to a file or folder.',
};

/** Files, within the configured roots. */
export function resourceCommands(context: ResourceContext): Record<string, CommandDefinition> {
  const names = Object.keys(resourceHandlers) as ResourceCommand[];
  return Object.fromEntries(
    names.map((name) => {
      const run = resourceHandlers[name] as (params: unknown, context: ResourceContext) => Promise<unknown>;
      const grant = reading.has(name) ? 'read' : 'write';
      const params = commandTable[name].params as z.ZodType;
      const { result } = commandTable[name];
      const says = sentences[name];
      return [
        name,
        command({
          says,
          grant,
          reads: stored,
          params,
          result,
          detached: true,
          run: (given) => run(given, context),
        }),
      ];
    }),
  );
}
