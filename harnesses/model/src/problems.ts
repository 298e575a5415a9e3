import { APICallError } from 'ai';
import { codesIn, ended, isUnreachable, saidBy, scrub, type ProviderFacts } from './failures.ts';
import { ListFailure } from './list-models.ts';
import { RedirectRefused } from './patient-fetch.ts';

type ProblemKind =
  | 'noKey'
  | 'badKey'
  | 'noCredit'
  | 'rateLimit'
  | 'unknownModel'
  | 'noModel'
  | 'unreachable'
  | 'wrongAddress'
  | 'tls'
  | 'timeout'
  | 'trouble'
  | 'refused';

/** A problem with a provider's setup, for the person who sets it up. */
export interface ProviderProblem {
  readonly kind: ProblemKind;
  /** A sentence on what happened. */
  readonly message: string;
  /** A sentence on what to do. */
  readonly advice: string;
}

export interface Asked extends Pick<ProviderFacts, 'label' | 'baseURL' | 'secrets'> {
  /** The model that was called; undefined where the list was read. */
  readonly model?: string | undefined;
  readonly hasKey: boolean;
}

/** The key and header values never show in it, whatever the provider says. */
export function problemOf(error: unknown, asked: Asked): ProviderProblem {
  const { kind, message, advice } = problem(error, asked);
  const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return { kind, message: scrub(said, asked.secrets), advice: scrub(advice, asked.secrets) };
}

const tlsCode =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH)/;
const timeoutCode = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/;

function problem(error: unknown, asked: Asked): ProviderProblem {
  const { label, baseURL } = asked;
  const isLocal = isNearby(new URL(baseURL).hostname);
  if (error instanceof RedirectRefused) {
    return {
      kind: 'wrongAddress',
      message: `${label} redirects from ${baseURL} to ${error.location ?? 'another address'}. Redirects are not followed.`,
      advice: 'If you trust that address, enter it instead.',
    };
  }
  const codes = codesIn(error);
  const tls = codes.find((code) => tlsCode.test(code));
  if (tls !== undefined) return { kind: 'tls', ...certificateWords(tls, baseURL) };
  if (isTimeout(error) || codes.some((code) => timeoutCode.test(code))) {
    return {
      kind: 'timeout',
      message: `${label} at ${baseURL} did not answer in time.`,
      advice: isLocal
        ? 'Local models can take a while to load. Try again in a moment.'
        : 'Check the address and the network, then try again.',
    };
  }
  if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN')) {
    return {
      kind: 'unreachable',
      message: `The name "${new URL(baseURL).hostname}" could not be found.`,
      advice: 'Check the spelling of the address, and whether this machine is online.',
    };
  }
  if (isUnreachable(error) || codes.includes('ECONNRESET')) {
    return {
      kind: 'unreachable',
      message: `Nothing answers at ${baseURL}.`,
      advice: isLocal
        ? `Start ${label === 'the model server' ? 'the server' : label}, or correct the address.`
        : 'Check the address, and whether this machine is online.',
    };
  }
  if (codes.includes('UND_ERR_SOCKET')) {
    return {
      kind: 'wrongAddress',
      message: `The server at ${baseURL} closed the connection without an answer.`,
      advice: baseURL.startsWith('http:')
        ? 'Check the port, and whether the address has to begin with https://.'
        : 'Check the address and the port.',
    };
  }
  return answered(error, asked);
}

function certificateWords(code: string, baseURL: string): Pick<ProviderProblem, 'message' | 'advice'> {
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code)) {
    return {
      message: `The certificate of ${baseURL} isn't trusted on this machine (${code}).`,
      advice:
        'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer and restart the host, or use a server with a trusted certificate.',
    };
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return {
      message: `The certificate of ${baseURL} ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : "isn't valid yet"}.`,
      advice: 'Renew it on the server, or correct the clock of this machine.',
    };
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
    return {
      message: `The certificate of ${baseURL} was made for another name.`,
      advice: 'Use the name that the certificate is for.',
    };
  }
  return {
    message: `No secure connection to ${baseURL} could be made (${code}).`,
    advice: 'Use http:// if the server speaks plain HTTP, or correct its TLS settings.',
  };
}

/** On this machine or in this network. */
function isNearby(host: string): boolean {
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|localhost$|\[::1\]$)|\.(local|lan|internal)$/.test(
    host,
  );
}

/** Something came back, though not what was asked for. */
function answered(error: unknown, asked: Asked): ProviderProblem {
  const { label, baseURL, model } = asked;
  const status = statusOf(error);
  const body = bodyOf(error).slice(0, 4_000);
  const said = saidBy(error) ?? 'It gave no reason.';
  if (
    status === 401 ||
    status === 403 ||
    /API key not valid|invalid.{0,10}api.?key/i.test(`${said} ${body}`)
  ) {
    return keyProblem(asked, status === 403 ? said : undefined);
  }
  if (
    status === 402 ||
    /insufficient_quota|billing|credit balance|payment required/i.test(`${said} ${body}`)
  ) {
    return {
      kind: 'noCredit',
      message: `${label} accepts the key, but the account has no credit left: ${ended(said)}`,
      advice: `Add credit to your account with ${label}, or choose another provider.`,
    };
  }
  if (status === 429) {
    return {
      kind: 'rateLimit',
      message: `${label} accepts the key, but is limiting requests for now: ${ended(said)}`,
      advice: 'Wait a moment, then test again.',
    };
  }
  if (status === 404 && model !== undefined && /model/i.test(body)) return unknownModel(asked, model);
  if (status === undefined || status < 400 || status === 404 || status === 405) {
    return {
      kind: 'wrongAddress',
      message: `Something answers at ${baseURL}, but not like ${label}.`,
      advice: 'Check the address. Most end in /v1.',
    };
  }
  if (status >= 500) {
    return {
      kind: 'trouble',
      message: `${label} is having problems (${status}): ${ended(said)}`,
      advice: 'Try again later.',
    };
  }
  if (
    model !== undefined &&
    /model.{0,60}(not (found|exist|supported)|does ?n.t exist|unknown|invalid)/i.test(said)
  ) {
    return unknownModel(asked, model);
  }
  return {
    kind: 'refused',
    message: `${label} did not accept the request: ${ended(said)}`,
    advice: 'Check the model and the headers.',
  };
}

function keyProblem({ label, hasKey }: Asked, said: string | undefined): ProviderProblem {
  if (!hasKey) {
    return {
      kind: 'noKey',
      message: `${label} needs a key.`,
      advice: 'Enter a key from your account there.',
    };
  }
  return {
    kind: 'badKey',
    message: `${label} does not accept this key${said === undefined ? '.' : `: ${ended(said)}`}`,
    advice: 'Check that it is complete and still valid, or make a new one.',
  };
}

function unknownModel({ label }: Asked, model: string): ProviderProblem {
  return {
    kind: 'unknownModel',
    message: `${label} has no model named "${model}".`,
    advice: 'Choose another one, or correct its name.',
  };
}

function isTimeout(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  return name === 'TimeoutError' || isTimeout(cause, depth + 1);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ListFailure) return error.status;
  return APICallError.isInstance(error) ? error.statusCode : undefined;
}

function bodyOf(error: unknown): string {
  if (error instanceof ListFailure) return error.body;
  return APICallError.isInstance(error) ? (error.responseBody ?? '') : '';
}
