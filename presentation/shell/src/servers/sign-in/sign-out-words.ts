import { tell } from '../../ui/toast-queue.ts';
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
      `The token of “${name}” was removed here, but the host didn’t confirm it. Try again, or stop the server.`,
    );
  }
  const rest =
    wasHere && !revoked
      ? ' Its authorization server could not be told, so the token stays valid there until it expires.'
      : '';
  tell(`You are signed out of “${name}”.${rest}`);
}
