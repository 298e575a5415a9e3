import type { AgentOption, OptionValue } from '@loggia/sessions/harness';
import { AgentFailure } from './agent-failure.ts';
import type { SessionFacts, SessionUpdate } from './protocol.ts';

/** Older agents have modes instead of options. They are shown as an option of this id. */
const modeId = 'mode';

export interface OptionSetter {
  setMode(id: string): Promise<void>;
  /** Resolves with all options: one may change others. */
  setOption(id: string, value: OptionValue): Promise<SessionFacts>;
}

type Choices = NonNullable<AgentOption['choices']>;

/** The modes and configuration options of one session of an agent, which says everything about them itself. */
export class SessionOptions {
  #mode: AgentOption | undefined;
  #options: readonly AgentOption[] = [];
  #initial: ReadonlyMap<string, OptionValue> = new Map();
  #setting: Promise<unknown> = Promise.resolve();

  /** As the agent describes them when it answers that the session is there. */
  began({ modes, configOptions }: SessionFacts, { isNew }: { readonly isNew: boolean }): void {
    this.#mode = modeOption(modes) ?? this.#mode;
    if (configOptions) this.#options = optionsIn(configOptions);
    if (isNew) this.#initial = new Map(this.list.map(({ id, value }) => [id, value]));
  }

  /** Agents that have options repeat their modes among them. */
  get list(): readonly AgentOption[] {
    const current = this.#options.length > 0 ? this.#options : this.#mode ? [this.#mode] : [];
    return current.map((option) => {
      const initial = this.#initial.get(option.id);
      return { ...option, ...(initial !== undefined && { initial }) };
    });
  }

  /** Whether the update was about them. */
  updated(update: SessionUpdate): boolean {
    if (update.sessionUpdate === 'config_option_update') this.#options = optionsIn(update.configOptions);
    else if (update.sessionUpdate === 'current_mode_update') this.#modeIs(update.currentModeId);
    else return false;
    return true;
  }

  /** Sets what is different, one after the other. Resolves with a sentence about each that the agent refuses. */
  choose(
    chosen: Readonly<Record<string, OptionValue>>,
    setter: OptionSetter,
    isOver: () => boolean = () => false,
  ): Promise<readonly string[]> {
    const work = this.#setting.then(async () => {
      const problems: string[] = [];
      for (const { id } of this.list) {
        const problem = isOver() ? undefined : await this.#choose(id, chosen[id], setter);
        if (problem !== undefined) problems.push(problem);
      }
      return problems;
    });
    this.#setting = work.catch(() => undefined);
    return work;
  }

  async #choose(
    id: string,
    value: OptionValue | undefined,
    setter: OptionSetter,
  ): Promise<string | undefined> {
    // A choice before it may have changed what there is to choose.
    const option = this.list.find((each) => each.id === id);
    if (!option || value === undefined || value === option.value || !isValueOf(option, value))
      return undefined;
    try {
      if (this.#options.length === 0) {
        await setter.setMode(String(value));
        this.#modeIs(String(value));
      } else {
        const { configOptions } = await setter.setOption(id, value);
        if (configOptions) this.#options = optionsIn(configOptions);
      }
      return undefined;
    } catch (error) {
      return `“${option.title}” could not be changed: ${wordsFor(error)}`;
    }
  }

  #modeIs(value: string): void {
    if (this.#mode) this.#mode = { ...this.#mode, value };
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof AgentFailure) return error.explained;
  return error instanceof Error ? error.message : String(error);
}

function isValueOf({ choices }: AgentOption, value: OptionValue): boolean {
  return choices ? choices.some((choice) => choice.value === value) : typeof value === 'boolean';
}

/** Answers of agents come unchecked. */
function modeOption(modes: SessionFacts['modes']): AgentOption | undefined {
  const { currentModeId: value, availableModes } = modes ?? {};
  if (typeof value !== 'string' || !Array.isArray(availableModes)) return undefined;
  const choices = choicesIn(availableModes.map((mode) => ({ ...mode, value: mode?.id })));
  return choices.length === 0 ? undefined : { id: modeId, title: 'Mode', value, choices };
}

function optionsIn(options: unknown): AgentOption[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((each: unknown): AgentOption[] => {
    const { id, name, description, type, currentValue: value, options: offered } = record(each);
    if (typeof id !== 'string') return [];
    const title = typeof name === 'string' ? name : id;
    const base = { id, title, ...(typeof description === 'string' && { description }) };
    if (type === 'boolean') return typeof value === 'boolean' ? [{ ...base, value }] : [];
    if (type !== 'select' || typeof value !== 'string') return [];
    return [{ ...base, value, choices: choicesIn(offered) }];
  });
}

function choicesIn(offered: unknown, group?: string): Choices {
  if (!Array.isArray(offered)) return [];
  return offered.flatMap((each: unknown): Choices => {
    const { value, name, description, options } = record(each);
    if (options !== undefined) return choicesIn(options, typeof name === 'string' ? name : undefined);
    if (typeof value !== 'string') return [];
    const label = typeof name === 'string' ? name : value;
    return [
      {
        value,
        label: group === undefined ? label : `${label} (${group})`,
        ...(typeof description === 'string' && { description }),
      },
    ];
  });
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
