import type { HarnessTool } from '../harness.ts';
import { searchTools } from './search-tools.ts';

const mostFound = 6;
const mostServers = 40;
const longestDescription = 300;

/** The name of the tool by which an agent finds others. */
export const searchToolName = 'search_tools';

/**
 * The tool by which an agent finds those that it isn't given. `how` says how it then calls them. Give it all
 * tools, so that it stays the same while some are loaded, or none, so that it stays the same whatever there is.
 */
export function searchTool(tools: readonly HarnessTool[], how: string): HarnessTool {
  return {
    name: searchToolName,
    description: [
      `Finds tools by what they do. ${how}`,
      "You are shown only some of the tools, so search before you say that something can't be done.",
      ...(tools.length > 0 ? [`There are tools of ${serversOf(tools)}.`] : []),
    ].join(' '),
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'A few words on what the tool should do, or the name of a tool or server.',
        },
      },
      required: ['query'],
    },
    readOnly: true,
  };
}

export interface FoundTools {
  /** For the agent. */
  readonly text: string;
  /** The best match first. */
  readonly tools: readonly HarnessTool[];
}

/** The answer to a search. `nameOf` is the name by which the agent knows a tool, `more` what else to tell of it. */
export function foundTools(
  tools: readonly HarnessTool[],
  query: unknown,
  { nameOf, more, hint }: FoundToolsText,
): FoundTools {
  const asked = typeof query === 'string' ? query : '';
  const found = searchTools(tools, asked);
  const shown = found.slice(0, mostFound);
  if (shown.length === 0) {
    const text = `No tool matches ${JSON.stringify(asked.slice(0, 200))}. Use other words. There are tools of ${serversOf(tools)}.`;
    return { text, tools: [] };
  }
  const lines = shown.map((tool) => `${lineOf(tool, nameOf(tool))}${more?.(tool) ?? ''}`);
  const left = found.length - shown.length;
  const others = left > 0 ? [`${left} more match. Search for more words to find them.`] : [];
  return { text: [...lines, '', hint, ...others].join('\n'), tools: shown };
}

export interface FoundToolsText {
  nameOf(tool: HarnessTool): string;
  more?(tool: HarnessTool): string;
  /** How to go on. */
  readonly hint: string;
}

/** The names that an answer to a search lists, the best match first. */
export function namesFound(text: string): string[] {
  return Array.from(text.matchAll(/^- ([\w-]+)(?= \(|:|$)/gm), ([, name]) => name ?? '');
}

function lineOf({ server, title, description }: HarnessTool, name: string): string {
  const about = line(description ?? title ?? '', longestDescription);
  const from = server === undefined ? '' : ` (${line(server, 80)})`;
  return `- ${name}${from}${about === '' ? '' : `: ${about}`}`;
}

function serversOf(tools: readonly HarnessTool[]): string {
  const counts = new Map<string, number>();
  for (const { server = 'other sources' } of tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  const named = Array.from(counts, ([server, count]) => `${line(server, 80)} (${count})`);
  const left = named.length - mostServers;
  return [...named.slice(0, mostServers), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

/** Servers write the texts: one line, so that none can pretend to be another entry. */
function line(text: string, longest: number): string {
  const plain = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest).trimEnd()}…` : plain;
}
