import { defineCommand, type Command } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { approveReviewed, fingerprintOption, printReview } from './review.ts';
import { sourceUri } from './source-uri.ts';

const sourceWords =
  'SOURCE is a folder, or the URI of a folder or plugin. A trusted source can run programs on this machine with your permissions.';

export const listTrust = defineCommand({
  path: ['trust', 'list'],
  says: 'List your trust decisions.',
  takes: [],
  options: {},
  examples: [['loggia trust list', 'Your decisions']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { sources } = await link.ask('x-loggia/listTrust', {});
      printer.document({ sources });
      if (sources.length === 0) {
        printer.sentence('No decisions yet. "loggia trust add SOURCE" lets the servers of a folder run.');
        return 'done';
      }
      printer.table(sources, [
        { title: 'source', cell: ({ source, name }) => (name === undefined ? source : `server ${name}`) },
        { title: 'decision', cell: ({ decision }) => decision, whole: true },
        { title: 'when', cell: ({ at }) => at },
      ]);
      return 'done';
    }),
});

interface Decision {
  readonly word: 'deny' | 'forget';
  readonly decision: 'denied' | 'undecided';
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
    more: sourceWords,
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

export const addTrust = defineCommand({
  path: ['trust', 'add'],
  says: 'Review what a folder or plugin would run, and trust it.',
  takes: ['SOURCE'],
  options: fingerprintOption,
  more: `${sourceWords} Trust covers exactly what was shown. Anything new or changed later doesn’t run until you decide again.`,
  examples: [
    ['loggia trust add .', 'The current folder. Shows what it would run, and asks'],
    ['loggia trust add . --fingerprint k3Jx…', 'For a script that knows what it trusts'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const source = sourceUri(given.words[0] ?? '', world);
      const { fingerprint } = given.options;
      const question = 'Trust it to run this on this machine with your permissions?';
      const review = await approveReviewed(visit, source, { fingerprint, question, json: given.json });
      visit.printer.document({ source, decision: 'trusted', review });
      visit.printer.sentence(`${printableLine(source)} is trusted as it is now: its servers may run.`);
      return 'done';
    }),
});

export const reviewTrust = defineCommand({
  path: ['trust', 'review'],
  says: 'Show what a folder or plugin would run, and what has changed since you trusted it.',
  takes: ['SOURCE'],
  options: {},
  more: sourceWords,
  examples: [['loggia trust review .', 'The current folder']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const source = sourceUri(given.words[0] ?? '', world);
      const { review } = await link.ask('x-loggia/reviewTrust', { source });
      printer.document({ review });
      printReview(review, printer);
      return 'done';
    }),
});

export const denyTrust = decides({
  word: 'deny',
  decision: 'denied',
  says: 'Deny a folder or plugin: nothing in it runs.',
  done: (source) => `${source} is denied: nothing in it runs.`,
  example: 'The current folder',
});

export const forgetTrust = decides({
  word: 'forget',
  decision: 'undecided',
  says: 'Remove your decision about a folder or plugin.',
  done: (source) => `${source} is undecided again: nothing in it runs until you trust it.`,
  example: 'The current folder',
});
