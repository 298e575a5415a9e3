import { rootUri, type Result } from '@loggia/protocol';
import type { AhpClient } from './ahp-client.ts';

/** A server that a session would have. */
export interface EffectiveServer {
  readonly name: string;
  readonly source: string;
}

/** A plugin that a session would have, or a folder of skills, agents or rules. */
export interface EffectivePlugin extends EffectiveServer {
  /** The number of its parts, by their kind. */
  readonly parts: Readonly<Record<string, number>>;
  readonly problem?: string;
}

/** The equipment of a session in this folder. Hosts that don't say so are taken to have nothing. */
export async function effectiveConfig(
  client: Pick<AhpClient, 'request'>,
  workingDirectory: string | undefined,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ readonly servers: readonly EffectiveServer[]; readonly plugins: readonly EffectivePlugin[] }> {
  const params = { channel: rootUri, ...(workingDirectory !== undefined && { workingDirectory }) };
  const { values } = await client.request('resolveSessionConfig', params, options);
  return { servers: listIn(values, 'mcpServers'), plugins: listIn(values, 'effectivePlugins') };
}

function listIn<Entry>(values: Result<'resolveSessionConfig'>['values'], name: string): readonly Entry[] {
  const list = values[name];
  return Array.isArray(list) ? (list as readonly Entry[]) : [];
}

const kindWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  mcpServer: ['server', 'servers'],
  skill: ['skill', 'skills'],
  prompt: ['command', 'commands'],
  agent: ['agent', 'agents'],
  rule: ['rule', 'rules'],
  hook: ['hook', 'hooks'],
};

/** The parts of a plugin for people: "1 server, 2 skills". */
export function partsWords(parts: EffectivePlugin['parts']): string {
  const words = Object.entries(parts).map(([kind, count]) => {
    const [one, many] = kindWords[kind] ?? [kind, kind];
    return `${count} ${count === 1 ? one : many}`;
  });
  return words.length === 0 ? 'empty' : words.join(', ');
}
