import { offerTo, signIn, throughHost, TokenKeeper } from '@loggia/client/oauth';
import type { ShellHost } from '../../host/shell-host.ts';
import { grantPrefix, StoredGrants, StoredRegistrations } from './browser-stores.ts';
import { SignInDesk } from './sign-in-desk.ts';

const desks = new WeakMap<ShellHost, SignInDesk>();

/** The sign-ins of this browser at this host; begun with the first question, and kept for as long as the page lives. */
export function signInsOf(host: ShellHost): SignInDesk {
  const known = desks.get(host);
  if (known) return known;
  const grants = new StoredGrants(localStorage);
  const registrations = new StoredRegistrations(localStorage);
  // The page's policy lets it connect to the host alone.
  const reach = throughHost(host.client);
  const keeper = new TokenKeeper({ grants, registrations, offer: offerTo(host.client), reach });
  const desk = new SignInDesk({
    keeper,
    grants,
    registrations,
    origin: location.origin,
    channels: host.channels,
    signIn: (request) => signIn({ ...request, reach }),
  });
  desks.set(host, desk);
  void desk.start();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(grantPrefix)) void desk.start();
  });
  return desk;
}
