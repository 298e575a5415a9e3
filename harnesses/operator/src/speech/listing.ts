import type { HarnessTool, Skill } from '@loggia/sessions/harness';
import { prefixOf } from '../language/tool-names.ts';
import { byName } from '../language/words.ts';
import { rank } from '../ranking/rank.ts';
import type { Phrases } from '../phrases/english.ts';
import { toServers } from './links.ts';
import { code, listed, plain } from './markdown.ts';
import { described } from './present-call.ts';

const pageSize = 20;

export interface Group {
  readonly name: string;
  readonly tools: readonly HarnessTool[];
}

/** Tools by their server; where nobody tells it, by what stands before `__` in their names. */
function groupsOf(tools: readonly HarnessTool[]): readonly Group[] {
  const groups = new Map<string, HarnessTool[]>();
  for (const tool of tools.toSorted(byName)) {
    const name = tool.server ?? prefixOf(tool.name) ?? '';
    groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  return [...groups].map(([name, members]) => ({ name, tools: members })).toSorted(byName);
}

/** `/tools [words] [page N]`. */
export function listTools(tools: readonly HarnessTool[], rest: string, phrases: Phrases): string {
  const asked = /(?:^|\s)(?:page\s+)?(\d{1,4})$/iu.exec(rest);
  const page = Math.max(1, Number(asked?.[1] ?? 1));
  const words = (asked ? rest.slice(0, asked.index) : rest).trim();
  const found = words === '' ? tools : rank(words, tools).map(({ tool }) => tool);
  if (tools.length === 0) return phrases.noToolsYet(toServers(phrases));
  if (found.length === 0) return phrases.noToolFor(plain(words), tools.length);
  const ordered = words === '' ? groupsOf(found).flatMap((group) => group.tools) : found;
  const shown = ordered.slice((page - 1) * pageSize, page * pageSize);
  if (shown.length === 0) return phrases.onlyPages(Math.ceil(ordered.length / pageSize));
  const more = ordered.length - page * pageSize;
  const next = ['/tools', words, 'page', String(page + 1)].filter(Boolean).join(' ');
  const body = words === '' ? sections(shown, phrases) : listed(shown.map(described));
  return [body, more > 0 ? phrases.moreTools(more, code(next)) : ''].filter(Boolean).join('\n\n');
}

export function listServers(tools: readonly HarnessTool[], phrases: Phrases): string {
  if (tools.length === 0) return phrases.noToolsYet(toServers(phrases));
  const lines = groupsOf(tools).map(({ name, tools: own }) => {
    const names = own.slice(0, 6).map((tool) => code(`/${tool.name}`));
    return `**${plain(name || phrases.otherTools)}** – ${phrases.tools(own.length)}: ${names.join(', ')}${own.length > 6 ? ', …' : ''}`;
  });
  return `${listed(lines)}\n\n${toServers(phrases)}`;
}

export function listSkills(skills: readonly Skill[], { noSkills }: Phrases): string {
  const usable = skills.filter(({ forUser }) => forUser).toSorted(byName);
  if (usable.length === 0) return noSkills;
  return listed(usable.map(({ name, description }) => `${code(`/${name}`)} – ${plain(description)}`));
}

function sections(tools: readonly HarnessTool[], { otherTools }: Phrases): string {
  const groups = groupsOf(tools);
  const isOne = groups.length === 1 && groups[0]?.name === '';
  return groups
    .map(({ name, tools: own }) => {
      const lines = listed(own.map(described));
      return isOne ? lines : `**${plain(name || otherTools)}**\n\n${lines}`;
    })
    .join('\n\n');
}
