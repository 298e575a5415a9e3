import type { AcpOptions } from '@loggia/acp';
import { ProtocolError, type AgentSettings } from '@loggia/protocol';

/** An agent as it is stored, in one encrypted record. */
export interface StoredAgent extends Omit<AgentSettings, 'env'> {
  readonly id: string;
  readonly env?: Readonly<Record<string, string>>;
  /** ISO 8601; determines the order of the list. */
  readonly addedAt: string;
}

type Candidate = Omit<StoredAgent, 'id' | 'addedAt'>;

/** Settings with all values: `null` stands for the stored one. Throws if there isn't any. */
export function withValues({ env = {}, ...settings }: AgentSettings, stored?: Candidate): Candidate {
  const values = Object.entries(env).map(([name, value]) => {
    const known = value ?? stored?.env?.[name];
    if (known === undefined)
      throw new ProtocolError('InvalidParams', `Enter the value of the variable "${name}".`);
    return [name, known] as const;
  });
  return { ...settings, ...(values.length > 0 && { env: Object.fromEntries(values) }) };
}

/** In the agent's format. */
export function optionsOf(
  id: string,
  { name: displayName, args = [], env = {}, ...rest }: Candidate,
): AcpOptions {
  const { command, folder, authMethod, install, node } = rest;
  return {
    name: id,
    displayName,
    command,
    args,
    env: { ...env },
    ...(folder !== undefined && { folder }),
    ...(authMethod !== undefined && { authMethod }),
    ...(install !== undefined && { install }),
    ...(node !== undefined && { node }),
  };
}

/** A program as it is shown: everything but the values of its variables. */
export function programIn({ command, args = [], env = {}, folder, authMethod, install, node }: AcpOptions) {
  return {
    command: [command, ...args],
    variables: Object.keys(env),
    ...(folder !== undefined && { folder }),
    ...(authMethod !== undefined && { authMethod }),
    ...(install !== undefined && { install }),
    ...(node !== undefined && { node }),
  };
}
