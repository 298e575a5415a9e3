import { defineCommand, type Command } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { sourceUri } from './source-uri.ts';

export const listTrust = defineCommand({
  path: ['trust', 'list'],
  says: 'Show which folders and plugins you have decided about.',
  takes: [],
  options: {},
  examples: [['loggia trust list', 'Your decisions']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { sources } = await link.ask('x-loggia/listTrust', {});
      printer.document({ sources });
      if (sources.length === 0) {
        printer.sentence(
          'Nothing has been decided. "loggia trust add SOURCE" lets the servers of a folder run.',
        );
        return 'done';
      }
      printer.table(sources, [
        { title: 'source', cell: ({ source }) => source },
        { title: 'decision', cell: ({ decision }) => decision, whole: true },
        { title: 'when', cell: ({ at }) => at },
      ]);
      return 'done';
    }),
});

interface Decision {
  readonly word: 'add' | 'deny' | 'forget';
  readonly decision: 'trusted' | 'denied' | 'undecided';
  readonly says: string;
  readonly done: (source: string) => string;
  readonly example: string;
}

function decides({ word, decision, says, done, example }: Decision): Command {
  return defineCommand({
    path: ['trust', word],
    says,
    takes: ['SOURCE'],
    options: {},
    more: 'SOURCE is a folder, or the URI of a folder or plugin. What is trusted may run programs on this machine as you.',
    examples: [[`loggia trust ${word} .`, example]],
    run: (given, world) =>
      visitHost(given, world, async ({ link, printer }) => {
        const source = sourceUri(given.words[0] ?? '', world);
        await link.ask('x-loggia/setTrust', { source, decision });
        printer.document({ source, decision });
        printer.sentence(done(printableLine(source)));
        return 'done';
      }),
  });
}

export const addTrust = decides({
  word: 'add',
  decision: 'trusted',
  says: 'Let the servers of a folder or plugin run.',
  done: (source) => `${source} is trusted: its servers may run.`,
  example: 'The folder you are in',
});

export const denyTrust = decides({
  word: 'deny',
  decision: 'denied',
  says: 'Let nothing of a folder or plugin run, and stop asking.',
  done: (source) => `${source} is denied: nothing of it runs.`,
  example: 'The folder you are in',
});

export const forgetTrust = decides({
  word: 'forget',
  decision: 'undecided',
  says: 'Take back what you decided about a folder or plugin.',
  done: (source) => `${source} is undecided again: nothing of it runs until you trust it.`,
  example: 'The folder you are in',
});
