import { offerTo, signIn, throughHost, TokenKeeper } from '@loggia/client/oauth';
import type { ShellHost } from '../../host/shell-host.ts';
import { grantPrefix, StoredGrants, StoredRegistrations } from './browser-stores.ts';
import { SignInFlow } from './sign-in-flow.ts';

const flows = new WeakMap<ShellHost, SignInFlow>();

/** The sign-ins of this browser at this host; begun with the first question, and kept for as long as the page lives. */
export function signInsOf(host: ShellHost): SignInFlow {
  const known = flows.get(host);
  if (known) return known;
  const grants = new StoredGrants(localStorage);
  const registrations = new StoredRegistrations(localStorage);
  // The page's policy lets it connect to the host alone.
  const reach = throughHost(host.client);
  const keeper = new TokenKeeper({ grants, registrations, offer: offerTo(host.client), reach });
  const signIns = new SignInFlow({
    keeper,
    grants,
    registrations,
    origin: location.origin,
    channels: host.channels,
    signIn: (request) => signIn({ ...request, reach }),
  });
  flows.set(host, signIns);
  void signIns.start();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(grantPrefix)) void signIns.start();
  });
  return signIns;
}
