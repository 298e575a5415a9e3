import type { ConfigState } from '@loggia/protocol';

/** A server that a session with these settings would have. */
export interface ServerInEffect {
  readonly name: string;
  /** Where it was declared. */
  readonly source: string;
}

/** The settings of a session: what may be chosen, and what was. */
export function configOf(wanted: Readonly<Record<string, unknown>>): ConfigState {
  return {
    schema: {
      type: 'object',
      properties: {
        isolation: {
          type: 'string',
          title: 'Server processes',
          description: 'Whether servers are shared with other sessions or run for this one alone.',
          enum: ['shared', 'session'],
          enumLabels: ['Shared', 'For this session alone'],
          default: 'shared',
          sessionMutable: true,
        },
        plugins: {
          type: 'array',
          title: 'Plugins',
          description: 'Folders of further plugins, absolute or relative to the working directory.',
          items: { type: 'string' },
          default: [],
          sessionMutable: true,
        },
      },
    },
    // Unknown settings are dropped, and invalid values become the default.
    values: {
      isolation: wanted['isolation'] === 'session' ? 'session' : 'shared',
      plugins: pluginsIn(wanted['plugins']),
    },
  };
}

/** With the servers in effect, for those who are about to create a session. A session shows them by itself. */
export function withServers(
  { schema, values }: ConfigState,
  servers: readonly ServerInEffect[],
): ConfigState {
  const mcpServers = {
    type: 'array',
    title: 'MCP servers',
    description: 'The servers in effect, and where each is declared.',
    items: { type: 'object', properties: { name: { type: 'string' }, source: { type: 'string' } } },
    readOnly: true,
  };
  return {
    schema: { ...schema, properties: { ...schema.properties, mcpServers } },
    values: { ...values, mcpServers: servers.map(({ name, source }) => ({ name, source })) },
  };
}

export function pluginsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((plugin) => typeof plugin === 'string' && plugin !== '') : [];
}
