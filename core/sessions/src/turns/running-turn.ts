import type { Clock } from '@loggia/kernel';
import type { ChatAction, ChatState, ToolCall } from '@loggia/protocol';
import type { ChatLog, OpenChat } from '../chat-log.ts';
import type {
  Form,
  FormAnswer,
  HarnessEvent,
  HarnessMessage,
  HarnessTool,
  HarnessTurn,
  PastTurn,
  ToolOutcome,
  ToolRequest,
} from '../harness.ts';
import { findCall } from '../rules/chat-rules.ts';
import { harnessMessage, offeredTools, ownerOfTool, pastTurns, textOf } from './conversation.ts';
import { answerOf, requestOf } from './questions.ts';

export interface TurnPorts {
  readonly log: ChatLog;
  readonly clock: Clock;
  newId(): string;
}

export interface TurnStart {
  readonly open: OpenChat;
  /** Who started it; its tools are preferred. */
  readonly startedBy: string | undefined;
  readonly resumes: boolean;
  /** Told once, when the turn is over; its agent may take a while longer to notice. */
  ended(): void;
}

/** Thrown at a harness that still waits for something when its turn is over. */
export class TurnEnded extends Error {
  constructor() {
    super('The turn has ended.');
    this.name = 'TurnEnded';
  }
}

interface Waiter {
  /** Called after every change; true once it is settled. */
  check(state: ChatState): boolean;
  abandon(): void;
}

/** One turn between its harness and its chat. It lives as long as the chat says that the turn is active. */
export class RunningTurn implements HarnessTurn {
  readonly id: string;
  readonly message: HarnessMessage;
  readonly resumes: { readonly soFar: string } | undefined;
  readonly #ports: TurnPorts;
  readonly #start: TurnStart;
  readonly #abort = new AbortController();
  readonly #waiters = new Set<Waiter>();
  readonly #startedAt: number;
  #inherited: readonly PastTurn[] = [];
  #over = false;
  #textPart: { readonly kind: 'markdown' | 'reasoning'; readonly id: string } | undefined;

  constructor(ports: TurnPorts, start: TurnStart) {
    const active = start.open.chat.state.activeTurn;
    if (!active) throw new TurnEnded();
    this.#ports = ports;
    this.#start = start;
    this.id = active.id;
    this.message = harnessMessage(active.message);
    this.resumes = start.resumes ? { soFar: textOf(active.responseParts) } : undefined;
    this.#startedAt = Date.parse(active.startedAt);
  }

  get session(): string {
    return this.#start.open.session.uri;
  }

  get chat(): string {
    return this.#start.open.chat.uri;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get open(): OpenChat {
    return this.#start.open;
  }

  get active(): boolean {
    return !this.#over && this.open.chat.state.activeTurn?.id === this.id;
  }

  /** The chat goes away with its turn; nothing more is appended to it. */
  abandon(): void {
    this.#stop();
  }

  /** Never negative, and never beyond a clock that was set back. */
  get duration(): number {
    const passed = this.#ports.clock.now() - this.#startedAt;
    return Number.isFinite(passed) ? Math.max(0, passed) : 0;
  }

  /** What the chat knows from the chat that it branched off. */
  inherit(past: readonly PastTurn[]): void {
    this.#inherited = past;
  }

