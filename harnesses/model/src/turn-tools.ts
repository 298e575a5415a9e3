import type { ModelMessage, ToolSet } from 'ai';
import type { HarnessTool, HarnessTurn } from '@loggia/sessions/harness';
import { refusesTools, toolLimitIn } from './failures.ts';
import type { ModelSettings } from './options.ts';
import type { ModelProvider } from './provider.ts';
import { neverNone, stepTools, type StepTools } from './toolset.ts';

/** OpenAI's own limit; other providers say theirs when they refuse a request. */
const openaiLimit = 128;

export interface ToolOffer {
  readonly stepTools: StepTools;
  readonly tools: ToolSet;
  /** For the user, once in a turn: some tools are left out. */
  readonly notice?: string;
}

export interface TurnToolsPorts {
  readonly turn: HarnessTurn;
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
}

/** The tools that each step of a turn offers, within what the provider and the model take. */
export class TurnTools {
  readonly #ports: TurnToolsPorts;
  #limit: number | undefined;
  #takesTools = true;
  #isSaid = false;

  constructor(ports: TurnToolsPorts) {
    this.#ports = ports;
    this.#limit = ports.provider.kind === 'openai' ? openaiLimit : undefined;
  }

  for(messages: readonly ModelMessage[]): ToolOffer {
    const { turn, provider } = this.#ports;
    if (!this.#takesTools) return { stepTools: stepTools(turn, provider.kind, []), tools: {} };
    const all = turn.tools();
    const chosen = this.#chosen(all, messages);
    const offered = stepTools(turn, provider.kind, chosen);
    const tools = neverNone(offered.set, messages, provider.kind);
    if (chosen.length === all.length || this.#isSaid) return { stepTools: offered, tools };
    this.#isSaid = true;
    return { stepTools: offered, tools, notice: this.#limitNotice(all, chosen) };
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

  /** Tools that were used already come first, then those that the message names, then the others in their order. */
  #chosen(all: readonly HarnessTool[], messages: readonly ModelMessage[]): readonly HarnessTool[] {
    // Leaves room for our own.
    const limit = this.#limit === undefined ? undefined : this.#limit - 1;
    if (limit === undefined || all.length <= limit) return all;
    const used = new Set(messages.flatMap(calledIn));
    const text = this.#ports.turn.message.text.toLowerCase();
    const isNamed = ({ name, server }: HarnessTool) =>
      [name, server ?? ''].some((word) => word.length > 2 && text.includes(word.toLowerCase()));
    const rank = (tool: HarnessTool) => (used.has(tool.name) ? 0 : isNamed(tool) ? 1 : 2);
    const ranked = all.toSorted((one, other) => rank(one) - rank(other));
    const chosen = new Set(ranked.slice(0, limit));
    return all.filter((tool) => chosen.has(tool));
  }

  #limitNotice(all: readonly HarnessTool[], chosen: readonly HarnessTool[]): string {
    const left = new Map<string, number>();
    for (const { server = 'other sources' } of all.filter((tool) => !chosen.includes(tool))) {
      left.set(server, (left.get(server) ?? 0) + 1);
    }
    const servers = Array.from(left, ([server, count]) => `${count} of ${server}`);
    const listed = servers.length > 8 ? [...servers.slice(0, 8), `and ${servers.length - 8} more`] : servers;
    return (
      `${this.#ports.provider.facts.label} takes at most ${this.#limit} tools, and this session has ${all.length}. ` +
      `Left out: ${listed.join(', ')}. Turn off servers that you do not need here.`
    );
  }
}

function calledIn({ role, content }: ModelMessage): string[] {
  if (role !== 'assistant' || typeof content === 'string') return [];
  return content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []));
}
