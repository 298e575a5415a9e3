import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { findHost } from '../../host/find-host.ts';
import { printerFor } from '../../output/printer.ts';
import { openedInBrowser, shellAddress } from '../../sign-in/shell-address.ts';

export const open = defineCommand({
  path: ['open'],
  says: 'Open the shell in a browser, signed in.',
  takes: [],
  options: { 'no-open': { kind: 'switch', says: 'Only print the address' } },
  more: 'The address signs in one browser, once, within five minutes. It holds a ticket, not the token. Where output is not a terminal, the address is printed only with --no-open or --json, so that no log keeps it by accident.',
  examples: [
    ['loggia open', 'Opens the shell, signed in'],
    ['loggia open --no-open', 'Prints an address to open elsewhere'],
  ],
  async run(given, world) {
    const host = await findHost(given.target, world);
    const { address, expiresAt } = await shellAddress(host, world.interrupted);
    const printer = printerFor(world, given.json ? 'programs' : 'people');
    const onlyPrints = given.options['no-open'];
    const opened = !onlyPrints && (await openedInBrowser(world, address));
    printer.document({ address, expiresAt, opened });
    if (onlyPrints || world.out.isTerminal) {
      printer.line(address);
    } else if (opened) {
      printer.sentence('Opened Loggia in the browser.');
    } else if (!given.json) {
      throw new CommandFailed(
        'failed',
        'No browser could be opened here. "loggia open --no-open" prints an address to open elsewhere.',
      );
    }
    return 'done';
  },
});
