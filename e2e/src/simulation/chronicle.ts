import type { Action, AnyChannelKind, Batch, LogRow, SnapshotWrite } from '@loggia/kernel';
import { kinds } from '@loggia/sessions';

interface Life {
  readonly uri: string;
  readonly kind: AnyChannelKind;
  readonly from: number;
  until: number;
  readonly rows: LogRow[];
  /** One for its creation and one for each row. */
  readonly states: { readonly seq: number; readonly state: unknown }[];
}

export interface LivingChannel {
  readonly uri: string;
  readonly kind: string;
  readonly state: unknown;
}

type LoggedAction = Action & Readonly<Record<string, unknown>>;

interface Envelope {
  readonly channel: string;
  readonly action: LoggedAction;
  readonly serverSeq: number;
  readonly origin?: { readonly clientId: string; readonly clientSeq: number };
}

/**
 * Everything that ever became durable, from the first commit on: no snapshot replaces anything here, and nothing is
 * trimmed. Host and clients are held against it.
 */
export class Chronicle {
  readonly #kinds = new Map(kinds.map((kind) => [kind.name, kind]));
  readonly #lives = new Map<string, Life[]>();
  readonly #rows = new Map<number, LogRow>();
  readonly #origins = new Map<string, number>();
  readonly #logged: (action: LoggedAction, byClient: boolean) => void;

  constructor(logged: (action: LoggedAction, byClient: boolean) => void) {
    this.#logged = logged;
  }

  record(batch: Batch): void {
    for (const uri of batch.removed) {
      const life = this.#living(uri);
      // Numbers that are reserved count, too: the life after it tells where it really ended.
      if (life) life.until = batch.lastSeq;
    }
    for (const { uri, kind, createdSeq } of batch.created) {
      const first = batch.snapshots.find(({ channel, seq }) => channel === uri && seq === createdSeq);
      const behavior = this.#kinds.get(kind);
      if (!first || !behavior) throw new Error(`${uri} was created without a state or of an unknown kind.`);
      const lives = this.#lives.get(uri) ?? [];
      const states = [{ seq: createdSeq, state: joined(behavior, first) }];
      const until = Infinity;
      this.#lives.set(uri, [...lives, { uri, kind: behavior, from: createdSeq, until, rows: [], states }]);
    }
    for (const row of batch.entries) this.#append(row);
  }

  /** The channels that exist, with all that ever happened to them folded into their first state. */
  living(): LivingChannel[] {
    return [...this.#lives.keys()].flatMap((uri) => {
      const life = this.#living(uri);
      return life ? [{ uri, kind: life.kind.name, state: life.states.at(-1)?.state }] : [];
    });
  }

  stateOf(uri: string): unknown {
    return this.#living(uri)?.states.at(-1)?.state;
  }

  /** The state of the channel that had this URI at that sequence number. */
  stateAt(uri: string, seq: number): unknown {
    const life = this.#lives.get(uri)?.findLast(({ from, until }) => from <= seq && seq <= until);
    return life?.states.findLast((entry) => entry.seq <= seq)?.state;
  }

  /** How often an action of a client is in the log. */
  timesLogged({ clientId, clientSeq }: { clientId: string; clientSeq: number }): number {
    return this.#origins.get(`${clientId}#${clientSeq}`) ?? 0;
  }

  /**
   * Whether an envelope that a client received is a row of the log, or several rows of streamed text merged into one.
   * Actions on a channel in the commit that removed it have no row left.
   */
  holds(envelope: Envelope): 'row' | 'merged' | 'removed' | undefined {
    const row = this.#rows.get(envelope.serverSeq);
    if (!row) return this.#wasRemovedAt(envelope.channel, envelope.serverSeq) ? 'removed' : undefined;
    if (row.json === JSON.stringify(envelope)) return 'row';
    return this.#isMerged(envelope) ? 'merged' : undefined;
  }

  wasRemoved(uri: string): boolean {
    return this.#lives.get(uri)?.some(({ until }) => until < Infinity) ?? false;
  }

  #wasRemovedAt(uri: string, seq: number): boolean {
    return (
      this.#lives.get(uri)?.some(({ from, until }) => from < seq && seq <= until && until < Infinity) ?? false
    );
  }

  #isMerged({ channel, action, serverSeq }: Envelope): boolean {
    if (action.type !== 'chat/delta' && action.type !== 'chat/reasoning') return false;
    const rows = this.#lives
      .get(channel)
      ?.findLast((life) => life.from <= serverSeq && serverSeq <= life.until)?.rows;
    let content = '';
    for (let at = rows?.findIndex((row) => row.seq === serverSeq) ?? -1; at >= 0; at--) {
      const { action: logged } = JSON.parse(rows?.[at]?.json ?? '') as Envelope;
      content = `${logged['content'] as string}${content}`;
      const samePart = logged.type === action.type && logged['partId'] === action['partId'];
      if (!samePart || content.length > (action['content'] as string).length) return false;
      if (content === action['content']) return true;
    }
    return false;
  }

  #living(uri: string): Life | undefined {
    const life = this.#lives.get(uri)?.at(-1);
    return life?.until === Infinity ? life : undefined;
  }

  #append(row: LogRow): void {
    const life = this.#living(row.channel);
    if (!life) throw new Error(`${row.seq} was logged for ${row.channel}, which does not exist.`);
    if (this.#rows.has(row.seq)) throw new Error(`The number ${row.seq} was used twice.`);
    const { action, origin } = JSON.parse(row.json) as Envelope;
    life.rows.push(row);
    life.states.push({ seq: row.seq, state: life.kind.reduce(life.states.at(-1)?.state, action) as unknown });
    this.#rows.set(row.seq, row);
    this.#logged(action, origin !== undefined);
    if (!origin) return;
    const id = `${origin.clientId}#${origin.clientSeq}`;
    this.#origins.set(id, (this.#origins.get(id) ?? 0) + 1);
  }
}

function joined(kind: AnyChannelKind, { head, items }: SnapshotWrite): unknown {
  const state = JSON.parse(head) as unknown;
  const parts = items.map((item) => JSON.parse(item.json) as unknown);
  return kind.parts ? (kind.parts.join(state, parts) as unknown) : state;
}
