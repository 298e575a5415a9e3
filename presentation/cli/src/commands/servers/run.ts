import { defineCommand, type Command } from '../../command-line/command.ts';
import { printableLine } from '../../output/printable.ts';
import { outcomeOf, reportServer } from '../report-server.ts';
import { sessionOption } from '../session-option.ts';
import { settled } from '../settle.ts';
import { signedIn } from '../signed-in.ts';
import { scopeOf, visitHost } from '../visit.ts';

/** Start and restart: both bring the server up and say how it went. */
function bringsUp(word: 'start' | 'restart', says: string): Command {
  return defineCommand({
    path: ['servers', word],
    says,
    takes: ['NAME'],
    options: sessionOption,
    examples: [[`loggia servers ${word} files`, 'Waits until it is ready, or reports why not']],
    run: (given, world) =>
      visitHost(given, world, async (visit) => {
        const [name = ''] = given.words;
        const { session } = given.options;
        const { server: first } = await signedIn(visit, name, session, () =>
          visit.link.ask(`x-loggia/${word}Server`, { server: name, ...scopeOf(session) }),
        );
        const server = await settled(visit, first, session);
        visit.printer.document({ server });
        reportServer(server, visit.printer);
        return outcomeOf(server);
      }),
  });
}

export const startServer = bringsUp('start', 'Start a server and wait until it is ready.');
export const restartServer = bringsUp('restart', 'Stop a server, start it again and wait until it is ready.');

export const stopServer = defineCommand({
  path: ['servers', 'stop'],
  says: 'Stop a server until it is started again.',
  takes: ['NAME'],
  options: sessionOption,
  examples: [['loggia servers stop files', 'Running calls fail']],
  run: (given, world) =>
    visitHost(given, world, async ({ link, printer }) => {
      const [name = ''] = given.words;
      const scope = scopeOf(given.options.session);
      const { server } = await link.ask('x-loggia/stopServer', { server: name, ...scope });
      printer.document({ server });
      printer.sentence(`Stopped "${printableLine(server.name)}".`);
      return 'done';
    }),
});
