import { Agent, fetch as undiciFetch } from 'undici';

/** The provider answered with a redirect, which isn't followed: keys are for the address that was configured. */
export class RedirectRefused extends Error {
  /** Without user, password and query. */
  readonly location: string | undefined;

  constructor(location: string | undefined) {
    super(location === undefined ? 'It redirects elsewhere.' : `It redirects to ${location}.`);
    this.name = 'RedirectRefused';
    this.location = location;
  }
}

// Local models can take many minutes before the first byte, and between two. The turn shows the wait and can be
// cancelled; TCP keep-alive notices a peer that is gone.
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Like `fetch`, without its limit of five minutes. Throws `RedirectRefused`. */
export const patientFetch: typeof fetch = async (url, init) => {
  const address = url instanceof Request ? url.url : url.toString();
  const response = (await undiciFetch(address, {
    ...(init as object),
    redirect: 'manual',
    dispatcher: patient,
  })) as unknown as Response;
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new RedirectRefused(plainAddress(response.headers.get('location'), address));
};

function plainAddress(location: string | null, from: string): string | undefined {
  if (location === null || !URL.canParse(location, from)) return undefined;
  const { origin, pathname } = new URL(location, from);
  return `${origin}${pathname}`;
}
