import type { ModelMessage, ToolSet } from 'ai';
import type { HarnessEvent, HarnessTool, HarnessTurn, PastPart, ToolOutcome } from '@loggia/sessions/harness';
import {
  chooseTools,
  foundTools,
  namesFound,
  searchToolName,
  toolBudget,
  toolsNamedIn,
} from '@loggia/sessions/tools';
import { refusesTools, toolLimitIn } from './failures.ts';
import type { ModelSettings } from './options.ts';
import type { ModelProvider } from './provider.ts';
import { namesForModel, neverNone, stepTools, type StepTools } from './toolset.ts';

/** OpenAI's own limit; other providers say theirs when they refuse a request. */
const openaiLimit = 128;
/** Places that our own tools take. */
const ownTools = 2;

export interface ToolOffer {
  readonly stepTools: StepTools;
  readonly tools: ToolSet;
  /** For the user: some tools are left out. */
  readonly notice?: string;
}

export interface TurnToolsPorts {
  readonly turn: HarnessTurn;
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
}

/**
 * The tools that each step of a turn offers, within what the provider and the model take. If the session has more, the
 * model searches for them; those that it finds, uses or is told about by name stay for the chat, as far as they fit.
 */
export class TurnTools {
  readonly #ports: TurnToolsPorts;
  /** Names of tools in the order in which the turn came to know them; the best match of a search comes last. */
  readonly #noted: string[] = [];
  readonly #events: HarnessEvent[] = [];
  /** The same from before the turn. */
  #earlier: readonly string[] | undefined;
  #searches = 0;
  #limit: number | undefined;
  #takesTools = true;

  constructor(ports: TurnToolsPorts) {
    this.#ports = ports;
    this.#limit = ports.provider.kind === 'openai' ? openaiLimit : undefined;
  }

  for(messages: readonly ModelMessage[]): ToolOffer {
    const { turn, provider, model } = this.#ports;
    const all = turn.tools();
    if (!this.#takesTools)
      return { stepTools: stepTools(turn, provider.kind, { all: [], offered: [] }), tools: {} };
    const budget = toolBudget(turn.toolBudget, model.maxContextWindow);
    const isSearched = budget !== Infinity;
    const { offered, hidden } = chooseTools(this.#guided(all), {
      budget,
      most: this.#limit === undefined ? undefined : this.#limit - ownTools,
      noted: this.#noticed(all),
    });
    const isPartial = hidden.length > 0;
    const step = stepTools(turn, provider.kind, {
      all,
      offered,
      called: (name) => void this.#noted.push(name),
      ...(isPartial && isSearched && { search: (query, names) => this.#search(all, query, names) }),
    });
    const tools = neverNone(step.set, messages, provider.kind);
    if (!isPartial || isSearched) return { stepTools: step, tools };
    return { stepTools: step, tools, notice: this.#limitNotice(all, hidden) };
  }

  /** Searches since the last time, for the chat: it shows them, and later turns know from them what was loaded. */
  takeEvents(): readonly HarnessEvent[] {
    return this.#events.splice(0);
  }

  /** Whether the next try is to offer fewer tools than `sent`, because of this failure; then with a notice if due. */
  adapt(cause: unknown, sent: ToolSet): { readonly notice?: string } | undefined {
    const count = Object.keys(sent).length;
    if (count === 0) return undefined;
    if (refusesTools(cause)) {
      this.#takesTools = false;
      const { name, id } = this.#ports.model;
      return { notice: `${name ?? id} does not take tools, so this answer is made without them.` };
    }
    const limit = toolLimitIn(cause);
    if (limit === undefined || limit >= count) return undefined;
    this.#limit = limit;
    return {};
  }

  /** Tools that the instructions name stay as if they were pinned. */
  #guided(all: readonly HarnessTool[]): readonly HarnessTool[] {
    const { persona, invoked, rules } = this.#ports.turn.guidance();
    const isChosen = persona?.tools !== undefined && !persona.tools.includes('*');
    if (isChosen) return all.map((tool) => ({ ...tool, pinned: true }));
    const texts = [persona?.instructions ?? '', invoked?.text ?? '', ...rules.map(({ text }) => text)];
    const named = new Set(toolsNamedIn(texts.join('\n'), all));
    return named.size === 0
      ? all
      : all.map((tool) => (named.has(tool.name) ? { ...tool, pinned: true } : tool));
  }

  /** The names of tools that the chat has used, found or named, from its beginning to now. */
  #noticed(all: readonly HarnessTool[]): readonly string[] {
    this.#earlier ??= this.#before(all);
    return [...this.#earlier, ...this.#noted];
  }

  #before(all: readonly HarnessTool[]): readonly string[] {
    const { turn } = this.#ports;
    const names = namesForModel(all);
    const inParts = (parts: readonly PastPart[]) =>
      parts.flatMap(namesInPart).map((name) => names.get(name) ?? name);
    return [
      ...turn
        .history()
        .flatMap(({ message, parts }) => [...toolsNamedIn(message.text, all), ...inParts(parts)]),
      ...toolsNamedIn(turn.message.text, all),
      ...inParts(turn.resumes?.parts ?? []),
    ];
  }

  #search(all: readonly HarnessTool[], query: unknown, names: ReadonlyMap<string, string>): ToolOutcome {
    const wireNames = new Map(Array.from(names, ([wireName, name]) => [name, wireName]));
    const { text, tools } = foundTools(all, query, {
      nameOf: ({ name }) => wireNames.get(name) ?? name,
      hint: 'You can call these from your next step on.',
    });
    this.#noted.push(...tools.map(({ name }) => name).toReversed());
    const asked = typeof query === 'string' ? query : '';
    this.#events.push({
      kind: 'call',
      call: {
        id: `loggia-search-${++this.#searches}`,
        name: searchToolName,
        title: `Search tools: ${asked.slice(0, 100)}`,
        input: JSON.stringify({ query: asked }),
        status: 'done',
        content: [{ kind: 'text', text }],
      },
    });
    return { kind: 'done', text };
  }

  #limitNotice(all: readonly HarnessTool[], hidden: readonly HarnessTool[]): string {
    const left = new Map<string, number>();
    for (const { server = 'other sources' } of hidden) left.set(server, (left.get(server) ?? 0) + 1);
    const servers = Array.from(left, ([server, count]) => `${count} of ${server}`);
    const listed = servers.length > 8 ? [...servers.slice(0, 8), `and ${servers.length - 8} more`] : servers;
    return (
      `${this.#ports.provider.facts.label} takes at most ${this.#limit} tools, and this session has ${all.length}. ` +
      `Left out: ${listed.join(', ')}. Turn off servers that you do not need here.`
    );
  }
}

function namesInPart(part: PastPart): string[] {
  if (part.kind !== 'tool') return [];
  if (part.name !== searchToolName) return [part.name];
  return part.outcome.kind === 'done' ? namesFound(part.outcome.text).toReversed() : [];
}
