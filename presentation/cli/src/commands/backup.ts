import path from 'node:path';
import { defineCommand } from '../command-line/command.ts';
import { wrongUsage } from '../failure.ts';
import { printableLine } from '../output/printable.ts';
import { visitHost } from './visit.ts';

/** A large host copies for a while; Ctrl-C cancels it. */
const withinMs = 6 * 60 * 60_000;

export const backup = defineCommand({
  path: ['backup'],
  says: 'Copy the data of a running host into a new folder, complete and consistent.',
  takes: ['FOLDER'],
  options: {
    'with-key': {
      kind: 'switch',
      says: 'Include the key that stored secrets are encrypted with. Keep such a copy as safe as the host itself',
    },
  },
  examples: [
    ['loggia backup /backups/loggia-monday', 'While the host is running. The folder must not exist yet'],
    [
      'loggia backup /backups/whole --with-key',
      'With the key, so that stored sign-ins and server settings can be restored',
    ],
  ],
  async run(given, world) {
    const [folder = ''] = given.words;
    return visitHost(given, world, async ({ link, printer }) => {
      const { local } = link.address;
      if (local === undefined && !path.isAbsolute(folder))
        throw wrongUsage('The host is on another machine. Give the full path of a folder there.');
      const directory = local === undefined ? folder : path.resolve(world.workingDirectory, folder);
      const withKey = given.options['with-key'];
      const done = await link.ask('x-loggia/backUp', { directory, withKey }, { timeoutMs: withinMs });
      printer.document(done);
      const size = `${Math.ceil(done.bytes / 2 ** 20)} MiB, ${done.contents} contents`;
      printer.sentence(`Copied to ${printableLine(done.directory)} (${size}).`);
      if (!withKey)
        printer.sentence(
          'It doesn’t contain the key to stored secrets. Back up the file "key" of the data directory separately.',
        );
      if (done.damaged.length === 0) return 'done';
      printer.sentence(
        `${done.damaged.length} stored files are damaged or missing, also in the copy. Everything else is complete. Run "loggia doctor --deep" to see which.`,
      );
      return 'failed';
    });
  },
});
