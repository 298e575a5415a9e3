import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionDocument, wholeSession, type SessionDocument } from '@loggia/client';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { printable, printableJson } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';
import { transcript } from './transcript.ts';

export const exportSession = defineCommand({
  path: ['sessions', 'export'],
  says: 'Export a session with all its chats: as JSON, with attached files, or as Markdown.',
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
      says: 'Write to this file instead of standard output, replacing it if it exists',
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
      throw wrongUsage(`--format cannot be "${format}". Write json or markdown.`);
    }
    return visitHost(given, world, async ({ link, printer }) => {
      const { resource } = await findSession(link, given.words[0] ?? '');
      const whole = await wholeSession(link.client, resource);
      const document = (): Promise<SessionDocument> =>
        sessionDocument(link.client, whole, (at) => bytesAt(new URL(at, link.address.http)));
      const markdown = (): string => transcript(whole, 'whole');
      if (output === undefined) {
        world.out.write(
          format === 'json' ? `${printableJson(await document(), 2)}\n` : printable(markdown()),
        );
        return 'done';
      }
      const file = path.resolve(world.workingDirectory, output);
      const text = format === 'json' ? `${JSON.stringify(await document(), undefined, 2)}\n` : markdown();
      // The conversation is private to its owner.
      await writeFile(file, text, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message;
        throw new CommandFailed('failed', `${file} cannot be written (${why}). Give another with --output.`);
      });
      printer.document({ exported: resource, file });
      printer.sentence(`Wrote ${file}.`);
      return 'done';
    });
  },
});

async function bytesAt(address: URL): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The host answered with ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}
