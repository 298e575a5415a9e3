import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'oauth4webapi';
import { SignInError, type SignInErrorKind } from './sign-in-error.ts';

/** The error code that an answer of the authorization server carries. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error;
  // RFC 6749 §5.2 answers a client that it does not take with a challenge.
  if (error instanceof WWWAuthenticateChallengeError && error.status === 401) return 'invalid_client';
  return undefined;
}

/** Codes and descriptions are the authorization server's own words: shown, but not at any length. */
function wordsOf(error: unknown): string | undefined {
  const known = error instanceof ResponseBodyError || error instanceof AuthorizationResponseError;
  const words = (known && error.error_description) || codeOf(error);
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  return words?.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 300);
}

/**
 * Says in words what went wrong. The error itself is not passed on: what the library throws carries whole answers,
 * tokens among them.
 */
export function problemOf(error: unknown, doing: string, otherwise: SignInErrorKind): SignInError {
  if (error instanceof SignInError) return error;
  const code = codeOf(error);
  const words = wordsOf(error);
  if (words !== undefined) {
    return new SignInError('refused', `The authorization server refused ${doing}: ${words}`, code);
  }
  const why = error instanceof Error ? ` (${error.message})` : '';
  return new SignInError(otherwise, `${capital(doing)} did not work${why}. Try again later.`);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
