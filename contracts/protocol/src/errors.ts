/**
 * All errors on the wire, in one table. `say` tells the reader what to do next. Codes from −32000 down to −32099 that
 * AHP hasn't taken are ours and marked so.
 */
export const errorTable = {
  ParseError: { code: -32700, say: 'Send one JSON-RPC 2.0 message as valid JSON in each text frame.' },
  InvalidRequest: {
    code: -32600,
    say: 'Send a JSON-RPC 2.0 object with "method"; start with initialize or reconnect.',
  },
  MethodNotFound: { code: -32601, say: 'Use a method that this host supports for this channel.' },
  InvalidParams: { code: -32602, say: 'Correct the parameters that the message names.' },
  InternalError: { code: -32603, say: "Try again; if it persists, check the host's log." },
  SessionNotFound: { code: -32001, say: 'List the sessions again; this one does not exist or was deleted.' },
  ProviderNotFound: { code: -32002, say: 'Choose a provider that the root state lists under "agents".' },
  SessionAlreadyExists: { code: -32003, say: 'Choose a new URI for the session.' },
  TurnInProgress: { code: -32004, say: 'Wait for the turn to end, cancel it, or queue the message.' },
  UnsupportedProtocolVersion: { code: -32005, say: 'Offer one of the versions in "supportedVersions".' },
  AuthRequired: { code: -32007, say: 'Sign in to the resources named in the error, then try again.' },
  NotFound: { code: -32008, say: 'Check the URI; nothing exists there.' },
  PermissionDenied: {
    code: -32009,
    say: 'Choose a path inside a granted root, or add the folder to "roots" in the configuration of the host.',
  },
  AlreadyExists: { code: -32010, say: 'Choose another name, or leave out createOnly or failIfExists.' },
  Conflict: { code: -32011, say: 'Read the current state and repeat the change on it.' },
  /** Ours. */
  Unavailable: {
    code: -32050,
    say: 'Try again in a moment; the host is starting, stopping, or cannot write to its disk.',
  },
} as const satisfies Record<string, { code: number; say: string }>;

export type ErrorName = keyof typeof errorTable;

/** The only error that may cross the wire; anything else becomes InternalError at the edge. */
export class ProtocolError extends Error {
  readonly kind: ErrorName;
  readonly code: number;
  readonly data: Record<string, unknown> | undefined;

  constructor(kind: ErrorName, message: string, data?: Record<string, unknown>) {
    super(message);
    this.name = 'ProtocolError';
    this.kind = kind;
    this.code = errorTable[kind].code;
    this.data = data;
  }

  toJSON(): { code: number; message: string; data?: Record<string, unknown> } {
    return { code: this.code, message: this.message, ...(this.data && { data: this.data }) };
  }
}

const nameOfCode: ReadonlyMap<number, ErrorName> = new Map(
  Object.entries(errorTable).map(([name, { code }]) => [code, name as ErrorName]),
);

export function errorNameOf(code: number): ErrorName | undefined {
  return nameOfCode.get(code);
}
