import { tell } from '../../ui/toasts.tsx';
import type { SignInFlow } from './sign-in-flow.ts';

/** Signs out and says what came of it. Rejects where the host may still hold the token. */
export async function signOutAndTell(
  signIns: SignInFlow,
  server: string,
  name: string,
  resource?: string,
): Promise<void> {
  const wasHere = signIns.getSnapshot().signedIn.some((one) => one.server === server);
  const { hostTold, revoked } = await signIns.signOut(server, resource);
  if (!hostTold) {
    throw new Error(
      `The token of “${name}” is forgotten here, but the host did not confirm it. Try again, or stop the server.`,
    );
  }
  const rest =
    wasHere && !revoked
      ? ' Its authorization server was not told: there, the token is good until its time is up.'
      : '';
  tell(`You are signed out of “${name}”.${rest}`);
}
