import type { HarnessTool, HarnessTurn } from '@loggia/sessions/harness';
import {
  agentToolNames,
  chooseTools,
  foundTools,
  searchTool,
  searchToolName,
  toolBudget,
} from '@loggia/sessions/tools';
import { proxyName } from './call-matching.ts';

const callToolName = 'call_tool';
/** Agents put this before the name, and providers take 64 characters in all. */
const longestName = 64 - `mcp__${proxyName}__`.length;
const longestSchema = 12_000;

const callTool: HarnessTool = {
  name: callToolName,
  description: `Calls a tool that ${searchToolName} has found.`,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool.' },
      arguments: { type: 'object', description: 'Its arguments, as its schema says.' },
    },
    required: ['name'],
  },
};

/** A call at the proxy, as the session understands it. */
export type Target =
  | {
      readonly kind: 'tool';
      readonly tool: HarnessTool | undefined;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'search'; readonly query: string; readonly text: string }
  | { readonly kind: 'mistake'; readonly message: string };

/**
 * The session's tools as the proxy lists them. If they are over the budget, the agent gets those that are pinned and a
 * pair of tools for the others, which stays the same: some agents list tools once and never again.
 */
export class ProxyTools {
  readonly #turn: Pick<HarnessTurn, 'tools' | 'toolBudget'>;
  #all: readonly HarnessTool[] = [];
  /** The session's names by those that the agent knows. */
  #names: ReadonlyMap<string, string> = new Map();

  constructor(turn: Pick<HarnessTurn, 'tools' | 'toolBudget'>) {
    this.#turn = turn;
    this.list();
  }

  list(): readonly HarnessTool[] {
    this.#all = this.#turn.tools();
    const taken = [searchToolName, callToolName];
    this.#names = agentToolNames(
      this.#all.map(({ name }) => name),
      { taken, longest: longestName },
    );
    // The window is the agent's own business, and mostly unknown here.
    const budget = toolBudget(this.#turn.toolBudget, undefined);
    const { offered, hidden } = chooseTools(this.#all, { budget, noted: [] });
    const listed = offered.map((tool) => ({ ...tool, name: this.#nameOf(tool) }));
    if (hidden.length === 0) return listed;
    return [searchTool([], `Call them with ${callToolName}.`), callTool, ...listed];
  }

  /** Follows a call to the tool that it means. */
  target(name: string, input: Readonly<Record<string, unknown>>): Target {
    const own = this.#names.get(name);
    if (own !== undefined || (name !== searchToolName && name !== callToolName))
      return { kind: 'tool', name: own ?? name, input, tool: this.#all.find((tool) => tool.name === own) };
    if (name === searchToolName) return this.#search(input['query']);
    const { name: meant, arguments: given = {} } = input;
    const args = typeof given === 'string' ? parsed(given) : given;
    if (typeof meant !== 'string' || !this.#names.has(meant)) {
      const message = `There is no tool named ${JSON.stringify(meant ?? '')}. Find its name with ${searchToolName}.`;
      return { kind: 'mistake', message };
    }
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      return { kind: 'mistake', message: '"arguments" must be an object. Send one.' };
    return this.target(meant, args as Readonly<Record<string, unknown>>);
  }

  #search(query: unknown): Target {
    const { text } = foundTools(this.#all, query, {
      nameOf: (tool) => this.#nameOf(tool),
      more: ({ inputSchema }) => `\n  Arguments: ${schemaText(inputSchema)}`,
      hint: `Call them with ${callToolName}.`,
    });
    return { kind: 'search', query: typeof query === 'string' ? query : '', text };
  }

  #nameOf({ name }: HarnessTool): string {
    for (const [known, own] of this.#names) if (own === name) return known;
    return name;
  }
}

function schemaText(schema: HarnessTool['inputSchema']): string {
  const text = JSON.stringify(schema ?? { type: 'object' });
  return text.length > longestSchema ? `${text.slice(0, longestSchema)}… (cut)` : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
