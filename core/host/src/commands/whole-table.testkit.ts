import { createRoots } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import {
  accessExtensions,
  artifactExtensions,
  libraryExtensions,
  searchExtensions,
  serverExtensions,
  storageExtensions,
  typeExtensions,
  viewExtensions,
} from '@loggia/protocol';
import type { Sessions } from '@loggia/sessions';
import { createResourceContext } from '@loggia/files';
import type { CommandDefinition } from './table.ts';
import { accessCommands, type AccessOperations } from './access.ts';
import { artifactCommands, type ArtifactService } from './artifacts.ts';
import { authenticateCommand } from './authenticate.ts';
import { libraryCommands, type LibraryService } from './library.ts';
import { ResourceWatches } from './resource-watches.ts';
import { resourceCommands } from './resources.ts';
import { searchCommands, type SearchService } from './search.ts';
import { serverCommands, type ServerOperations } from './servers.ts';
import { sessionCommands } from './sessions.ts';
import { storageCommands, type StorageOperations } from './storage.ts';
import { typeCommands, type TypeOperations } from './types.ts';
import { viewCommands, type ViewService } from './views.ts';

/** Every command that a host has. What they do is left out: each says its name and who called it. */
export function wholeTable(): Record<string, CommandDefinition> {
  const watches = new ResourceWatches({
    kernel: {} as Kernel,
    roots: createRoots(),
    scheduler: { turn: () => undefined, after: () => () => undefined },
    newId: () => 'id',
  });
  const real = {
    ...sessionCommands({} as Sessions),
    ...resourceCommands(createResourceContext({ roots: createRoots() })),
    ...watches.commands(),
    ...authenticateCommand([]),
  };
  const silent = Object.entries(real).map(([name, definition]): [string, CommandDefinition] => [
    name,
    { ...definition, run: async () => ({}) },
  ]);
  return {
    ...Object.fromEntries(silent),
    ...serverCommands(saying(serverExtensions) as unknown as ServerOperations),
    ...artifactCommands(saying(artifactExtensions) as unknown as ArtifactService),
    ...libraryCommands(saying(libraryExtensions) as unknown as LibraryService),
    ...searchCommands(saying(searchExtensions) as unknown as SearchService),
    ...typeCommands(saying(typeExtensions) as unknown as TypeOperations),
    ...accessCommands(saying(accessExtensions) as unknown as AccessOperations),
    ...viewCommands(saying(viewExtensions) as unknown as ViewService),
    ...storageCommands(saying(storageExtensions) as unknown as StorageOperations),
  };
}

function saying(contracts: object): object {
  return Object.fromEntries(
    Object.keys(contracts).map((name) => {
      const short = name.slice('x-loggia/'.length);
      const run = async (_: unknown, caller: object) => ({ ran: short, caller });
      return [short, run];
    }),
  );
}

/** Parameters that are good enough for each command, all about the artifact, workspace or server of that name. */
export function paramsAbout(name: string, id: string): Record<string, unknown> {
  const channel = 'ahp-root://';
  switch (name) {
    case 'x-loggia/commitArtifacts':
      return { channel, artifacts: [{ id }], message: 'm' };
    case 'x-loggia/restoreVersion':
      return { channel, artifact: id, version: 1 };
    case 'x-loggia/diffVersions':
      return { channel, artifact: id, from: 0 };
    case 'x-loggia/backUp':
      return { channel, directory: `/${id}` };
    case 'x-loggia/addServer':
      return { channel, name: id, settings: { command: 'x' } };
    default:
      return {
        ...{ channel, artifact: id, artifacts: [id], workspace: id, collection: id, title: 't' },
        ...{ query: 'q', type: 'a/b', action: 'a', capability: 'c', ids: [id], id, server: id, tool: 't' },
        ...{ source: 'file:///x', decision: 'trusted', resource: 'r', token: 't', uri: 'file:///x' },
      };
  }
}
