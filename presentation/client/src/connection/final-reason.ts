import type { ErrorName } from '@loggia/protocol';
import { Disconnected, HostError } from '../errors.ts';
import { TransportRefused, type TransportClose } from '../transport/transport.ts';
import type { Closed } from './status.ts';

/**
 * Close codes of the host that another attempt cannot mend; all others are tried again. Where the host refuses before
 * there is a WebSocket, browsers do not tell us why: to be understood there, it has to accept and close with 4401 or
 * 4403.
 */
export const closeCodes = {
  superseded: 4001,
  unsupportedVersion: 4005,
  unauthorized: 4401,
  refused: 4403,
} as const satisfies Partial<Record<Closed['why'], number>>;

/** RFC 6455: the peer violates a policy. Hosts without codes of their own use it to turn somebody away. */
const policyViolation = 1008;

const sentences: Readonly<Record<keyof typeof closeCodes, string>> = {
  unauthorized: 'The host does not accept the token. Sign in again.',
  refused: 'The host refused this client.',
  superseded: 'Another connection has taken over the id of this client.',
  unsupportedVersion: 'The host supports none of the protocol versions of this client. Update Loggia.',
};

/** Errors of `initialize` that a retry would only get again. */
const finalAnswers: Partial<Record<ErrorName, keyof typeof closeCodes>> = {
  UnsupportedProtocolVersion: 'unsupportedVersion',
  AuthRequired: 'unauthorized',
  PermissionDenied: 'refused',
  InvalidParams: 'refused',
  MethodNotFound: 'refused',
};

/** Why retrying is pointless; undefined when it isn't. */
export function finalReason(failure: unknown): Closed | undefined {
  if (failure instanceof TransportRefused) return { why: failure.why, message: failure.message };
  if (failure instanceof Disconnected) return reasonOfClose(failure.close);
  if (failure instanceof UnknownVersion) return { why: 'unsupportedVersion', message: failure.message };
  if (!(failure instanceof HostError)) return undefined;
  const why = failure.kind && finalAnswers[failure.kind];
  if (why === undefined) return undefined;
  const supportedVersions = versionsIn(failure.data);
  return { why, message: failure.message, ...(supportedVersions && { supportedVersions }) };
}

/** The host chose a version that was not offered or that this client can't read. */
export class UnknownVersion extends Error {
  constructor(version: string) {
    super(`The host chose version ${version}, which this client does not speak.`);
    this.name = 'UnknownVersion';
  }
}

function reasonOfClose({ code = 0, reason }: TransportClose): Closed | undefined {
  const names = Object.keys(closeCodes) as (keyof typeof closeCodes)[];
  const why = code === policyViolation ? 'refused' : names.find((name) => closeCodes[name] === code);
  return why && { why, message: reason || sentences[why] };
}

function versionsIn(data: unknown): string[] | undefined {
  const versions = (data as { supportedVersions?: unknown } | undefined)?.supportedVersions;
  if (!Array.isArray(versions)) return undefined;
  return versions.filter((version): version is string => typeof version === 'string');
}
