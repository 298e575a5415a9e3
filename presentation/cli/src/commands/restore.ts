import path from 'node:path';
import type { RestoreStep } from '@loggia/host/main';
import { defineCommand } from '../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../failure.ts';
import { dataDirectory } from '../host/data-directory.ts';
import { printableLine } from '../output/printable.ts';
import { printerFor, type Printer } from '../output/printer.ts';
import { progressOf, type Progress } from '../output/progress.ts';
import type { World } from '../world.ts';

export const restore = defineCommand({
  path: ['restore'],
  says: 'Replace the data of a stopped host with a backup. The earlier data is kept.',
  takes: ['BACKUP'],
  options: {},
  more: 'Every file of the backup is checked before anything is changed. The earlier data is renamed, never deleted.',
  examples: [
    ['loggia restore /backups/loggia-monday', 'After the host was stopped'],
    [
      'loggia restore /backups/loggia-monday --data ./copy',
      'To another data directory, for example to look at it with "loggia serve --data ./copy"',
    ],
  ],
  async run(given, world) {
    if (given.target.url !== undefined)
      throw wrongUsage('A restore works on the machine of the host, while it is stopped. Leave out --url.');
    const [folder = ''] = given.words;
    const { restoreBackup, RestoreFailed } = await import('@loggia/host/main');
    const shown = shownSteps(world);
    try {
      const done = await restoreBackup({
        backup: path.resolve(world.workingDirectory, folder),
        dataDirectory: dataDirectory(given.target.data, world),
        now: world.now(),
        signal: world.interrupted,
        progress: shown.at,
      }).finally(shown.end);
      const printer = printerFor(world, given.json ? 'programs' : 'people');
      printer.document(done);
      say(done, printer);
      return 'done';
    } catch (error) {
      if (error instanceof RestoreFailed) throw new CommandFailed('failed', error.message, { cause: error });
      throw error;
    }
  },
});

type Done = Awaited<ReturnType<(typeof import('@loggia/host/main'))['restoreBackup']>>;

function say({ directory, at, bytes, contents, damaged, key, previous }: Done, printer: Printer): void {
  const to = printableLine(directory);
  const size = `${Math.ceil(bytes / 2 ** 20)} MiB, ${contents} contents`;
  printer.sentence(`Restored the backup of ${at} to ${to} (${size}). You can start the host now.`);
  if (previous !== undefined)
    printer.sentence(
      `The earlier data is in ${printableLine(previous)}. To go back, stop the host, move ${to} away, and rename that folder to ${to}. Delete it when you don’t need it any more.`,
    );
  if (key === 'kept')
    printer.sentence('The backup doesn’t contain the key to stored secrets, so the earlier key was kept.');
  if (key === 'missing')
    printer.sentence(
      `The backup doesn’t contain the key to stored secrets. Copy your file "key" to ${to} before you start the host. Without it, you have to enter sign-ins and server settings again.`,
    );
  if (damaged.length > 0)
    printer.sentence(
      `${damaged.length} stored files were already damaged or missing when the backup was made. Everything else is complete. Run "loggia doctor --deep" to see which.`,
    );
}

const words: Readonly<Partial<Record<RestoreStep, string>>> = {
  checking: 'Checking the backup',
  copying: 'Copying',
  examining: 'Examining the database',
};

/** One line of progress for each step. */
function shownSteps(world: World): {
  at(step: RestoreStep, bytes: number, total: number): void;
  end(): void;
} {
  let current: RestoreStep | undefined;
  let line: Progress | undefined;
  return {
    at(step, bytes, total) {
      if (step !== current) {
        line?.end();
        line = progressOf(world, words[step] ?? 'Finishing', total);
        current = step;
      }
      line?.at(bytes);
    },
    end: () => line?.end(),
  };
}
