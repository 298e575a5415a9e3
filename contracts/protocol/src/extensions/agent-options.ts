import type { ConfigState } from '../common/config.ts';

/** The names of settings that an agent itself offers begin with this; the rest is the agent's id for the option. */
const prefix = 'agent.';

export type AgentOptionProperty = NonNullable<ConfigState['schema']['properties']>[string];

export interface AgentOptionSetting {
  /** The agent's id for the option. */
  readonly id: string;
  /** The name of the setting. */
  readonly name: string;
  readonly property: AgentOptionProperty;
  /** Undefined as long as neither the user nor the agent has said it. */
  readonly value: unknown;
}

export function agentOptionName(id: string): string {
  return `${prefix}${id}`;
}

/** The agent's id for the option; undefined for a setting that isn't the agent's. */
function agentOptionId(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** The settings that the agent offers, in the agent's order. */
export function agentOptionsIn(config: ConfigState | undefined): readonly AgentOptionSetting[] {
  return Object.entries(config?.schema.properties ?? {}).flatMap(([name, property]) => {
    const id = agentOptionId(name);
    return id === undefined ? [] : [{ id, name, property, value: config?.values[name] ?? property.default }];
  });
}

/** The same settings with other options of the agent. The values of options that are gone go with them. */
export function withAgentOptions(
  config: ConfigState | undefined,
  options: Readonly<Record<string, { readonly property: AgentOptionProperty; readonly value?: unknown }>>,
): ConfigState {
  const others = <Value>(record: Readonly<Record<string, Value>> = {}) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => agentOptionId(name) === undefined));
  const named = Object.entries(options).map(([id, option]) => [agentOptionName(id), option] as const);
  return {
    schema: {
      type: 'object',
      ...config?.schema,
      properties: {
        ...others(config?.schema.properties),
        ...Object.fromEntries(named.map(([name, { property }]) => [name, property])),
      },
    },
    values: {
      ...others(config?.values),
      ...Object.fromEntries(
        named.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
      ),
    },
  };
}
