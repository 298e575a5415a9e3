import { withAgentOptions, type AgentOptionProperty, type ConfigState } from '@loggia/protocol';
import type { AgentCommand, AgentOption, OptionValue } from './harness.ts';

/** Limits to an agent's lists: agents are programs of others. */
const most = { commands: 300, options: 50, choices: 500 };
const longest = { id: 200, title: 200, description: 1_000 };

/** Without entries that can't be used, and within limits. */
export function usableCommands(commands: readonly AgentCommand[]): AgentCommand[] {
  const usable = commands.filter(({ name }) => /^\S+$/.test(name) && name.length <= longest.title);
  return unique(usable, ({ name }) => name)
    .slice(0, most.commands)
    .map(({ name, description }) => ({ name, description: cut(description, longest.description) }));
}

/** Without entries that can't be used, and within limits. The current value is always among the choices. */
export function usableOptions(options: readonly AgentOption[]): AgentOption[] {
  return unique(options, ({ id }) => id)
    .filter(({ id, value, choices }) => isUsableId(id) && typeof value === (choices ? 'string' : 'boolean'))
    .slice(0, most.options)
    .map((option) => ({
      ...option,
      title: cut(option.title, longest.title) || option.id,
      ...(option.description !== undefined && { description: cut(option.description, longest.description) }),
      ...(option.choices && { choices: usableChoices(option.choices, option.value) }),
    }));
}

type Choices = NonNullable<AgentOption['choices']>;

function usableChoices(choices: Choices, value: OptionValue): Choices {
  const usable = unique(choices, (choice) => choice.value).filter((choice) => isUsableId(choice.value));
  const first = usable.slice(0, most.choices);
  const isMissing = !first.some((choice) => choice.value === value);
  const current = usable.find((choice) => choice.value === value) ?? {
    value: String(value),
    label: String(value),
  };
  return [...first, ...(isMissing ? [current] : [])].map(({ value: of, label, description }) => ({
    value: of,
    label: cut(label, longest.title) || of,
    ...(description !== undefined && { description: cut(description, longest.description) }),
  }));
}

/** The settings of a session with what its agent offers. A value that nobody has chosen or told is left out. */
export function configWith(
  config: ConfigState | undefined,
  options: readonly AgentOption[],
  valueOf: (option: AgentOption) => unknown,
): ConfigState {
  const entries = options.map(
    (option) => [option.id, { property: propertyOf(option), value: valueOf(option) }] as const,
  );
  return withAgentOptions(config, Object.fromEntries(entries));
}

/** Whether the user can choose this value. */
export function isValueOf({ choices }: AgentOption, value: unknown): value is OptionValue {
  return choices ? choices.some((choice) => choice.value === value) : typeof value === 'boolean';
}

function propertyOf({ title, description, choices, initial }: AgentOption): AgentOptionProperty {
  const hasDescriptions = choices?.some((choice) => choice.description !== undefined) === true;
  return {
    type: choices ? 'string' : 'boolean',
    title,
    ...(description !== undefined && { description }),
    ...(choices && {
      enum: choices.map(({ value }) => value),
      enumLabels: choices.map(({ label }) => label),
    }),
    ...(hasDescriptions && {
      enumDescriptions: choices.map((choice) => choice.description ?? ''),
    }),
    ...(initial !== undefined && { default: initial }),
    sessionMutable: true,
  };
}

function isUsableId(id: string): boolean {
  return id !== '' && id !== '__proto__' && id.length <= longest.id;
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
