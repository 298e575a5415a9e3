import { tell } from '../../ui/toast-queue.ts';
import type { SignInFlow } from './sign-in-flow.ts';

export const unrevokedWords =
  'Its authorization server didn’t revoke the token, which stays valid there until it expires.';

/** Signs out and says what came of it. Rejects where the host may still hold the token. */
export async function signOutAndTell(
  signIns: SignInFlow,
  server: string,
  name: string,
  resource?: string,
): Promise<void> {
  const { hostTold, unrevoked } = await signIns.signOut(server, resource);
  if (!hostTold) {
    throw new Error(
      `The token of “${name}” was removed here, but the host didn’t confirm it. Try again, or stop the server.`,
    );
  }
  const rest = unrevoked ? ` ${unrevokedWords}` : '';
  tell(`You are signed out of “${name}”.${rest}`);
}
