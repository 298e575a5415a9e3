import type { Channel, Kernel } from '@loggia/kernel';
import {
  agentOptionName,
  agentOptionsIn,
  chatAgent,
  chatCommandsOf,
  sessionAgent,
  viewSpeakerOf,
  type ChatState,
  type ConfigState,
  type SessionState,
} from '@loggia/protocol';
import { configWith, isValueOf, usableCommands, usableOptions } from './agent-options.ts';
import type { Channels } from './channels.ts';
import type { ChatLog, OpenChat } from './chat-log.ts';
import type { AgentCommand, AgentOption, Announcements, OptionValue } from './harness.ts';
import type { Harnesses } from './harnesses.ts';
import { retitle } from './retitle.ts';

const namespace = 'agent-offers';

interface Offer {
  readonly commands: readonly AgentCommand[];
  readonly options: readonly AgentOption[];
}

const nothing: Offer = { commands: [], options: [] };

export interface AgentOffersPorts {
  readonly kernel: Kernel;
  readonly channels: Channels;
  readonly log: ChatLog;
  readonly harnesses: Pick<Harnesses, 'get'>;
  /** The commands that an agent has in new chats have changed. */
  commandsChanged(): void;
  report(problem: string, error: unknown): void;
}

/**
 * The titles, commands and options that agents announce while they run. A chat shows its own commands, and its session the
 * options as settings. Agents say this only once they have a conversation, so the host keeps the last of each agent for
 * chats and sessions that haven't begun.
 */
export class AgentOffers {
  readonly #ports: AgentOffersPorts;
  readonly #last = new Map<string, Offer>();

  constructor(ports: AgentOffersPorts) {
    this.#ports = ports;
  }

  async start(): Promise<void> {
    for (const { key, value } of await this.#ports.kernel.records.list(namespace)) {
      const { commands, options } = value as Partial<Offer>;
      this.#last.set(key, {
        commands: usableCommands(commands ?? []),
        options: usableOptions(options ?? []),
      });
    }
  }

  /** The agent is gone; one that gets its name later may be another. */
  forget(agent: string): void {
    if (this.#last.delete(agent)) this.#ports.kernel.records.delete(namespace, agent);
  }

  commandsOf(agent: string): readonly AgentCommand[] {
    return this.#of(agent).commands;
  }

  /** The settings of a session that begins, or goes on, with this agent. Values that it doesn't offer are dropped. */
  configFor(
    agent: string,
    config: ConfigState | undefined,
    wanted: Readonly<Record<string, unknown>> = {},
  ): ConfigState | undefined {
    const { options } = this.#of(agent);
    if (options.length === 0 && agentOptionsIn(config).length === 0) return config;
    return configWith(config, options, (option) => {
      const value = wanted[agentOptionName(option.id)];
      return isValueOf(option, value) ? value : undefined;
    });
  }

  /** For one chat. It stays of use after the turn. */
  announcementsOf(chat: string, agent: string): Announcements {
    return {
      title: (text) => this.#title(chat, agent, text),
      commands: (list) => this.#commands(chat, agent, usableCommands(list)),
      options: (list) => this.#options(chat, agent, usableOptions(list)),
    };
  }

  /** The values that a session has for its agent's options, by the agent's ids. */
  chosenFor(agent: string, session: SessionState): Readonly<Record<string, OptionValue>> {
    const { config } = session;
    // A chat that another agent works in has no settings of its own.
    if (sessionAgent(session) !== agent) return {};
    return Object.fromEntries(
      agentOptionsIn(config).flatMap(({ id, name }) => {
        const value = config?.values[name];
        return typeof value === 'string' || typeof value === 'boolean' ? [[id, value]] : [];
      }),
    );
  }

  /** Tells the agent what was chosen since, in all chats of the session. */
  changed({ state }: Channel<SessionState>, before: SessionState): void {
    const agent = sessionAgent(state);
    const harness = this.#ports.harnesses.get(agent);
    if (!harness?.optionChosen || state.config === before.config) return;
    const earlier = this.chosenFor(agent, before);
    const chosen = Object.entries(this.chosenFor(agent, state)).filter(
      ([id, value]) => earlier[id] !== value,
    );
    for (const [id, value] of chosen)
      for (const { resource } of state.chats) harness.optionChosen(resource, id, value);
  }

  /** The session has another agent now, with options of its own. */
  switched(session: Channel<SessionState>): void {
    const config = this.configFor(sessionAgent(session.state), session.state.config);
    if (config) this.#show(session, config);
  }

  #title(chat: string, agent: string, title: string): void {
    this.#within(chat, agent, (open) => {
      const { activeTurn, turns } = open.chat.state;
      const message = (activeTurn ?? turns.at(-1))?.message;
      if (message && !viewSpeakerOf(message)) retitle(this.#ports.log, open, title);
    });
  }

  #commands(chat: string, agent: string, commands: AgentCommand[]): void {
    this.#keep(agent, { commands });
    this.#within(chat, agent, (open) => {
      if (isSame(chatCommandsOf(open.chat.state, agent), commands)) return;
      this.#ports.log.append(open, { type: 'x-loggia/agentCommandsChanged', agent, commands });
    });
  }

  #options(chat: string, agent: string, told: readonly AgentOption[]): void {
    const initials = new Map(this.#of(agent).options.map(({ id, initial }) => [id, initial]));
    const options = told.map((option) => {
      const initial = option.initial ?? initials.get(option.id);
      return { ...option, ...(isValueOf(option, initial) && { initial }) };
    });
    this.#keep(agent, { options });
    this.#within(chat, agent, ({ session }) => {
      const { config } = session.state;
      if (sessionAgent(session.state) !== agent) return;
      if (options.length === 0 && agentOptionsIn(config).length === 0) return;
      this.#show(
        session,
        configWith(config, options, ({ value }) => value),
      );
    });
  }

  #show(session: Channel<SessionState>, { schema, values }: ConfigState): void {
    const { log } = this.#ports;
    if (!isSame(session.state.config?.schema, schema))
      log.appendSession(session, { type: 'x-loggia/configSchemaChanged', schema });
    if (!isSame(session.state.config?.values, values))
      log.appendSession(session, { type: 'session/configChanged', config: values, replace: true });
  }

  #of(agent: string): Offer {
    return this.#last.get(agent) ?? nothing;
  }

  #keep(agent: string, change: Partial<Offer>): void {
    const before = this.#of(agent);
    const now = { ...before, ...change };
    if (isSame(before, now)) return;
    this.#last.set(agent, now);
    this.#ports.kernel.records.put(namespace, agent, now);
    if (!isSame(before.commands, now.commands)) this.#ports.commandsChanged();
  }

  /** At once while the chat is in memory, so that what follows in the turn finds it done. */
  #within(uri: string, agent: string, work: (open: OpenChat) => void): void {
    const { kernel, channels, report } = this.#ports;
    const isStill = (open: OpenChat): boolean => chatAgent(open.session.state, open.chat.state) === agent;
    const chat = kernel.peek<ChatState>(uri);
    const session = chat?.parent === undefined ? undefined : kernel.peek<SessionState>(chat.parent);
    if (chat && session) {
      const open = { session, chat };
      if (isStill(open)) work(open);
      return;
    }
    const later = async (): Promise<void> => {
      if (!(await kernel.exists(uri))) return;
      const open = await channels.chat(uri);
      if (isStill(open)) work(open);
    };
    later().catch((error: unknown) => report(`What the agent of ${uri} offers could not be shown`, error));
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
