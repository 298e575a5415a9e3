import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { findHost, type HostAddress } from '../../host/find-host.ts';
import { printableLine } from '../../output/printable.ts';
import { printerFor } from '../../output/printer.ts';
import { browserCommand, hasBrowser } from '../../sign-in/open-browser.ts';
import type { World } from '../../world.ts';

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
    const { ticket, expiresAt } = await ticketFor(host, world.interrupted);
    const address = `${host.http}/#ticket=${ticket}`;
    const printer = printerFor(world, given.json ? 'programs' : 'people');
    const onlyPrints = given.options['no-open'];
    const opened = !onlyPrints && hasBrowser(world) && (await launched(world, address));
    printer.document({ address, expiresAt, opened });
    if (onlyPrints || world.out.isTerminal) {
      printer.line(address);
    } else if (opened) {
      printer.sentence('Opened Loggia in the browser.');
    } else if (!given.json) {
      throw new CommandFailed(
        'failed',
        'There is no browser to open here; "loggia open --no-open" prints an address to open elsewhere.',
      );
    }
    return 'done';
  },
});

function launched(world: World, address: string): Promise<boolean> {
  const [command, ...args] = browserCommand(world.platform, address);
  return world.launch(command, args);
}

async function ticketFor(
  { http, token }: HostAddress,
  interrupted: AbortSignal,
): Promise<{ readonly ticket: string; readonly expiresAt: string }> {
  const answer = await fetch(`${http}/ticket`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.any([interrupted, AbortSignal.timeout(10_000)]),
    headers: { ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ for: 'browser' }),
  }).catch((error: unknown) => {
    throw new CommandFailed(
      'noHost',
      `No host answers at ${http}; start it with "loggia serve", or check --url.`,
      {
        cause: error,
      },
    );
  });
  const body = (await answer.json().catch(() => undefined)) as
    | {
        readonly ticket?: unknown;
        readonly expiresAt?: unknown;
        readonly error?: { readonly message?: unknown };
      }
    | undefined;
  const { ticket, expiresAt, error } = body ?? {};
  if (answer.ok && typeof ticket === 'string' && /^[\w-]+$/.test(ticket) && typeof expiresAt === 'string') {
    return { ticket, expiresAt };
  }
  const why =
    typeof error?.message === 'string' ? printableLine(error.message) : `it answered ${answer.status}.`;
  throw new CommandFailed('failed', `The host at ${http} can't sign in a browser: ${why}`);
}
