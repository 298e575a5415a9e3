import { globalEnvironment } from '@loggia/client';
import { useEffect, useState } from 'react';
import { claimClientId } from '../host/client-id.ts';
import { HostProvider } from '../host/host-context.tsx';
import { checkToken, openHost, type ShellHost } from '../host/shell-host.ts';
import { browserPlace, findToken, forgetToken, keepToken } from '../host/token.ts';
import { resumeSignIns } from '../servers/sign-in/resume-sign-ins.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Frame } from './frame.tsx';
import { SignIn } from './sign-in.tsx';

type Stage =
  | { readonly at: 'looking' }
  | { readonly at: 'outside'; readonly problem?: string }
  | { readonly at: 'inside'; readonly host: ShellHost };

const wrongToken = 'The host does not accept this token. Take the newest address that it printed.';

async function enter(token: string | undefined): Promise<Stage> {
  if (token === undefined) return { at: 'outside' };
  const verdict = await checkToken(location.origin, token);
  if (verdict === 'refused') {
    forgetToken(browserPlace());
    return { at: 'outside', problem: wrongToken };
  }
  // A host that does not answer yet may in a moment; the connection keeps trying, and says so.
  const clientId = await claimClientId(globalEnvironment.newId);
  const host = openHost({ origin: location.origin, token, clientId });
  void host.client.connect();
  resumeSignIns(host);
  return { at: 'inside', host };
}

let found: Promise<Stage> | undefined;

/** The way in: finds the token, or asks for it. */
export function Entrance() {
  const [stage, setStage] = useState<Stage>({ at: 'looking' });
  useEffect(() => {
    // Once for the page: what was found in the address is gone from it afterwards.
    found ??= findToken(browserPlace()).then(enter);
    void found.then(setStage);
  }, []);
  if (stage.at === 'looking') return null;
  if (stage.at === 'outside') {
    return (
      <SignIn
        problem={stage.problem}
        onToken={async (token) => {
          keepToken(browserPlace(), token);
          setStage(await enter(token));
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
