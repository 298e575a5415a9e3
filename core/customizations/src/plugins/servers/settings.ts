import type { ServerDefinition } from '@loggia/mcp';
import { ProtocolError, type ServerSettings } from '@loggia/protocol';
import type { Environment } from '../loaded.ts';
import { defineServer } from './definition.ts';
import { Fault } from './fault.ts';

const nothing: Environment = { variable: () => undefined };

/** Reads a user's settings for a server. Throws InvalidParams with what to correct. */
export function settingsToDefinition(
  name: string,
  settings: ServerSettings,
  environment: Environment = nothing,
): ServerDefinition {
  try {
    return defineServer(name, settings, {
      dialect: 'tolerant',
      author: 'host',
      environment,
      pluginRoot: undefined,
      pluginData: undefined,
      folder: environment.workspaceFolder,
      startsIn: undefined,
    });
  } catch (error) {
    if (error instanceof Fault) throw new ProtocolError('InvalidParams', error.message);
    throw error;
  }
}
