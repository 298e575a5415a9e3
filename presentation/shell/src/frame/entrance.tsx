import { globalEnvironment } from '@loggia/client';
import { useEffect, useState } from 'react';
import { reportShown } from '../arrangement/report-shown.ts';
import { browserPlace, findKey, forgetKey, signIn, type FoundKey } from '../host/browser-key.ts';
import { claimClientId } from '../host/client-id.ts';
import { HostProvider } from '../host/host-context.tsx';
import { checkKey, openHost, type ShellHost } from '../host/shell-host.ts';
import { unsavedWork } from '../host/unsaved-work.ts';
import { warnBeforeLeaving } from '../host/warn-before-leaving.ts';
import { forgetFormerSecrets } from '../servers/sign-in/browser-stores.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from './frame.tsx';
import { SignIn } from './sign-in.tsx';

type Stage =
  | { readonly at: 'looking' }
  | { readonly at: 'outside'; readonly problem?: string }
  | { readonly at: 'inside'; readonly host: ShellHost };

const problems = {
  refused:
    'This address or token was not accepted. An address works once, within five minutes: run “loggia open” for a new one.',
  unreachable: 'The host isn’t answering. Check that it is running, then try again.',
  signedOut: 'This browser was signed out. Run “loggia open” to sign in again.',
} as const;

async function enter({ key, entry }: FoundKey): Promise<Stage> {
  if (key === undefined) {
    return entry === 'refused' || entry === 'unreachable'
      ? { at: 'outside', problem: problems[entry] }
      : { at: 'outside' };
  }
  if ((await checkKey(location.origin, key)) === 'refused') {
    forgetKey(browserPlace());
    return { at: 'outside', problem: entry === 'refused' ? problems.refused : problems.signedOut };
  }
  // A host that does not answer yet may in a moment; the connection keeps trying, and says so.
  const clientId = await claimClientId(globalEnvironment.newId);
  const host = openHost({ origin: location.origin, key, clientId });
  void host.client.connect();
  warnBeforeLeaving(window, unsavedWork, host.client.status);
  reportShown(host);
  forgetFormerSecrets(localStorage);
  return { at: 'inside', host };
}

let found: Promise<Stage> | undefined;

/** The way in: finds the key of this browser, or asks for something that buys one. */
export function Entrance() {
  const [stage, setStage] = useState<Stage>({ at: 'looking' });
  useEffect(() => {
    // Once for the page, because the entry is removed from the address afterwards.
    found ??= findKey(browserPlace()).then(enter);
    void found.then(setStage);
  }, []);
  if (stage.at === 'looking') return null;
  if (stage.at === 'outside') {
    return (
      <SignIn
        problem={stage.problem}
        onEntry={async (entry) => {
          const signedIn = await signIn(browserPlace(), entry);
          const key = signedIn.outcome === 'accepted' ? signedIn.key : undefined;
          setStage(await enter({ key, entry: signedIn.outcome }));
        }}
      />
    );
  }
  return (
    <HostProvider host={stage.host}>
      <ErrorBoundary what="The shell">
        <Frame />
      </ErrorBoundary>
    </HostProvider>
  );
}
