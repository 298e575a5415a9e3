import { createRoots } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import {
  accessExtensions,
  artifactExtensions,
  callExtensions,
  libraryExtensions,
  agentExtensions,
  agentSignInExtensions,
  modelExtensions,
  pluginExtensions,
  promptExtensions,
  searchExtensions,
  serverExtensions,
  serverSetupExtensions,
  storageExtensions,
  typeExtensions,
  viewExtensions,
} from '@loggia/protocol';
import type { ReviewedTools, Sessions } from '@loggia/sessions';
import { createResourceContext } from '@loggia/files';
import type { Changes } from '@loggia/changes';
import type { Terminals } from '@loggia/terminals';
import type { z } from 'zod';
import type { CommandDefinition } from './table.ts';
import { accessCommands, type AccessOperations } from './access.ts';
import { artifactCommands, type ArtifactService } from './artifacts.ts';
import { authenticateCommand } from './authenticate.ts';
import { callCommands, type CallOperations } from './calls.ts';
import { libraryCommands, type LibraryService } from './library.ts';
import { agentSignInCommands, type AgentSignInOperations } from './agent-sign-in.ts';
import { agentCommands, type AgentOperations } from './agents.ts';
import { modelCommands, type ModelOperations } from './models.ts';
import { pluginCommands, type PluginOperations } from './plugins.ts';
import { changesCommands } from './changes.ts';
import { promptCommands, type PromptCommands } from './prompts.ts';
import { ResourceWatches } from './resource-watches.ts';
import { resourceCommands } from './resources.ts';
import { folderCommands } from './folders.ts';
import { reviewCommands } from './reviews.ts';
import { workspaceSettingsCommands, type WorkspaceSettingsPorts } from './workspace-settings.ts';
import { searchCommands, type SearchService } from './search.ts';
import { serverSetupCommands, type ServerSetupOperations } from './server-setup.ts';
import { serverCommands, type ServerOperations } from './servers.ts';
import { sessionCommands } from './sessions.ts';
import { storageCommands, type StorageOperations } from './storage.ts';
import { terminalCommands } from './terminals.ts';
import { typeCommands, type TypeOperations } from './types.ts';
import { viewCommands, type ViewService } from './views.ts';

/** Every command of a host. The implementations only return the command's name and the caller. */
export function wholeTable(): Record<string, CommandDefinition> {
  const watches = new ResourceWatches({
    kernel: {} as Kernel,
    roots: createRoots(),
    scheduler: { turn: () => undefined, after: () => () => undefined },
    newId: () => 'id',
  });
  const real = {
    ...sessionCommands({} as Sessions, { issue: () => ({ ticket: 't', expiresAt: 0 }) }),
    ...resourceCommands(createResourceContext({ roots: createRoots() })),
    ...watches.commands(),
    ...authenticateCommand([]),
    ...folderCommands(createRoots()),
    ...reviewCommands({} as ReviewedTools),
    ...workspaceSettingsCommands({} as WorkspaceSettingsPorts),
    ...terminalCommands({} as Terminals),
    ...changesCommands({} as Changes),
  };
  const silent = Object.entries(real).map(([name, definition]): [string, CommandDefinition] => [
    name,
    { ...definition, run: async () => ({}) },
  ]);
  return {
    ...Object.fromEntries(silent),
    ...serverCommands(saying(serverExtensions) as unknown as ServerOperations),
    ...promptCommands(saying(promptExtensions) as unknown as PromptCommands),
    ...callCommands(saying(callExtensions) as unknown as CallOperations),
    ...serverSetupCommands(saying(serverSetupExtensions) as unknown as ServerSetupOperations),
    ...pluginCommands(saying(pluginExtensions) as unknown as PluginOperations),
    ...artifactCommands(saying(artifactExtensions) as unknown as ArtifactService),
    ...libraryCommands(saying(libraryExtensions) as unknown as LibraryService),
    ...searchCommands(saying(searchExtensions) as unknown as SearchService),
    ...typeCommands(saying(typeExtensions) as unknown as TypeOperations),
    ...accessCommands(saying(accessExtensions) as unknown as AccessOperations, () => undefined),
    ...agentCommands(saying(agentExtensions) as unknown as AgentOperations),
    ...agentSignInCommands(saying(agentSignInExtensions) as unknown as AgentSignInOperations),
    ...modelCommands(saying(modelExtensions) as unknown as ModelOperations),
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

/** Valid parameters for each command, all about the artifact, workspace or server with that id. */
export function paramsAbout(name: string, id: string): Record<string, unknown> {
  const channel = 'ahp-root://';
  switch (name) {
    case 'invokeChangesetOperation':
      return { channel: `ahp-changeset:/${id}`, operationId: 'revert' };
    case 'createTerminal':
      return {
        channel: `ahp-terminal:/${id}`,
        claim: { kind: 'session', session: `ahp-session:/${id}`, chat: `ahp-chat:/${id}` },
      };
    case 'x-loggia/commitArtifacts':
      return { channel, artifacts: [{ id }], message: 'm' };
    case 'x-loggia/moveArtifacts':
    case 'x-loggia/copyArtifacts':
      return { channel, artifacts: [{ id }], workspace: id };
    case 'x-loggia/restoreVersion':
      return { channel, artifact: id, version: 1 };
    case 'x-loggia/diffVersions':
      return { channel, artifact: id, from: 0 };
    case 'x-loggia/backUp':
      return { channel, directory: `/${id}` };
    case 'x-loggia/addModelProvider':
      return { channel, settings: { kind: 'ollama' } };
    case 'x-loggia/updateModelProvider':
    case 'x-loggia/removeModelProvider':
    case 'x-loggia/chooseDefaultAgent':
      return knownTo(name, { channel, provider: id, settings: {} });
    case 'x-loggia/switchAgent':
      return { channel, session: `ahp-session:/${id}`, provider: id };
    case 'x-loggia/completePrompt':
      return { channel, server: id, prompt: 'p', argument: 'a', value: '' };
    case 'x-loggia/linkAttachment':
      return { channel, chat: `ahp-chat:/${id}`, hash: 'a'.repeat(64) };
    case 'x-loggia/setWorkspaceSettings':
      return { channel, workspace: id, confirm: 'always' };
    case 'x-loggia/setEnabled':
      return { channel, customization: id, enabled: false };
    case 'x-loggia/setReview':
      return { channel, server: id, review: true };
    case 'x-loggia/createApiKey':
      return { channel, name: id, scope: 'read' };
    case 'x-loggia/addServer':
      return { channel, name: id, settings: { command: 'x' } };
    default:
      return knownTo(name, {
        ...{ channel, artifact: id, artifacts: [id], workspace: id, collection: id, title: 't' },
        ...{ query: 'q', type: 'a/b', action: 'a', capability: 'c', ids: [id], id, server: id, tool: 't' },
        ...{ source: 'file:///x', decision: 'trusted', resource: 'r', token: 't', uri: 'file:///x' },
      });
  }
}

/** Those of the parameters that a command takes. */
function knownTo(name: string, given: Record<string, unknown>): Record<string, unknown> {
  const params = wholeTable()[name]?.params as z.ZodObject | undefined;
  return Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(params?.shape ?? {}, key)));
}
