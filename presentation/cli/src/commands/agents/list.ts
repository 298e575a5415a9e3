import type { AgentReport } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';

export const listAgents = defineCommand({
  path: ['agents', 'list'],
  says: 'List the agents of the host, and what is wrong with them.',
  takes: [],
  options: {},
  examples: [
    ['loggia agents list', 'Agents, and where each comes from'],
    ['loggia agents list --json', 'The same for a program'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { agents } = await link.ask('x-loggia/listAgents', {});
      printer.document({ agents });
      printer.table(agents, [
        { title: 'id', cell: ({ agent }) => agent, whole: true },
        { title: 'name', cell: ({ name }) => name },
        { title: 'source', cell: sourceWords },
        { title: 'state', cell: stateWords, whole: true },
        { title: '', cell: ({ isDefault }) => (isDefault ? 'new sessions' : ''), whole: true },
      ]);
      for (const { name, problem } of agents)
        if (problem !== undefined) printer.sentence(printableLine(`${name}: ${problem}`));
      return 'done';
    }),
});

function stateWords({ state }: AgentReport): string {
  const words: Readonly<Record<string, string>> = {
    ready: 'ready',
    untested: 'not tested',
    missing: 'not installed',
    signedOut: 'not signed in',
    failing: 'failing',
  };
  return words[state] ?? state;
}

function sourceWords({ source, command = [], variables = [] }: AgentReport): string {
  const from = {
    added: 'added',
    models: 'models',
    builtIn: 'built in',
    environment: 'environment',
    file: 'file',
  };
  const kind = (from as Readonly<Record<string, string>>)[source.kind] ?? source.kind;
  const details = [
    ...(source.name === undefined ? [] : [source.name]),
    ...(command.length === 0 ? [] : [command.join(' ')]),
    ...(variables.length === 0 ? [] : [`with ${variables.join(', ')}`]),
  ];
  return details.length === 0 ? kind : `${kind} (${details.join(' ')})`;
}
