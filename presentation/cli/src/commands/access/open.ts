import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed } from '../../failure.ts';
import { findHost, type HostAddress } from '../../host/find-host.ts';
import { printableLine } from '../../output/printable.ts';
import { printerFor } from '../../output/printer.ts';
import { browserCommand, hasBrowser } from '../../sign-in/open-browser.ts';

export const open = defineCommand({
  path: ['open'],
  says: 'Open the host in a browser that is not signed in yet, and print the address.',
  takes: [],
  options: { 'no-open': { kind: 'switch', says: 'Only print the address' } },
  more: 'The address signs in one browser, once, within five minutes. It holds a ticket, not the token.',
  examples: [
    ['loggia open', 'Opens the shell, signed in'],
    ['loggia open --no-open', 'Prints an address to open elsewhere'],
  ],
  async run(given, world) {
    const host = await findHost(given.target, world);
    const { ticket, expiresAt } = await ticketFor(host, world.interrupted);
    const address = `${host.http}/#ticket=${ticket}`;
    const printer = printerFor(world, given.json ? 'programs' : 'people');
    printer.document({ address, expiresAt });
    printer.line(address);
    if (!given.options['no-open'] && hasBrowser(world)) {
      const [command, ...args] = browserCommand(world.platform, address);
      await world.launch(command, args);
    }
    return 'done';
  },
});

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
  throw new CommandFailed('failed', `The host at ${http} gives no ticket: ${why}`);
}
