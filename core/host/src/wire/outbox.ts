import type { Entry, Scheduler } from '@loggia/kernel';
import type { ChatAction } from '@loggia/protocol';
import type { Frame } from './link.ts';
import { actionWithoutApps, envelopeWithoutApps } from './without-apps.ts';

type TextAction = Extract<ChatAction, { type: 'chat/delta' | 'chat/reasoning' }>;

interface Held {
  readonly channel: string;
  readonly action: TextAction;
  readonly content: string[];
  seq: number;
}

/** Clients that don't render MCP Apps don't see parts of some actions. */
export type Variant = 'with-apps' | 'without-apps';

/** The frame of an action for all clients of the canonical family: serialized once, sent to each. */
function canonicalFrame(entry: Entry, variant: Variant): Frame {
  const known = entry.frames.get(variant) as Frame | undefined;
  if (known) return known;
  const frame = variant === 'with-apps' ? frameOf(entry.json) : frameWithoutApps(entry);
  entry.frames.set(variant, frame);
  return frame;
}

/** The same frame for the many actions without apps. */
function frameWithoutApps(entry: Entry): Frame {
  const action = actionWithoutApps(entry.action);
  return action === entry.action
    ? canonicalFrame(entry, 'with-apps')
    : frameOf(envelopeWithoutApps(entry.json));
}

function frameOf(envelope: string): Frame {
  return Buffer.from(`{"jsonrpc":"2.0","method":"action","params":${envelope}}`);
}

/**
 * The output of a connection, in the order of the log. Text that streams into one part may be held for as long as the
 * client allows and sent as one action. Only neighbors are merged: a client that has seen a number must have seen
 * everything before it, or a reconnect would skip the rest.
 */
export class Outbox {
  readonly #send: (frame: Frame) => void;
  readonly #scheduler: Scheduler;
  readonly #variant: Variant;
  #held: Held | undefined;
  /** Holds all output while an answer that must go first is being prepared. */
  #waiting: Frame[] | undefined;
  #cancelFlush: (() => void) | undefined;

  constructor(send: (frame: Frame) => void, scheduler: Scheduler, variant: Variant) {
    this.#send = (frame) => (this.#waiting ? void this.#waiting.push(frame) : send(frame));
    this.#scheduler = scheduler;
    this.#variant = variant;
  }

  hold(): void {
    this.#waiting ??= [];
  }

  /** Drops what is held: it is part of the answer. */
  discard(): void {
    if (this.#waiting) this.#waiting = [];
  }

  release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const frame of waiting) this.#send(frame);
  }

  push(entry: Entry, maxLatencyMs: number): void {
    if (maxLatencyMs > 0 && isText(entry)) return this.#hold(entry, maxLatencyMs);
    this.flush();
    this.#send(canonicalFrame(entry, this.#variant));
  }

  /** Anything that isn't a logged action; keeps its place in the order. */
  pushFrame(frame: Frame): void {
    this.flush();
    this.#send(frame);
  }

  flush(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    this.#cancelFlush?.();
    const action = { ...held.action, content: held.content.join('') };
    const params = { channel: held.channel, action, serverSeq: held.seq };
    this.#send(JSON.stringify({ jsonrpc: '2.0', method: 'action', params }));
  }

  close(): void {
    this.#cancelFlush?.();
    this.#held = undefined;
    this.#waiting = undefined;
  }

  #hold(entry: Entry, maxLatencyMs: number): void {
    const action = entry.action as TextAction;
    const held = this.#held;
    if (held && held.channel === entry.channel && samePart(held.action, action)) {
      held.content.push(action.content);
      held.seq = entry.seq;
      return;
    }
    this.flush();
    this.#held = { channel: entry.channel, action, content: [action.content], seq: entry.seq };
    this.#cancelFlush = this.#scheduler.after(maxLatencyMs, () => this.flush());
  }
}

function isText(entry: Entry): boolean {
  const { type } = entry.action;
  return entry.origin === undefined && (type === 'chat/delta' || type === 'chat/reasoning');
}

function samePart(a: TextAction, b: TextAction): boolean {
  return a.type === b.type && a.turnId === b.turnId && a.partId === b.partId;
}
