import {
  agentCommandsOf,
  chatCommandsOf,
  type AgentInfo,
  type ChatState,
  type Customization,
  type ServerPrompt,
} from '@loggia/protocol';
import { asName } from '../../ui/foreign-words.ts';
import { everyCustomization } from '../calls/call-words.ts';

/** Something that a message can begin with, or be made of. */
export interface Invocable {
  readonly id: string;
  /** The name typed after the slash. */
  readonly name: string;
  readonly description: string | undefined;
  /** The agent, plugin or server that it comes from. */
  readonly source: string;
  /** Set for a prompt of an MCP server, which is filled in by its server and put into the message. */
  readonly prompt?: ServerPrompt;
}

export interface Persona {
  readonly uri: string;
  readonly name: string;
  readonly description: string | undefined;
}

function isOn(entry: Customization): boolean {
  if ('enabled' in entry && !entry.enabled) return false;
  return !('enablement' in entry) || entry.enablement?.[0]?.enabled !== false;
}

/** The skills and prompts that a message can begin with: enabled, and callable by users. */
export function invocablesIn(customizations: readonly Customization[] | undefined): readonly Invocable[] {
  return (customizations ?? []).filter(isOn).flatMap((container) =>
    everyCustomization([container]).flatMap((entry): readonly Invocable[] => {
      if (entry.type !== 'skill' && entry.type !== 'prompt') return [];
      if (entry.enabled === false || (entry.type === 'skill' && entry.disableUserInvocation === true))
        return [];
      const { id, name, description = entry.type === 'skill' ? 'A skill' : 'A prompt' } = entry;
      return [{ id, name, description, source: asName(container.name) }];
    }),
  );
}

/** The agent's own commands: those that it has announced in the chat, or else the last that the host knows of. */
export function agentInvocables(
  agent: AgentInfo | undefined,
  chat?: Pick<ChatState, '_meta'>,
): readonly Invocable[] {
  const commands = chatCommandsOf(chat, agent?.provider) ?? agentCommandsOf(agent);
  return commands.map(({ name, description }) => ({
    id: `${agent?.provider} ${name}`,
    name: asName(name),
    description: asName(description),
    source: agent?.displayName ?? 'Agent',
  }));
}

/** The prompts of MCP servers. Their words are the servers’ own. */
export function promptInvocables(prompts: readonly ServerPrompt[]): readonly Invocable[] {
  return prompts.map((prompt) => ({
    id: `${prompt.server} ${prompt.name}`,
    name: asName(prompt.name).replace(/\s+/g, '-'),
    description: asName(prompt.description ?? prompt.title ?? 'A prompt'),
    source: asName(prompt.serverName),
    prompt,
  }));
}

/** The personas that a message can be addressed to. */
export function personasIn(customizations: readonly Customization[] | undefined): readonly Persona[] {
  return everyCustomization(customizations?.filter(isOn)).flatMap((entry): readonly Persona[] => {
    if (entry.type !== 'agent' || entry.enabled === false || entry.disableUserInvocation === true) return [];
    return [{ uri: entry.uri, name: entry.name, description: entry.description }];
  });
}

/** The most suggestions shown; typing on finds others. */
const mostShown = 60;

/**
 * Suggestions for the word after a slash at the very beginning, grouped by source, the source with the best match first.
 * Undefined without such a word.
 */
export function suggestions(
  text: string,
  caret: number,
  invocables: readonly Invocable[],
): readonly Invocable[] | undefined {
  const [, typed] = /^\/(\S*)$/.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return undefined;
  const wanted = typed.toLocaleLowerCase();
  const fitting = invocables
    .map((entry) => ({ entry, fit: fitOf(entry, wanted) }))
    .filter(({ fit }) => fit < misfit)
    // Those that fit equally well stay in their order.
    .toSorted((one, other) => one.fit - other.fit)
    .map(({ entry }) => entry);
  const sources = [...new Set(fitting.map(({ source }) => source))];
  return sources.flatMap((source) => fitting.filter((entry) => entry.source === source)).slice(0, mostShown);
}

const misfit = 2;

/** The smaller, the better. */
function fitOf({ name, description = '', source }: Invocable, wanted: string): number {
  if (name.toLocaleLowerCase().startsWith(wanted)) return 0;
  return `${name} ${description} ${source}`.toLocaleLowerCase().includes(wanted) ? 1 : misfit;
}

/** The text after a suggestion was accepted. The text after the word stays. */
export function completed(text: string, caret: number, { name }: Pick<Invocable, 'name'>): string {
  return `/${name} ${text.slice(caret).trimStart()}`;
}

/** The text once a prompt was put in the place of the word that called it. What came after the word stays. */
export function withPrompt(text: string, prompt: string): string {
  const rest = text.replace(/^\/\S*\s*/, '');
  return [prompt, rest].filter(Boolean).join('\n\n');
}
