import { CommandFailed } from '../failure.ts';
import type { HostAddress } from '../host/find-host.ts';
import { printableLine } from '../output/printable.ts';
import type { World } from '../world.ts';
import { browserCommand, hasBrowser } from './open-browser.ts';

/** An address of the shell that signs in one browser, once, and then leads to a place in the shell. */
export async function shellAddress(
  host: HostAddress,
  interrupted: AbortSignal,
  place: readonly string[] = [],
): Promise<{ readonly address: string; readonly expiresAt: string }> {
  const { ticket, expiresAt } = await ticketFor(host, interrupted);
  const to =
    place.length === 0 ? '' : `&to=${encodeURIComponent(`/${place.map(encodeURIComponent).join('/')}`)}`;
  return { address: `${host.http}/#ticket=${ticket}${to}`, expiresAt };
}

/** False where this machine has no browser to show it in. */
export async function openedInBrowser(world: World, address: string): Promise<boolean> {
  if (!hasBrowser(world)) return false;
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
      `No host answers at ${http}. Start it with "loggia serve", or check --url.`,
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
