import type { ModelProviderReport } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';

export const listModels = defineCommand({
  path: ['models', 'list'],
  says: 'List the model providers, and others that can be connected.',
  takes: [],
  options: {},
  examples: [
    ['loggia models list', 'Providers, their models and where each comes from'],
    ['loggia models list --json', 'The same for a program'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { providers, offers } = await link.ask('x-loggia/listModelProviders', {});
      printer.document({ providers, offers });
      printer.table(providers, [
        { title: 'id', cell: ({ provider }) => provider, whole: true },
        { title: 'name', cell: ({ name }) => name },
        { title: 'default model', cell: ({ defaultModel = '' }) => defaultModel },
        {
          title: 'models',
          cell: ({ models }) => (models.length === 0 ? '' : String(models.length)),
          whole: true,
        },
        { title: 'source', cell: sourceWords },
        { title: '', cell: ({ isDefault }) => (isDefault ? 'new sessions' : ''), whole: true },
      ]);
      for (const { label, found } of offers) {
        if (!found) continue;
        printer.line();
        printer.sentence(
          `${printableLine(label)} is running at ${printableLine(found.baseURL)}. "loggia models add ollama" connects it.`,
        );
      }
      if (providers.every(({ models }) => models.length === 0)) {
        printer.line();
        printer.sentence(
          `No model is connected. Connect one with "loggia models add KIND": ${kinds(offers)}.`,
        );
      }
      return 'done';
    }),
});

function sourceWords({ source, baseURL }: ModelProviderReport): string {
  const from = {
    connected: 'connected',
    agent: 'agent',
    builtIn: 'built in',
    environment: 'environment',
    file: 'file',
  };
  const kind = (from as Readonly<Record<string, string>>)[source.kind] ?? source.kind;
  const where = source.name ?? baseURL;
  return where === undefined ? kind : `${kind} (${where})`;
}

function kinds(offers: readonly { readonly id: string }[]): string {
  return offers.map(({ id }) => id).join(', ');
}
