import type { Transport } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import type { Chronicle } from './chronicle.ts';
import { assertSame } from './same.ts';
import type { Tally } from './tally.ts';

interface Envelope {
  readonly channel: string;
  readonly action: { readonly type: string; readonly turns?: readonly unknown[]; readonly chat?: string };
  readonly serverSeq: number;
  readonly rejectionReason?: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Envelope;
  readonly result?: {
    readonly type?: 'replay' | 'snapshot';
    readonly actions?: readonly Envelope[];
    readonly snapshot?: Snapshot;
    readonly snapshots?: readonly Snapshot[];
  } | null;
  readonly error?: object;
}

interface Snapshot {
  readonly resource: string;
  readonly state: object;
  readonly fromSeq: number;
}

/** Reads along with what one client is told: whatever it hears must be durable already, and true. */
export class Witness {
  readonly #chronicle: Chronicle;
  readonly #tally: Tally;

  constructor(chronicle: Chronicle, tally: Tally) {
    this.#chronicle = chronicle;
    this.#tally = tally;
  }

  over(transport: Transport): Transport {
    const asked = new Map<number, string>();
    return {
      send: (text) => {
        const { id, method } = JSON.parse(text) as Message;
        if (id !== undefined && method !== undefined) asked.set(id, method);
        transport.send(text);
      },
      close: (code, reason) => transport.close(code, reason),
      onClose: (listener) => transport.onClose(listener),
      onMessage: (listener) =>
        transport.onMessage((text) => {
          const message = JSON.parse(text) as Message;
          if (message.method === 'action' && message.params) this.#told(message.params);
          else if (message.id !== undefined) this.#answered(asked.get(message.id), message);
          listener(text);
        }),
    };
  }

  #answered(method: string | undefined, { result, error }: Message): void {
    for (const snapshot of result?.snapshots ?? []) this.#shown(snapshot);
    if (result?.snapshot) this.#shown(result.snapshot);
    for (const envelope of result?.actions ?? []) this.#told(envelope);
    if (method === 'initialize' && result) this.#tally.initialized += 1;
    if (method !== 'reconnect') return;
    if (error) this.#tally.reconnectsRefused += 1;
    else if (result?.type === 'snapshot') this.#tally.snapshotAnswers += 1;
    else {
      this.#tally.replays += 1;
      this.#tally.actionsReplayed += result?.actions?.length ?? 0;
    }
  }

  #told(envelope: Envelope): void {
    if (envelope.rejectionReason !== undefined) return;
    const held = this.#chronicle.holds(envelope);
    if (held === 'merged') this.#tally.textsMerged += 1;
    if (held) return;
    // For this client alone, so no row of the log; whether it is right shows in the state.
    if (envelope.action.type === 'chat/turnsLoaded') {
      this.#tally.pagesLoaded += 1;
      return;
    }
    // For a client that watches only the chat, under a number of its own.
    const { type, chat } = envelope.action;
    if (type === 'session/chatRemoved' && chat !== undefined && this.#chronicle.wasRemoved(chat)) return;
    throw new Error(`A client was told what is not durable: ${JSON.stringify(envelope)}`);
  }

  /** Nobody shows a state that is not the whole log up to its number. */
  #shown({ resource, state, fromSeq }: Snapshot): void {
    const whole = this.#chronicle.stateAt(resource, fromSeq) as object | undefined;
    if (!whole) throw new Error(`A client was shown ${resource}, which did not exist at ${fromSeq}.`);
    assertSame(
      `${resource} as shown at ${fromSeq}`,
      state,
      'turns' in state ? cut(whole as ChatState, state) : whole,
    );
  }
}

/** As much of the whole as a client that asked for the last turns was given. */
function cut(whole: ChatState, shown: object): object {
  const { turns, turnsNextCursor } = shown as ChatState;
  if (turnsNextCursor === undefined) return whole;
  return { ...whole, turns: whole.turns.slice(whole.turns.length - turns.length), turnsNextCursor };
}
