import { ForeignError } from '@loggia/mcp';
import { errorTable, ProtocolError, type ErrorName } from '@loggia/protocol';
import { toldToClients } from '../../wire/told-to-clients.ts';

/** The HTTP status of each error in the table. */
const statuses: Readonly<Record<ErrorName, number>> = {
  ParseError: 400,
  InvalidRequest: 400,
  MethodNotFound: 404,
  InvalidParams: 400,
  InternalError: 500,
  SessionNotFound: 404,
  ProviderNotFound: 404,
  SessionAlreadyExists: 409,
  TurnInProgress: 409,
  UnsupportedProtocolVersion: 400,
  // Not 401: the missing token isn't for this host.
  AuthRequired: 403,
  NotFound: 404,
  PermissionDenied: 403,
  AlreadyExists: 409,
  Conflict: 409,
  Unavailable: 503,
};

/** A refusal with its own HTTP status. */
export class HttpRefusal extends ProtocolError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    kind: ErrorName,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(kind, message);
    this.status = status;
    this.headers = headers;
  }
}

export type Report = (problem: string, error: unknown) => void;

/** Any error as a response. Internal errors are reported and answered without details. */
export function failed(error: unknown, report: Report): Response {
  const told = toldToClients(error);
  if (told instanceof ForeignError) return body(502, { ...told.toJSON(), kind: 'ForeignError' });
  if (told) return refused(told);
  report('A request failed', error);
  return refused(new ProtocolError('InternalError', errorTable.InternalError.say));
}

export function refused(error: ProtocolError): Response {
  const { code, message, data } = error.toJSON();
  const status = error instanceof HttpRefusal ? error.status : statuses[error.kind];
  const headers = error instanceof HttpRefusal ? error.headers : {};
  return body(status, { code, kind: error.kind, message, ...(data && { data }) }, headers);
}

function body(status: number, error: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers });
}
