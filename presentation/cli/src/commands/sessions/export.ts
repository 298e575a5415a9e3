import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printable, printableJson } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';
import { transcript } from './transcript.ts';
import { wholeSession } from './whole-session.ts';

export const exportSession = defineCommand({
  path: ['sessions', 'export'],
  says: 'Export a session with all its chats as JSON or Markdown.',
  takes: ['ID'],
  options: {
    format: {
      kind: 'text',
      value: 'FORMAT',
      says: 'json (default) or markdown',
      example: '--format markdown',
    },
    output: {
      kind: 'text',
      value: 'FILE',
      says: 'Write it there instead of to standard output; a file that exists is replaced',
      example: '--output session.md',
    },
  },
  examples: [
    ['loggia sessions export 3f2a91c0 > session.json', 'Everything, for a program'],
    ['loggia sessions export 3f2a91c0 --format markdown --output session.md', 'To read'],
  ],
  async run(given, world) {
    const { format = 'json', output } = given.options;
    if (format !== 'json' && format !== 'markdown') {
      throw wrongUsage(`--format cannot be "${format}"; write json or markdown.`);
    }
    return visitHost(given, world, async ({ link, printer }) => {
      const { resource } = await findSession(link, given.words[0] ?? '');
      const whole = await wholeSession(link, resource);
      const document = { session: { resource, ...whole.state }, chats: whole.chats };
      const markdown = (): string => transcript(whole, 'whole');
      if (output === undefined) {
        world.out.write(format === 'json' ? `${printableJson(document, 2)}\n` : printable(markdown()));
        return 'done';
      }
      const file = path.resolve(world.workingDirectory, output);
      const text = format === 'json' ? `${JSON.stringify(document, undefined, 2)}\n` : markdown();
      // What was said in a session is for its owner.
      await writeFile(file, text, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message;
        throw new CommandFailed('failed', `${file} cannot be written (${why}); give another with --output.`);
      });
      printer.document({ exported: resource, file });
      printer.sentence(`Wrote ${file}.`);
      return 'done';
    });
  },
});
