/** Something that happened to a channel. Only its reducer looks inside. */
export interface Action {
  readonly type: string;
}

/** The author of an action, in a form that only the host understands. Stored with the entry, never sent. */
export interface Attribution {
  readonly by: string;
}

/** The client that an action came from, the number it gave the action, and the person behind it. */
export interface Origin extends Attribution {
  readonly clientId: string;
  readonly clientSeq: number;
}

export function isFromClient(from: Attribution | undefined): from is Origin {
  return from !== undefined && 'clientId' in from;
}

/** One logged action. */
export interface Entry {
  readonly seq: number;
  readonly channel: string;
  readonly action: Action;
  /** Absent if no client sent it. */
  readonly origin?: Origin | undefined;
  /** The author. Absent if the host acted by itself. */
  readonly by?: string | undefined;
  /** False if the reducer returned the state it was given. */
  readonly changed: boolean;
  /** The envelope as text, made once and used for both the log and the wire. */
  readonly json: string;
  /** Scratch space for transports: one serialized frame per dialect, shared by all subscribers. */
  readonly frames: Map<string, unknown>;
}

export class LoggedEntry implements Entry {
  readonly seq: number;
  readonly channel: string;
  readonly action: Action;
  readonly origin: Origin | undefined;
  readonly by: string | undefined;
  readonly changed: boolean;
  readonly json: string;
  // Most entries reach few transports; a map for each of them would cost more than the entry.
  #frames: Map<string, unknown> | undefined;

  constructor(
    seq: number,
    channel: string,
    action: Action,
    from: Attribution | undefined,
    changed: boolean,
    json: string,
  ) {
    this.seq = seq;
    this.channel = channel;
    this.action = action;
    this.origin = isFromClient(from) ? from : undefined;
    this.by = from?.by;
    this.changed = changed;
    this.json = json;
  }

  get frames(): Map<string, unknown> {
    return (this.#frames ??= new Map());
  }
}

/** The prefix shared by every envelope of a channel: the URI is escaped once instead of on each append. */
export function envelopeStart(uri: string): string {
  return `{"channel":${JSON.stringify(uri)},"action":`;
}

export function envelope(start: string, action: string, seq: number, origin: Origin | undefined): string {
  if (origin === undefined) return `${start}${action},"serverSeq":${seq}}`;
  const from = `{"clientId":${JSON.stringify(origin.clientId)},"clientSeq":${origin.clientSeq}}`;
  return `${start}${action},"serverSeq":${seq},"origin":${from}}`;
}

/** The actions inside envelopes that were read back from the log. */
export function actionsOf(rows: readonly { readonly json: string }[]): Action[] {
  // One parse of many envelopes is a good deal cheaper than many parses of one.
  const envelopes = JSON.parse(`[${rows.map((row) => row.json).join(',')}]`) as { action: Action }[];
  return envelopes.map((row) => row.action);
}
