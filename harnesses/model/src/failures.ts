import { APICallError } from 'ai';
import { RedirectRefused } from './patient-fetch.ts';
import { reasonIn } from './reasons.ts';

/** The facts about a provider that error messages need. */
export interface ProviderFacts {
  readonly label: string;
  readonly baseURL: string;
  readonly isLocal: boolean;
  /** Advice for a missing key, and for one that the provider rejects. */
  readonly setKey: string;
  readonly replaceKey: string;
  /** Must never be shown. */
  readonly secrets: readonly string[];
}

/** When the request failed: before the model said anything, or in the middle of it. */
export type Moment = 'before' | 'midway';

const brokeOff = 'The connection to the model broke off before its answer was complete.';

/** A failed request in words for the user. */
export interface Failure {
  readonly sentence: string;
  /** Advice on what to do before resuming helps; undefined if the same request may fare better later. */
  readonly advice?: string;
}

/** The part that didn't fit into the model's window. */
export type Oversized = 'conversation' | 'tools';

export function tooLong(model: string, what: Oversized): Failure {
  if (what === 'conversation') {
    return {
      sentence: `The conversation is too long for ${model}.`,
      advice: 'Send /compact, start a new chat, or choose a model with a larger window.',
    };
  }
  return {
    sentence: `The tools of this session alone are too long for ${model}.`,
    advice: 'Turn off servers that you do not need here, or choose a model with a larger window.',
  };
}

export interface FailureContext {
  readonly model: string;
  readonly facts: ProviderFacts;
  readonly moment: Moment;
  /** The part to blame if the request didn't fit. */
  readonly oversized?: Oversized;
}

/** The message for the user. The session says whether the turn can be resumed. */
export function failureOf(error: unknown, context: FailureContext): Failure {
  const { sentence, advice } = failure(error, context);
  const { secrets } = context.facts;
  const words = scrub(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, secrets);
  return { sentence: words, ...(advice !== undefined && { advice: scrub(advice, secrets) }) };
}

/** The whole message where nothing is resumed. */
export function sentenceOf(error: unknown, context: FailureContext): string {
  const { sentence, advice } = failureOf(error, context);
  return advice === undefined ? sentence : `${sentence} ${advice}`;
}

function failure(error: unknown, context: FailureContext): Failure {
  const { model, facts, moment, oversized = 'conversation' } = context;
  const { label, baseURL, isLocal, replaceKey } = facts;
  if (error instanceof RedirectRefused) {
    const { location = 'another address' } = error;
    return {
      sentence: `${label} redirects from ${baseURL} to ${location}. Redirects are not followed.`,
      advice: 'If you trust that address, enter it as the base URL.',
    };
  }
  const said = saidBy(error);
  if (isTooLong(error, said)) return tooLong(model, oversized);
  if (isUnreachable(error)) {
    const hint = isLocal ? `is ${label} running?` : 'is this machine online?';
    return { sentence: `Nothing answers at ${baseURL}; ${hint}` };
  }
  if (
    moment === 'before' &&
    said !== undefined &&
    APICallError.isInstance(error) &&
    error.statusCode === undefined
  ) {
    return { sentence: `${label} cannot be reached at ${baseURL}: ${ended(said)}` };
  }
  if (said === undefined || isBrokenOff(error)) return { sentence: brokeOff };
  return answered(error, said, { label, baseURL, model, moment, replaceKey });
}

interface Answered extends Pick<ProviderFacts, 'label' | 'baseURL' | 'replaceKey'> {
  readonly model: string;
  readonly moment: Moment;
}

/** Something came back that isn't an answer. */
function answered(error: unknown, said: string, context: Answered): Failure {
  const { label, baseURL, model, moment, replaceKey } = context;
  const status = statusOf(error);
  if (isOutOfCredit(error, said)) {
    return {
      sentence: `Your account with ${label} has no credit left: ${ended(said)}`,
      advice: 'Add credit there, then resume, or choose another model.',
    };
  }
  if (status === 401 || status === 403 || /API key not valid/i.test(said)) {
    return { sentence: `The key for ${label} is not accepted.`, advice: replaceKey };
  }
  if (moment === 'midway' || status === undefined) {
    return { sentence: `${label} stopped in the middle of the answer: ${ended(said)}` };
  }
  if (status === 404) {
    return {
      sentence: `${label} has no model named "${model}" at ${baseURL}.`,
      advice: 'Choose another one.',
    };
  }
  if (status === 429) return { sentence: `${label} is limiting requests for now: ${ended(said)}` };
  if (status >= 500) return { sentence: `${label} is having problems (${status}): ${ended(said)}` };
  return {
    sentence: `${label} did not accept the request: ${ended(said)}`,
    advice: 'Choose another model, or change the settings of this one, then resume.',
  };
}

