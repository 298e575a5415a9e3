import { hasStatus, Status, type SessionSummary } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { limitOption, mostOf } from '../limit-option.ts';
import { visitHost } from '../visit.ts';
import { allSessions } from './all-sessions.ts';
import { sessionColumns } from './session-columns.ts';

/** As many as fit a screen; programs get everything. */
const defaultLimit = 20;

export const listSessionsCommand = defineCommand({
  path: ['sessions', 'list'],
  says: 'List the sessions, most recent first.',
  takes: [],
  options: {
    archived: { kind: 'switch', says: 'Include archived sessions' },
    search: {
      kind: 'text',
      value: 'TEXT',
      says: 'Only sessions with this in the title',
      example: '--search invoice',
    },
    ...limitOption(defaultLimit),
  },
  examples: [
    ['loggia sessions list', 'The latest'],
    ['loggia sessions list --search invoice --archived', 'All about invoices'],
  ],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const { archived, search } = given.options;
      const most = mostOf(given, defaultLimit);
      const sessions: SessionSummary[] = [];
      let more = false;
      for await (const session of allSessions(link, search)) {
        if (!archived && hasStatus(session.status, Status.isArchived)) continue;
        more = sessions.length >= most;
        if (more) break;
        sessions.push(session);
      }
      printer.document({ sessions, more });
      if (sessions.length === 0)
        printer.sentence('There are no sessions. Start one with "loggia chat MESSAGE".');
      else printer.table(sessions, sessionColumns(sessions));
      if (more && !given.json) printer.note(`There are more. Show them with --limit or --search.`);
      return 'done';
    }),
});
