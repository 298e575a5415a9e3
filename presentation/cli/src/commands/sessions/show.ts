import { wholeSession } from '@loggia/client';
import { defineCommand } from '../../command-line/command.ts';
import { printable } from '../../output/printable.ts';
import { visitHost } from '../visit.ts';
import { findSession } from './all-sessions.ts';
import { transcript } from './transcript.ts';

export const showSession = defineCommand({
  path: ['sessions', 'show'],
  says: 'Show the messages of a session.',
  takes: ['ID'],
  options: {},
  more: 'ID is a URI, or a unique start or end of an id. With --json, prints the full state of the session and its chats.',
  examples: [
    ['loggia sessions show 3f2a91c0', 'As "loggia sessions list" shows it'],
    ['loggia sessions show 3f2a91c0 --json', 'Everything, for a program'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { resource } = await findSession(link, given.words[0] ?? '');
      const whole = await wholeSession(link.client, resource);
      printer.document({ session: { resource, ...whole.state }, chats: whole.chats });
      printer.line(printable(transcript(whole, 'short')).trimEnd());
      return 'done';
    }),
});
