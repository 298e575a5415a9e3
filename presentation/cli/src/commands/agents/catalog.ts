import type { AgentCatalogEntry } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import type { Printer } from '../../output/printer.ts';
import { visitHost } from '../visit.ts';
import { findEntry } from './find-entry.ts';

export const listAgentCatalog = defineCommand({
  path: ['agents', 'catalog'],
  says: 'List the agents that can be added by name, or show one of them.',
  takes: ['[NAME]'],
  options: {},
  more: 'The host reads the catalog that comes with Loggia, and those that "agentCatalogs" in its configuration names.',
  examples: [
    ['loggia agents catalog', 'Agents, their licenses, and whether they are installed'],
    ['loggia agents catalog gemini', 'What would run, and the keys that it takes'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { link, printer } = visit;
      const [wanted] = given.words;
      if (wanted !== undefined) {
        const entry = await findEntry(visit, wanted);
        printer.document({ agent: entry });
        sayEntry(entry, printer);
        return 'done';
      }
      const { agents, problems } = await link.ask('x-loggia/listAgentCatalog', {});
      printer.document({ agents, problems });
      printer.table(agents, [
        { title: 'id', cell: ({ id }) => id, whole: true },
        { title: 'name', cell: ({ name }) => name },
        { title: 'version', cell: ({ version = '' }) => version },
        { title: 'license', cell: ({ license = '' }) => license },
        { title: 'here', cell: hereWords },
      ]);
      for (const problem of problems) printer.note(problem);
      return 'done';
    }),
});

function hereWords({ isInstalled, settings, problem, node }: AgentCatalogEntry): string {
  if (!settings) return 'must be installed first';
  if (problem !== undefined && node !== undefined) return `needs Node ${node}`;
  return isInstalled ? 'installed' : 'downloaded by npx';
}

function sayEntry(entry: AgentCatalogEntry, printer: Printer): void {
  const { name, version, license, description, website, settings, keys, problem } = entry;
  const facts = [version, license].filter((fact) => fact !== undefined).join(', ');
  printer.sentence(printableLine(`${name}${facts === '' ? '' : ` (${facts})`}`));
  if (description !== undefined) printer.sentence(printableLine(description));
  if (website !== undefined) printer.sentence(printableLine(website));
  if (settings)
    printer.sentence(printableLine(`Runs: ${[settings.command, ...(settings.args ?? [])].join(' ')}`));
  for (const key of keys)
    printer.sentence(
      printableLine(`Variable ${key.name}${key.description === undefined ? '' : `: ${key.description}`}`),
    );
  if (problem !== undefined) printer.sentence(printableLine(problem));
}
