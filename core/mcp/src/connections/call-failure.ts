import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { ServerTransport } from '../definition.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import { plainText } from './plain-text.ts';
import { StartFailure } from './start-failure.ts';
import { AnswerTooLarge } from './traffic/answer-too-large.ts';
import { isGone, networkCodeOf, shownAddress, unreachableReason } from './unreachable.ts';

const methodNotFound = -32_601;
const longestMessage = 2000;

/** A sign-in request, wherever the SDK has put it. */
export function authNeededIn(error: unknown): AuthNeeded | undefined {
  return causes(error).find((cause) => cause instanceof AuthNeeded);
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next);
  return found;
}

/** Why the connection as a whole failed, as a sentence; undefined if only this request failed. */
export function lineFailure(error: unknown, transport: ServerTransport): string | undefined {
  if (transport.kind === 'stdio') return undefined;
  const code = networkCodeOf(error);
  return code !== undefined && isGone(code) ? unreachableReason(transport.url, code) : undefined;
}

/** The server no longer knows our session: it was restarted, or the session expired. */
export function isSessionLost(error: unknown, sessionId: string | undefined): boolean {
  if (sessionId === undefined || !(error instanceof SdkHttpError)) return false;
  const { status, text } = error.data;
  return status === 404 || (status === 400 && typeof text === 'string' && /session/i.test(text));
}

/** Any error of one request, as our callers expect it. `ended` is why the connection is down, if it is. */
export function callFailure(
  error: unknown,
  transport: ServerTransport,
  ended: string | undefined,
): ServerFailure | AuthNeeded {
  const auth = authNeededIn(error);
  if (auth !== undefined) return auth;
  if (error instanceof ServerFailure) return error;
  if (error instanceof ProtocolError) {
    const message = plainText(error.message, longestMessage);
    return new ServerFailure('refused', message, { code: error.code, data: error.data, cause: error });
  }
  if (ended !== undefined) return new ServerFailure('unavailable', ended, { cause: error });
  if (error instanceof SdkError && error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion)
    return new ServerFailure('refused', error.message, { code: methodNotFound, cause: error });
  // The SDK's message lists every rule that the answer breaks, over pages.
  if (error instanceof SdkError && isBadAnswer(error.code))
    return new ServerFailure('refused', 'The server gave an answer that MCP does not allow.', {
      cause: error,
    });
  return new ServerFailure('unavailable', httpReason(error, transport), { cause: error });
}

/** Any error of a start, as a sentence. */
export function startFailure(error: unknown, transport: ServerTransport): StartFailure | AuthNeeded {
  const auth = authNeededIn(error);
  if (auth !== undefined) return auth;
  if (error instanceof StartFailure) return error;
  if (error instanceof ProtocolError)
    return new StartFailure(
      `The server refused the connection: ${plainText(error.message, longestMessage)}`,
      {
        lasting: true,
        cause: error,
      },
    );
  return new StartFailure(httpReason(error, transport), { lasting: isDefinite(error), cause: error });
}

function isBadAnswer(code: SdkErrorCode): boolean {
  return (
    code === SdkErrorCode.InvalidResult ||
    code === SdkErrorCode.UnsupportedResultType ||
    code === SdkErrorCode.InputRequiredRoundsExceeded
  );
}

/** The server is reachable and refuses; retrying doesn't help. */
function isDefinite(error: unknown): boolean {
  const status = error instanceof SdkHttpError ? error.data.status : undefined;
  return status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429;
}

function httpReason(error: unknown, transport: ServerTransport): string {
  const tooLarge = causes(error).find((cause) => cause instanceof AnswerTooLarge);
  if (tooLarge !== undefined) return tooLarge.message;
  const detail = plainText(error instanceof Error ? error.message : String(error), longestMessage);
  if (transport.kind === 'stdio') return detail;
  const code = networkCodeOf(error);
  if (code !== undefined) return unreachableReason(transport.url, code);
  const shown = shownAddress(transport.url);
  const redirect = /Redirect to (\S+) not followed/.exec(detail)?.[1];
  if (redirect !== undefined)
    return `${shown} redirects to ${shownAddress(redirect)}. Use that address if it is the server you mean.`;
  const status = statusOf(error, detail);
  if (status !== undefined) return statusReason(shown, status, detail);
  if (isNoAnswerOfMcp(error, detail))
    return `${shown} answers, but not as an MCP server. Check the address, such as the path at its end.`;
  return `${shown} did not work: ${detail}`;
}

function statusOf(error: unknown, detail: string): number | undefined {
  if (error instanceof SdkHttpError) return error.data.status;
  const said = /Non-200 status code \((\d{3})\)/.exec(detail)?.[1];
  return said === undefined ? undefined : Number(said);
}

function statusReason(shown: string, status: number, detail: string): string {
  if (status === 404 || status === 405)
    return `There is no MCP server at ${shown} (HTTP ${status}). Check the address, such as the path at its end.`;
  if (status === 403)
    return `${shown} refuses access (HTTP 403). Check what the server lets you do, and the headers that are sent.`;
  if (status >= 500)
    return `${shown} reports an error of its own (HTTP ${status}). Try again, or ask its operator.`;
  return `${shown} answered with HTTP ${status}: ${detail.slice(0, 300)}`;
}

/** Something answers that isn't an MCP server: a page, other JSON, nothing. */
function isNoAnswerOfMcp(error: unknown, detail: string): boolean {
  const isUnusable = /unusable reply|Unexpected content type|Invalid content type|Server sent HTTP 204/.test(
    detail,
  );
  return isUnusable || causes(error).some(({ name }) => name === 'ZodError' || name === '$ZodError');
}