  history(): readonly PastTurn[] {
    return [...this.#inherited, ...pastTurns(this.open.chat.state)];
  }

  tools(): readonly HarnessTool[] {
    return offeredTools(this.open.session.state);
  }

  takeSteering(): HarnessMessage | undefined {
    const steering = this.open.chat.state.steeringMessage;
    if (!steering || !this.active) return undefined;
    this.#append({ type: 'chat/pendingMessageRemoved', kind: 'steering', id: steering.id });
    return harnessMessage(steering.message);
  }

  ask(form: Form): Promise<FormAnswer> {
    const id = this.#ports.newId();
    this.#append({ type: 'chat/inputRequested', request: requestOf(id, form) });
    return this.#wait((state) => {
      for (const part of state.activeTurn?.responseParts ?? []) {
        if (part.kind !== 'inputRequest' || part.request.id !== id || part.response === undefined) continue;
        return answerOf(part.response, part.request.answers);
      }
      return undefined;
    });
  }

  async callTool({ name, input, says, confirm }: ToolRequest): Promise<ToolOutcome> {
    const owner = ownerOfTool(this.open.session.state, name, this.#start.startedBy);
    if (!owner) return { kind: 'failed', message: `Nobody offers a tool named "${name}" to this session.` };
    const ref = { turnId: this.id, toolCallId: this.#ports.newId() };
    const contributor = { kind: 'client' as const, clientId: owner };
    this.#textPart = undefined;
    this.#append({ type: 'chat/toolCallStart', ...ref, toolName: name, displayName: name, contributor });
    this.#append({
      type: 'chat/toolCallReady',
      ...ref,
      invocationMessage: says,
      toolInput: input,
      ...(!confirm && { confirmed: 'not-needed' as const }),
    });
    return this.#wait((state) => outcomeOf(findCall(state, ref)));
  }

  take(event: HarnessEvent): void {
    switch (event.kind) {
      case 'text':
        return this.#say('markdown', event.text);
      case 'reasoning':
        return this.#say('reasoning', event.text);
      case 'notice':
        this.#textPart = undefined;
        return this.#append({
          type: 'chat/responsePart',
          turnId: this.id,
          part: { kind: 'systemNotification', content: event.text },
        });
      case 'activity':
        return this.#append({
          type: 'chat/activityChanged',
          ...(event.text !== undefined && { activity: event.text }),
        });
      case 'usage': {
        const { kind: _kind, ...usage } = event;
        return this.#append({ type: 'chat/usage', turnId: this.id, usage });
      }
    }
  }

  complete(): void {
    this.#clearActivity();
    this.#append({ type: 'chat/turnComplete', turnId: this.id, duration: this.duration });
  }

  fail(errorType: string, message: string): void {
    this.#clearActivity();
    const part = { kind: 'error' as const, error: { errorType, message }, resumable: true };
    this.#append({ type: 'chat/error', turnId: this.id, duration: this.duration, part });
  }

  /** After every change of the chat: answers reach whoever waits, and the end of the turn ends it here too. */
  changed(): void {
    if (!this.active) return this.#stop();
    for (const waiter of this.#waiters) {
      if (waiter.check(this.open.chat.state)) this.#waiters.delete(waiter);
    }
  }

  #stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#start.ended();
    this.#abort.abort(new TurnEnded());
    for (const waiter of this.#waiters) waiter.abandon();
    this.#waiters.clear();
  }

  #append(action: ChatAction): void {
    if (this.active) this.#ports.log.append(this.open, action);
  }

  #clearActivity(): void {
    if (this.open.chat.state.activity !== undefined) this.#append({ type: 'chat/activityChanged' });
  }

  #say(kind: 'markdown' | 'reasoning', content: string): void {
    if (content === '') return;
    const part = this.#textPart;
    if (part?.kind === kind) {
      const type = kind === 'markdown' ? 'chat/delta' : 'chat/reasoning';
      return this.#append({ type, turnId: this.id, partId: part.id, content });
    }
    this.#textPart = { kind, id: this.#ports.newId() };
    this.#append({ type: 'chat/responsePart', turnId: this.id, part: { ...this.#textPart, content } });
  }

  #wait<T>(found: (state: ChatState) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const abandon = () => reject(new TurnEnded());
      if (!this.active) return abandon();
      const check = (state: ChatState) => {
        const value = found(state);
        if (value !== undefined) resolve(value);
        return value !== undefined;
      };
      this.#waiters.add({ check, abandon });
      return undefined;
    });
  }
}

function outcomeOf(call: ToolCall | undefined): ToolOutcome | undefined {
  if (call?.status === 'cancelled') {
    const message =
      typeof call.reasonMessage === 'string' ? call.reasonMessage : call.reasonMessage?.markdown;
    return { kind: 'denied', ...(message !== undefined && { message }) };
  }
  if (call?.status !== 'completed') return undefined;
  if (!call.success) return { kind: 'failed', message: call.error?.message ?? 'The tool failed.' };
  const text = (call.content ?? [])
    .flatMap((content) => (content.type === 'text' ? [content.text] : []))
    .join('\n');
  return {
    kind: 'done',
    text,
    ...(call.structuredContent !== undefined && { structured: call.structuredContent }),
  };
}
