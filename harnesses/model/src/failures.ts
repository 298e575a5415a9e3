import { APICallError } from 'ai';

/** What a sentence about a provider needs to know of it. */
export interface ProviderFacts {
  readonly label: string;
  readonly baseURL: string;
  readonly isLocal: boolean;
  /** How the user sets the key, such as `Set ANTHROPIC_API_KEY`. */
  readonly howToSetKey: string;
  /** Never to be seen. */
  readonly secrets: readonly string[];
}

/** When the request failed: before the model said anything, or in the middle of it. */
export type Moment = 'before' | 'midway';

const brokeOff = 'The connection to the model broke off before its answer was complete.';

/** The conversation does not fit. */
export function tooLong(model: string): string {
  return (
    `The conversation is longer than what ${model} can take in. ` +
    'Start a new chat, or choose a model with a larger window.'
  );
}

/** What the user reads; that the turn can be resumed is said by the session. */
export function sentenceOf(error: unknown, model: string, facts: ProviderFacts, moment: Moment): string {
  const words = sentence(error, model, facts, moment);
  return scrub(`${words.charAt(0).toUpperCase()}${words.slice(1)}`, facts.secrets);
}

function sentence(error: unknown, model: string, facts: ProviderFacts, moment: Moment): string {
  const { label, baseURL, isLocal, howToSetKey } = facts;
  const said = saidBy(error);
  if (isOverflow(error, said)) return tooLong(model);
  if (isUnreachable(error)) {
    const hint = isLocal ? `is ${label} running?` : 'is this machine online?';
    return `Nothing answers at ${baseURL}; ${hint}`;
  }
  if (
    moment === 'before' &&
    said !== undefined &&
    APICallError.isInstance(error) &&
    error.statusCode === undefined
  ) {
    return `${label} cannot be reached at ${baseURL}: ${ended(said)}`;
  }
  if (said === undefined || isBrokenOff(error)) return brokeOff;
  const status = statusOf(error);
  if (status === 401 || status === 403 || /API key not valid/i.test(said)) {
    return `The key for ${label} is not accepted. ${howToSetKey} to one that is, and restart the host.`;
  }
  if (moment === 'midway' || status === undefined) {
    return `${label} broke off in the middle of the answer: ${ended(said)}`;
  }
  if (status === 404) {
    return `${label} does not know the model "${model}" at ${baseURL}. Choose another one.`;
  }
  if (status === 429) return `${label} takes no more requests for now: ${ended(said)}`;
  if (status >= 500) {
    return `${label} has trouble of its own (${status}): ${ended(said)}`;
  }
  return `${label} did not accept the request: ${ended(said)}`;
}

/** Whether the same request may fare better in a moment. */
export function isRetryable(error: unknown): boolean {
  if (isUnreachable(error)) return false;
  if (error === undefined || isBrokenOff(error)) return true;
  const status = statusOf(error);
  // A limit that only money lifts does not go away by waiting.
  if (APICallError.isInstance(error) && /insufficient_quota|billing/i.test(error.responseBody ?? '')) {
    return false;
  }
  if (status === undefined) return isPassing(error);
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Trouble that a provider reports in its stream, under an ordinary status. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { type, code } = error as { type?: unknown; code?: unknown };
  return [type, code].some(
    (kind) => typeof kind === 'string' && /overloaded|rate_limit|server_error|api_error|timeout/.test(kind),
  );
}

/** Nothing listens there; trying again at once does not change that. */
function isUnreachable(error: unknown): boolean {
  return codesIn(error).some((code) =>
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code),
  );
}

function codesIn(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? errors.flatMap((one) => codesIn(one, depth + 1)) : [];
  return [...(typeof code === 'string' ? [code] : []), ...codesIn(cause, depth + 1), ...inner];
}

/** Failures of which only our own side speaks: the answer began, or could have begun, and there is no more of it. */
function isBrokenOff(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return error instanceof Error;
  const { statusCode } = error;
  return statusCode === undefined || (statusCode >= 200 && statusCode < 300);
}

function statusOf(error: unknown): number | undefined {
  return APICallError.isInstance(error) ? error.statusCode : undefined;
}

/** The provider's own words, if they are fit to be shown. */
function saidBy(error: unknown): string | undefined {
  const words =
    typeof error === 'string'
      ? error
      : typeof error === 'object' && error !== null
        ? (error as { message?: unknown }).message
        : undefined;
  if (typeof words !== 'string') return undefined;
  const line = words.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

const overflow = [
  /prompt is too long/i,
  /context_length_exceeded/,
  /maximum context length/i,
  /exceeds? the (available )?context/i,
  /context window/i,
  /input token count.{0,40}exceeds/i,
  /exceed_context_size/,
];

function isOverflow(error: unknown, said: string | undefined): boolean {
  const status = statusOf(error);
  if (status === 413) return true;
  if (status !== undefined && status !== 400 && status !== 422 && status < 500) return false;
  const body = APICallError.isInstance(error) ? error.responseBody : codesIn(error).join(' ');
  return overflow.some((sign) => sign.test(said ?? '') || sign.test((body ?? '').slice(0, 4_000)));
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function scrub(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}
