import type { Clock, Scheduler } from '@loggia/kernel';
import { writeAuthor, type ChatAction } from '@loggia/protocol';
import type { ChatLog, OpenChat } from '../chat-log.ts';
import type { ModelInput } from '../embedded.ts';
import type { Equipment, Guidance } from '../equipment.ts';
import type {
  Form,
  FormAnswer,
  Harness,
  HarnessEvent,
  HarnessMessage,
  HarnessTool,
  HarnessTurn,
  PastTurn,
  ProtectedResource,
  ToolOutcome,
  ToolRequest,
} from '../harness.ts';
import { sampler } from '../sampler.ts';
import { retitle } from '../retitle.ts';
import { ActiveTurn, TurnEnded } from './active-turn.ts';
import { ActivityFeed } from './activity-feed.ts';
import type { Confirmations } from './confirmations.ts';
import { harnessMessage, pastParts, pastTurns, textOf } from './conversation.ts';
import { answerOf, askUser, requestOf } from './questions.ts';
import { StallWatch } from './stall-watch.ts';
import { ToolCalls } from './tool-calls.ts';

export interface TurnPorts {
  readonly log: ChatLog;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly equipment: Equipment;
  readonly confirmations: Confirmations;
  readonly modelInput: ModelInput;
  /** How long an agent may say nothing; zero is for ever. */
  readonly stallMs: number;
  newId(): string;
  /** The user's token for something that an agent itself needs. */
  tokenFor(resource: string): Promise<string | undefined>;
  report(problem: string, error: unknown): void;
}

export interface TurnStart {
  readonly open: OpenChat;
  readonly harness: Harness | undefined;
  /** Who started it; its tools are preferred. */
  readonly startedBy: string | undefined;
  /** The person whom the agent works for in this turn. */
  readonly person: string;
  readonly resumes: boolean;
  /** Told once, when the turn is over; its agent may take a while longer to notice. */
  ended(): void;
}

const noGuidance: Guidance = { persona: undefined, invoked: undefined, skills: [], rules: [] };

/** One turn between its harness and its chat. */
export class RunningTurn implements HarnessTurn {
  readonly message: HarnessMessage;
  readonly resumes: HarnessTurn['resumes'];
  readonly #ports: TurnPorts;
  readonly #turn: ActiveTurn;
  readonly #activity: ActivityFeed;
  readonly #watch: StallWatch;
  readonly #calls: ToolCalls;
  readonly #needs: readonly ProtectedResource[];
  readonly #startedAt: number;
  /** Calls and questions that the agent may be waiting for. */
  #waiting = 0;
  #guidance = noGuidance;
  #inherited: readonly PastTurn[] = [];
  #textPart: { readonly kind: 'markdown' | 'reasoning'; readonly id: string } | undefined;

