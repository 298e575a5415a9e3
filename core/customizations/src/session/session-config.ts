import { sessionToolSettings, sessionToolsIn, sessionToolValues, type ConfigState } from '@loggia/protocol';

/** A server that a session with these settings would have. */
export interface ServerInEffect {
  readonly name: string;
  /** The location of its declaration. */
  readonly source: string;
}

/** A plugin that a session with these settings would have, or a folder of skills, agents or rules. */
export interface PluginInEffect {
  readonly name: string;
  /** The location of its files. */
  readonly source: string;
  /** The number of its parts, by their kind. */
  readonly parts: Readonly<Record<string, number>>;
  /** Why it could not be read, if so. */
  readonly problem?: string;
}

const toolProperties: ConfigState['schema']['properties'] = {
  [sessionToolSettings.budget]: {
    type: 'string',
    title: 'Room for tools',
    description:
      'The tokens that definitions of tools may take before the agent searches for them. Other numbers are allowed, too.',
    enum: ['default', '2000', '5000', '10000', '20000', '50000', 'off'],
    enumLabels: [
      'As in the workspace',
      ...[2_000, 5_000, 10_000, 20_000, 50_000].map((tokens) => `${tokens.toLocaleString('en')} tokens`),
      'No limit',
    ],
    enumDynamic: true,
    default: 'default',
    sessionMutable: true,
  },
  [sessionToolSettings.pins]: {
    type: 'array',
    title: 'Pinned tools',
    description: 'Servers, or server/tool, whose tools the agent always has without a search.',
    items: { type: 'string' },
    default: [],
    sessionMutable: true,
  },
};

/** The settings of a session: the schema, and the chosen values. */
export function configOf(wanted: Readonly<Record<string, unknown>>): ConfigState {
  const { budget = null, pins } = sessionToolsIn(wanted);
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
        ...toolProperties,
      },
    },
    // Unknown settings are dropped, and invalid values become the default.
    values: {
      isolation: wanted['isolation'] === 'session' ? 'session' : 'shared',
      plugins: pluginsIn(wanted['plugins']),
      ...sessionToolValues({ budget, pins }),
    },
  };
}

const text = { type: 'string' };

function listed(title: string, description: string, properties: Readonly<Record<string, object>>) {
  return {
    type: 'array',
    title,
    description,
    items: { type: 'object', properties: { name: text, source: text, ...properties } },
    readOnly: true,
  };
}

/** Adds everything in effect, for clients that are about to create a session. A session lists it itself. */
export function withEffective(
  { schema, values }: ConfigState,
  {
    servers,
    plugins,
  }: { readonly servers: readonly ServerInEffect[]; readonly plugins: readonly PluginInEffect[] },
): ConfigState {
  const mcpServers = listed('MCP servers', 'The servers in effect, and where each is declared.', {});
  const effectivePlugins = listed(
    'Plugins in effect',
    'Plugins of the host, of the folder and of these settings, and the number of their parts.',
    { parts: { type: 'object' }, problem: text },
  );
  return {
    schema: { ...schema, properties: { ...schema.properties, mcpServers, effectivePlugins } },
    values: { ...values, mcpServers: [...servers], effectivePlugins: [...plugins] },
  };
}

export function pluginsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((plugin) => typeof plugin === 'string' && plugin !== '') : [];
}
