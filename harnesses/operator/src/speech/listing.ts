import type { HarnessTool, Skill } from '@loggia/sessions/harness';
import { prefixOf } from '../language/tool-names.ts';
import { byName } from '../language/words.ts';
import { rank } from '../ranking/rank.ts';
import { code, counted, listed, plain } from './markdown.ts';
import { described } from './present-call.ts';

const pageSize = 20;

export interface Group {
  readonly name: string;
  readonly tools: readonly HarnessTool[];
}

/** Tools by their server; where nobody tells it, by what stands before `__` in their names. */
export function groupsOf(tools: readonly HarnessTool[]): readonly Group[] {
  const groups = new Map<string, HarnessTool[]>();
  for (const tool of tools.toSorted(byName)) {
    const name = tool.server ?? prefixOf(tool.name) ?? '';
    groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  return [...groups].map(([name, members]) => ({ name, tools: members })).toSorted(byName);
}

/** `/tools [words] [page N]`. */
export function listTools(tools: readonly HarnessTool[], rest: string): string {
  const asked = /(?:^|\s)(?:page\s+)?(\d{1,4})$/iu.exec(rest);
  const page = Math.max(1, Number(asked?.[1] ?? 1));
  const words = (asked ? rest.slice(0, asked.index) : rest).trim();
  const found = words === '' ? tools : rank(words, tools).map(({ tool }) => tool);
  if (tools.length === 0) return noTools;
  if (found.length === 0)
    return `No tool has anything to do with “${plain(words)}”. \`/tools\` lists all ${tools.length}.`;
  const ordered = words === '' ? groupsOf(found).flatMap((group) => group.tools) : found;
  const shown = ordered.slice((page - 1) * pageSize, page * pageSize);
  if (shown.length === 0) return `There are only ${Math.ceil(ordered.length / pageSize)} pages of tools.`;
  const more = ordered.length - page * pageSize;
  const next = ['/tools', words, 'page', String(page + 1)].filter(Boolean).join(' ');
  const body = words === '' ? sections(shown) : listed(shown.map(described));
  return [body, more > 0 ? `There are ${more} more: ${code(next)} shows the next ones.` : '']
    .filter(Boolean)
    .join('\n\n');
}

export function listServers(tools: readonly HarnessTool[]): string {
  if (tools.length === 0) return noTools;
  const lines = groupsOf(tools).map(({ name, tools: own }) => {
    const names = own.slice(0, 6).map((tool) => code(`/${tool.name}`));
    return `**${plain(titleOf(name))}** – ${counted(own.length, 'tool')}: ${names.join(', ')}${own.length > 6 ? ', …' : ''}`;
  });
  return `${listed(lines)}\n\n${howToAdd}`;
}

export function listSkills(skills: readonly Skill[]): string {
  const usable = skills.filter(({ forUser }) => forUser).toSorted(byName);
  if (usable.length === 0) return 'There are no skills in this session. Plugins bring them.';
  return listed(usable.map(({ name, description }) => `${code(`/${name}`)} – ${plain(description)}`));
}

export function titleOf(group: string): string {
  return group === '' ? 'Other tools' : group;
}

export const howToAdd =
  'Add a server with `loggia servers add NAME -- COMMAND` or `loggia servers add NAME --url URL`.';

export const noTools = `No tools are on offer in this session yet. ${howToAdd}`;

function sections(tools: readonly HarnessTool[]): string {
  const groups = groupsOf(tools);
  const isOne = groups.length === 1 && groups[0]?.name === '';
  return groups
    .map(({ name, tools: own }) => {
      const lines = listed(own.map(described));
      return isOne ? lines : `**${plain(titleOf(name))}**\n\n${lines}`;
    })
    .join('\n\n');
}