  constructor(ports: TurnPorts, start: TurnStart) {
    const { open, harness, startedBy, person } = start;
    const { scheduler, equipment, confirmations, modelInput } = ports;
    const active = open.chat.state.activeTurn;
    if (!active) throw new TurnEnded();
    const message = harnessMessage(active.message, modelInput.mediumOf);
    const activity = new ActivityFeed(scheduler, (text) => this.#showActivity(text));
    const agent = { kind: 'agent', name: open.session.state.provider } as const;
    const from = { by: writeAuthor({ person, actor: agent }) };
    const turn = new ActiveTurn(ports.log, open, active.id, from, () => {
      activity.stop();
      watch.stop();
      start.ended();
    });
    const watch = new StallWatch({
      scheduler,
      stallMs: ports.stallMs,
      waits: () => this.#waiting > 0,
      stalled: () => this.fail('agentStalled', stalledSentence(ports.stallMs)),
    });
    this.message = message;
    const { responseParts } = active;
    this.resumes = start.resumes
      ? { soFar: textOf(responseParts), parts: pastParts(responseParts, modelInput) }
      : undefined;
    this.#ports = ports;
    this.#turn = turn;
    this.#activity = activity;
    this.#watch = watch;
    this.#needs = harness?.describe.protectedResources ?? [];
    this.#startedAt = Date.parse(active.startedAt);
    const sample = harness && sampler(harness, { session: turn.session, model: message.model });
    this.#calls = new ToolCalls({
      turn,
      equipment,
      confirmations,
      activity,
      startedBy,
      view: message.view,
      modelInput,
      sample: sample && ((params) => turn.within(sample(params, turn.signal))),
      newId: () => ports.newId(),
      report: (problem, error) => ports.report(problem, error),
    });
  }

  get id(): string {
    return this.#turn.id;
  }

  get session(): string {
    return this.#turn.session;
  }

  get chat(): string {
    return this.#turn.chat;
  }

  get signal(): AbortSignal {
    return this.#turn.signal;
  }

  get open(): OpenChat {
    return this.#turn.open;
  }

  get active(): boolean {
    return this.#turn.active;
  }

  /** The chat goes away with its turn; nothing more is appended to it. */
  abandon(): void {
    this.#turn.stop();
  }

  /** After every change of the chat: answers reach whoever waits, and the end of the turn ends it here too. */
  changed(): void {
    this.#turn.changed();
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
    return [...this.#inherited, ...pastTurns(this.#turn.state, this.#ports.modelInput)];
  }

  guidance(): Guidance {
    return this.#guidance;
  }

  /**
   * Waits for what the session is equipped with. Rejects only when the turn ends first: a turn goes on without what
   * cannot be had.
   */
  async prepare(): Promise<void> {
    const { equipment, report } = this.#ports;
    const message = this.#turn.state.activeTurn?.message;
    if (!message) throw new TurnEnded();
    try {
      await this.#untilEquipped();
      this.#guidance = await this.#turn.within(equipment.guidance(this.session, message));
      this.#calls.allowOnly(this.#guidance.persona?.tools);
    } catch (error) {
      if (!this.active) throw new TurnEnded();
      report(`A turn of ${this.chat} goes on without its customizations`, error);
    }
  }

  async token(resource: string): Promise<string | undefined> {
    const isOwn = this.#needs.some((need) => need.resource === resource);
    return isOwn ? this.#ports.tokenFor(resource) : undefined;
  }

  /** What the agent cannot do without, and nobody has signed in to yet. */
  async missingSignIn(): Promise<ProtectedResource | undefined> {
    for (const need of this.#needs) {
      if (need.required !== false && (await this.token(need.resource)) === undefined) return need;
    }
    return undefined;
  }

  tools(): readonly HarnessTool[] {
    return this.#calls.offered();
  }

  takeSteering(): HarnessMessage | undefined {
    const steering = this.#turn.state.steeringMessage;
    if (!steering || !this.active) return undefined;
    this.#turn.append({ type: 'chat/pendingMessageRemoved', kind: 'steering', id: steering.id });
    return harnessMessage(steering.message, this.#ports.modelInput.mediumOf);
  }

  ask(form: Form): Promise<FormAnswer> {
    const asked = askUser(this.#turn, { id: this.#ports.newId(), ...requestOf(form) });
    return this.#turn.within(this.#during(asked.then(answerOf)));
  }

  callTool(request: ToolRequest): Promise<ToolOutcome> {
    this.#textPart = undefined;
    return this.#turn.within(this.#during(this.#calls.call(request)));
  }

  /** The agent has the word from now on. */
  listen(): void {
    this.#watch.start();
  }

  take(event: HarnessEvent): void {
    this.#watch.heard();
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
      case 'title':
        // What a View made the agent say names nothing.
        return this.message.view ? undefined : retitle(this.#ports.log, this.open, event.text);
      case 'activity':
        return this.#activity.set(event.text);
      case 'usage': {
        const { kind: _kind, ...usage } = event;
        return this.#append({ type: 'chat/usage', turnId: this.id, usage });
      }
    }
  }

  complete(): void {
    this.#activity.set(undefined);
    this.#append({ type: 'chat/turnComplete', turnId: this.id, duration: this.duration });
  }

  fail(errorType: string, message: string): void {
    this.#activity.set(undefined);
    const part = { kind: 'error' as const, error: { errorType, message }, resumable: true };
    this.#append({ type: 'chat/error', turnId: this.id, duration: this.duration, part });
  }

  async #untilEquipped(): Promise<void> {
    const { equipment, scheduler } = this.#ports;
    let waiting = true;
    // Not for what takes no time.
    scheduler.turn(() => {
      if (waiting) this.#activity.set('Waiting for servers to start');
    });
    try {
      await this.#turn.within(equipment.ready(this.session, this.signal));
    } finally {
      waiting = false;
      this.#activity.set(undefined);
    }
  }

  async #during<T>(work: Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await work;
    } finally {
      this.#waiting -= 1;
      this.#watch.heard();
    }
  }

  #append(action: ChatAction): void {
    this.#turn.append(action);
  }

  #showActivity(activity: string | undefined): void {
    if (!this.active || this.#turn.state.activity === activity) return;
    this.#append({ type: 'chat/activityChanged', ...(activity !== undefined && { activity }) });
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
}

function stalledSentence(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const long = minutes > 1 ? `${minutes} minutes` : `${Math.max(1, Math.round(ms / 1000))} seconds`;
  return `The agent said nothing for more than ${long} and was stopped. Resume to try again.`;
}
