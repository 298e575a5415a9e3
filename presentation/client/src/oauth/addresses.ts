import { SignInError } from './sign-in-error.ts';

/** Names of this machine under which plain http cannot be overheard. */
function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === '[::1]' || hostname === 'localhost' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

/** Decides which addresses a server's metadata may send us, and the user, to. */
export type CheckAddress = (address: string | undefined, what: string) => URL;

/**
 * https anywhere; plain http only on this machine, and only for a resource that is on it too: what is elsewhere has no
 * business with the services that run here.
 */
export function addressesFor(resource: string): CheckAddress {
  const local = URL.canParse(resource) && isLoopback(new URL(resource));
  return (address, what) => {
    if (address === undefined || !URL.canParse(address)) {
      throw new SignInError('unsupported', `The authorization server does not say where its ${what} is.`);
    }
    const url = new URL(address);
    if (url.protocol === 'https:' && (local || !isLoopback(url))) return url;
    if (url.protocol === 'http:' && local && isLoopback(url)) return url;
    throw new SignInError(
      'untrusted',
      `The ${what} at ${url.protocol}//${url.host} cannot be used: it must be reached by https, and may be on this machine only if the server is. Ask the server’s operator to correct its metadata.`,
    );
  };
}