/** A limit that only money lifts does not go away by waiting. */
function isOutOfCredit(error: unknown, said = ''): boolean {
  const body = APICallError.isInstance(error) ? (error.responseBody ?? '') : '';
  if (statusOf(error) === 402) return true;
  const words = `${codesIn(error).join(' ')} ${said} ${body.slice(0, 4_000)}`;
  return /insufficient_quota|billing|credit balance|insufficient credits|payment required/i.test(words);
}

/** The model, or the server with its settings, takes no tools. */
export function refusesTools(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined || status < 400 || status > 501 || status === 401 || status === 429) return false;
  const said = saidBy(error) ?? '';
  return (
    /(does ?n.t|does not|do not|cannot|not) (currently )?support(ed)? .{0,20}(tools?|function)/i.test(said) ||
    /(tools?|function).{0,20}( use| calling| choice)? .{0,20}(is|are) ?(not|n.t) (supported|enabled)/i.test(
      said,
    ) ||
    /support tool use/i.test(said) ||
    /tool choice requires/i.test(said)
  );
}

/** The most tools that the provider takes in a request, if that is why it refused one. */
export function toolLimitIn(error: unknown): number | undefined {
  const status = statusOf(error);
  if (status !== 400 && status !== 413 && status !== 422) return undefined;
  const said = saidBy(error) ?? '';
  if (!/tools/i.test(said) || !/too (long|many)|at most|maximum|exceed|limit|up to/i.test(said))
    return undefined;
  const counts = [...said.matchAll(/\b\d{1,4}\b/g)].map(([digits]) => Number(digits));
  const limit = Math.min(...counts.filter((count) => count >= 8));
  return Number.isFinite(limit) ? limit : undefined;
}

/** Whether the same request may fare better in a moment. */
export function isRetryable(error: unknown): boolean {
  if (isUnreachable(error) || error instanceof RedirectRefused || isOutOfCredit(error)) return false;
  if (error === undefined || isBrokenOff(error)) return true;
  const status = statusOf(error);
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
export function isUnreachable(error: unknown): boolean {
  return codesIn(error).some((code) =>
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code),
  );
}

export function codesIn(error: unknown, depth = 0): string[] {
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
  if (APICallError.isInstance(error)) return error.statusCode;
  // An error within the stream may say under which status it would have come.
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'number' && code >= 400 && code <= 599 ? code : undefined;
}

/** The provider's own words, if they are fit to be shown. */
export function saidBy(error: unknown): string | undefined {
  const words = wordsIn(error);
  if (typeof words !== 'string') return undefined;
  const line = words.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function wordsIn(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  // The library knows the body of one shape and takes the status line for the others.
  const reason = APICallError.isInstance(error) ? reasonIn(error.responseBody ?? '') : undefined;
  return reason ?? (error as { message?: unknown }).message;
}

const overflow = [
  /prompt is too long/i,
  /context_length_exceeded/,
  /maximum context length/i,
  /exceeds? the (available )?context/i,
  /context window/i,
  /input token count.{0,40}exceeds/i,
  /exceed_context_size/,
  // LM Studio.
  /context length of only/i,
  /greater than the context length/i,
  // Anthropic, if the answer that it may give doesn't fit behind the prompt.
  /exceeds? context limit/i,
  /input is too long/i,
  /reduce the length of the (messages|prompt|input)/i,
  // TGI.
  /tokens.{0,5} \+ .{0,5}max_new_tokens.{0,5} must be <=/i,
  /must have less than \d+ tokens/i,
];

/** The provider says that the request does not fit into the model's window. */
export function isTooLong(error: unknown, said = saidBy(error)): boolean {
  const status = statusOf(error);
  if (status === 413) return true;
  if (status !== undefined && status !== 400 && status !== 422 && status < 500) return false;
  const body = APICallError.isInstance(error) ? error.responseBody : codesIn(error).join(' ');
  return overflow.some((sign) => sign.test(said ?? '') || sign.test((body ?? '').slice(0, 4_000)));
}

export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function scrub(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}
