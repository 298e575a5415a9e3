import type { HarnessTool } from '../harness.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Around a definition: its keys, and what a provider writes around it. */
const tokensAround = 12;
const defaultShare = 0.1;
const mostByDefault = 20_000;
const windowByDefault = 128_000;
/** The tool that was noted last can take this many times the budget: without it the agent gets no further. */
const overBudget = 4;

/** The tokens that the definitions of tools may take before an agent has to search for them. */
export function toolBudget(setting: number | 'off' | undefined, window: number | undefined): number {
  if (setting === 'off') return Infinity;
  if (setting !== undefined) return setting;
  return Math.min(mostByDefault, Math.round((window ?? windowByDefault) * defaultShare));
}

const known = new WeakMap<object, number>();

/** About how many tokens a tool takes in every request. */
export function toolTokens({ name, title, description, inputSchema }: HarnessTool): number {
  return tokensAround + estimateTokens(`${name} ${description ?? title ?? ''}`) + schemaTokens(inputSchema);
}

function schemaTokens(schema: HarnessTool['inputSchema']): number {
  if (!schema) return 0;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const tokens = estimateTokens(JSON.stringify(schema));
  known.set(schema, tokens);
  return tokens;
}

export interface ToolChoiceLimits {
  readonly budget: number;
  /** How many tools a request may have; undefined if that doesn't matter. */
  readonly most?: number | undefined;
  /** Names of tools that the chat used, loaded or named, in the order in which it did; the same name can recur. */
  readonly noted: readonly string[];
}

export interface ToolChoice {
  /** In an order that changes as little as possible, because providers cache what stays the same. */
  readonly offered: readonly HarnessTool[];
  /** Those that have to be searched for. */
  readonly hidden: readonly HarnessTool[];
}

/**
 * All tools if they fit. Otherwise those that are pinned, and of those that the chat has noted as many as fit, the last
 * ones first. Pinned tools stay even if they alone are over the budget, but not over `most`. If only `most` is in the
 * way, other tools take the places that are left.
 */
export function chooseTools(
  tools: readonly HarnessTool[],
  { budget, most = Infinity, noted }: ToolChoiceLimits,
): ToolChoice {
  const total = tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
  if (total <= budget && tools.length <= most) return { offered: tools, hidden: [] };
  const pinned = tools.filter((tool) => tool.pinned).slice(0, most);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const kept = new Set(pinned.map(({ name }) => name));
  let left = budget - pinned.reduce((sum, tool) => sum + toolTokens(tool), 0);
  let hasLast = false;
  // If only the number matters, places that are left go to the first tools.
  const fits = total <= budget;
  const wanted = fits ? [...tools.map(({ name }) => name).toReversed(), ...noted] : noted;
  for (const name of wanted.toReversed()) {
    const tool = byName.get(name);
    if (!tool || kept.has(name) || kept.size >= most) continue;
    const tokens = toolTokens(tool);
    const isFit = tokens <= left || (!hasLast && tokens <= budget * overBudget);
    hasLast = true;
    if (!isFit) continue;
    left -= tokens;
    kept.add(name);
  }
  const hidden = tools.filter(({ name }) => !kept.has(name));
  if (fits) return { offered: tools.filter(({ name }) => kept.has(name)), hidden };
  const loaded = [...new Set(noted)].flatMap((name) => {
    const tool = byName.get(name);
    return tool && kept.has(name) && !tool.pinned ? [tool] : [];
  });
  return { offered: [...pinned, ...loaded], hidden };
}

/** The tools that a text names. A name that is also an ordinary word has to stand in backticks. */
export function toolsNamedIn(text: string, tools: readonly HarnessTool[]): string[] {
  const words = new Set(text.match(/[\p{L}\p{N}_-]+/gu));
  const quoted = new Set(Array.from(text.matchAll(/`([^`\n]{1,100})`/g), ([, inside]) => inside));
  const isName = (name: string) => /[_\d-]|\p{Ll}\p{Lu}/u.test(name);
  return tools.flatMap(({ name }) => (quoted.has(name) || (isName(name) && words.has(name)) ? [name] : []));
}
