import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { printableLine } from '../../output/printable.ts';
import { sessionOption } from '../session-option.ts';
import { approveReviewed, fingerprintOption } from '../trust/review.ts';
import { findServer, visitHost, type Visit } from '../visit.ts';

export const approveServer = defineCommand({
  path: ['servers', 'approve'],
  says: 'Review a server that is waiting for approval, and let it run.',
  takes: ['NAME'],
  options: { ...sessionOption, ...fingerprintOption },
  more: 'Programs run on this machine with your permissions. An approval covers exactly what was shown; after any change, you are asked again.',
  examples: [
    ['loggia servers approve builder', 'Shows the command and asks'],
    ['loggia servers approve builder --fingerprint k3Jx…', 'For a script that knows what it approves'],
  ],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { session, fingerprint } = given.options;
      const { id, name, source } = await waitingServer(visit, given.words[0] ?? '', session);
      const shown = printableLine(name);
      const question = `Let "${shown}" run on this machine with your permissions?`;
      const review = await approveReviewed(visit, source, { fingerprint, question, json: given.json });
      visit.printer.document({ server: id, review, decision: 'trusted' });
      visit.printer.sentence(`Approved "${shown}".`);
      return 'done';
    }),
});

export const declineServer = defineCommand({
  path: ['servers', 'decline'],
  says: 'Decline a server that is waiting for approval.',
  takes: ['NAME'],
  options: sessionOption,
  examples: [['loggia servers decline builder', 'It stays in the list but can’t start']],
  run: (given, world) =>
    visitHost(given, world, async (visit) => {
      const { id, name, source } = await waitingServer(visit, given.words[0] ?? '', given.options.session);
      await visit.link.ask('x-loggia/setTrust', { source, decision: 'denied' });
      visit.printer.document({ server: id, decision: 'denied' });
      visit.printer.sentence(`Declined "${printableLine(name)}". Nothing starts it.`);
      return 'done';
    }),
});

/** The server, if it has something to decide. */
async function waitingServer(visit: Visit, wanted: string, session: string | undefined) {
  const { id, name, approval } = await findServer(visit, wanted, session);
  if (approval) return { id, name, source: approval.source };
  throw new CommandFailed(
    'failed',
    `"${printableLine(name)}" is not waiting for approval. "loggia servers list" shows its status.`,
  );
}
