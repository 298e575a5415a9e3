import type { ShellHost } from '../../host/shell-host.ts';
import { hasGrants } from './browser-stores.ts';

/** Goes on renewing what this browser is signed in to, whichever page is shown. Loads nothing where there is nothing. */
export function resumeSignIns(host: ShellHost): void {
  if (!hasGrants(localStorage)) return;
  void import('./sign-ins.ts').then(({ signInsOf }) => signInsOf(host));
}
