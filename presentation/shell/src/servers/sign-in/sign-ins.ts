import { KnownSignIns, offerTo, signIn, throughHost } from '@loggia/client/oauth';
import type { ShellHost } from '../../host/shell-host.ts';
import { recordPrefix, StoredRecords, StoredRegistrations } from './browser-stores.ts';
import { SignInFlow } from './sign-in-flow.ts';

const flows = new WeakMap<ShellHost, SignInFlow>();

/** The sign-ins of this browser at this host; begun with the first question, and kept for as long as the page lives. */
export function signInsOf(host: ShellHost): SignInFlow {
  const known = flows.get(host);
  if (known) return known;
  // The page's policy lets it connect to the host alone, which keeps the secrets of the sign-in.
  const reach = throughHost(host.client);
  const signIns = new SignInFlow({
    known: new KnownSignIns({ records: new StoredRecords(localStorage), offer: offerTo(host.client) }),
    registrations: new StoredRegistrations(localStorage),
    origin: location.origin,
    signIn: (request) => signIn({ ...request, reach }),
  });
  flows.set(host, signIns);
  void signIns.start();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(recordPrefix)) void signIns.start();
  });
  return signIns;
}
