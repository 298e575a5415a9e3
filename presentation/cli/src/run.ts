import { findCommand } from './command-line/find-command.ts';
import { helpOf, helpOfAll, helpOfGroup } from './command-line/help.ts';
import { parseGiven } from './command-line/parse.ts';
import { catalog, groups } from './commands/catalog.ts';
import { type ExitCode, exitCodes } from './failure.ts';
import { failureOf } from './host/failures.ts';
import { printable, printableJson } from './output/printable.ts';
import type { World } from './world.ts';

/** Runs what the line says; 'host' means that the line is for the host's own command. */
export async function run(argv: readonly string[], world: World): Promise<ExitCode | 'host'> {
  try {
    const found = findCommand(argv, catalog, Object.keys(groups));
    if (found.kind === 'host') return 'host';
    if (found.kind === 'help') {
      world.out.write(helpOfWhat(found.group));
      return exitCodes.done;
    }
    const { command } = found;
    const given = parseGiven(command, found.rest);
    if (given === 'help') {
      world.out.write(helpOf(command));
      return exitCodes.done;
    }
    return exitCodes[await command.run(given, world)];
  } catch (error) {
    const failure = failureOf(error, world.interrupted);
    const message = failure === undefined ? defect(error) : printable(failure.message);
    const exitCode = exitCodes[failure?.outcome ?? 'failed'];
    world.complaints.write(`loggia: ${message}\n`);
    if (argv.includes('--json')) world.out.write(`${printableJson({ error: { message, exitCode } }, 2)}\n`);
    return exitCode;
  }
}

function helpOfWhat(group: string | undefined): string {
  if (group === undefined) return helpOfAll(groups);
  const commands = catalog.filter(({ path }) => path[0] === group);
  return helpOfGroup(group, groups[group] ?? '', commands);
}

/** For an unexpected error, only the stack helps. */
function defect(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  // An error of the system, such as a full disk, isn't a bug.
  if (error instanceof Error && typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
    return printable(`${error.message}. Check the path, its owner and the free disk space.`);
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return printable(`This is a bug in Loggia. Please report it with the text below.\n${stack}`);
}
