import {
  chatAgent,
  delegatedTaskOf,
  summaryPart,
  writeAuthor,
  type ChatAction,
  type Message,
  type ResponsePart,
  type Turn,
} from '@loggia/protocol';
import type { OpenChat } from '../chat-log.ts';
import type { Guidance } from '../equipment.ts';
import type {
  Form,
  FormAnswer,
  HarnessEvent,
  HarnessMessage,
  HarnessTool,
  HarnessTurn,
  PastTurn,
  Recalled,
  ToolOutcome,
  ToolRequest,
} from '../harness.ts';
import { narrower } from '../delegation/narrower.ts';
import { sampler } from '../sampler.ts';
import { ActiveTurn, TurnEnded } from './active-turn.ts';
import { ActivityFeed } from './activity-feed.ts';
import { AgentTokens } from './agent-tokens.ts';
import { AttachedContents } from './attached-contents.ts';
import { harnessMessage, pastTurns, withSelection } from './conversation.ts';
import { EarlierAttempt } from './earlier-attempt.ts';
import { untilEquipped } from './equipping.ts';
import { OwnCalls } from './own-calls.ts';
import { answerOf, askUntil, requestOf } from './questions.ts';
import { markOf, recalled } from './recalled.ts';
import { SaidText } from './said-text.ts';
import { stalledSentence, StallWatch } from './stall-watch.ts';
import { proposedEdits } from './proposed-edits.ts';
import { Stopwatch } from './stopwatch.ts';
import { ToolCalls } from './tool-calls.ts';
import { ToolChanges } from './tool-changes.ts';
import { filesInMessage } from './touched-files.ts';
import { TurnGuidance } from './turn-guidance.ts';
import { TurnUsage } from './turn-usage.ts';
import { StoppedByHook, TurnHooks } from './turn-hooks.ts';
import { programsOf } from './turn-terminals.ts';
import type { TurnPorts, TurnStart } from './turn-ports.ts';

/** Connects one turn's harness with its chat. */
export class RunningTurn implements HarnessTurn {
  message: HarnessMessage;
  /** Its tools run once this has resolved. */
  looked: Promise<unknown> = Promise.resolve();
  readonly locale: string | undefined;
  readonly files: HarnessTurn['files'];
  readonly memory: HarnessTurn['memory'];
  readonly terminals: HarnessTurn['terminals'];
  readonly announcements: HarnessTurn['announcements'];
  readonly toolChanges = new ToolChanges(() => this.active && this.#calls.haveChanged());
  readonly onToolsChanged = (listener: () => void): void => this.toolChanges.onChanged(listener);
  readonly #ports: TurnPorts;
  readonly #turn: ActiveTurn;
  readonly #activity: ActivityFeed;
  readonly #watch: StallWatch;
  readonly #calls: ToolCalls;
  readonly #ownCalls: OwnCalls;
  readonly #said: SaidText;
  readonly #guidance: TurnGuidance;
  readonly #hooks: TurnHooks;
  readonly #attached: AttachedContents;
  readonly #tokens: AgentTokens;
  readonly #stopwatch: Stopwatch;
  readonly #usage: TurnUsage;
  readonly #earlier: EarlierAttempt;
  /** The number of pending calls and questions that the agent may be waiting for. */
  #waiting = 0;
  #inheritedTurns: readonly Turn[] = [];
  #inheritedPast: readonly PastTurn[] = [];

  constructor(ports: TurnPorts, start: TurnStart) {
    const { open, harness, startedBy, person } = start;
    const { kernel, files, scheduler, equipment, confirmations, modelInput } = ports;
    const active = open.chat.state.activeTurn;
    if (!active) throw new TurnEnded();
    const message = harnessMessage(active.message, modelInput.mediumOf);
    const activity = new ActivityFeed(scheduler, (text) => this.#showActivity(text));
    const agent = { kind: 'agent', name: chatAgent(open.session.state, open.chat.state) } as const;
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
    this.locale = start.locale;
    this.files = ports.filesFor(open);
    this.memory = ports.memoryOf(open.chat.uri, turn.agent);
    this.announcements = ports.offers.announcementsOf(open.chat.uri, turn.agent);
    this.#attached = new AttachedContents({ kernel, files, session: open.session.state, ...modelInput });
    this.#earlier = new EarlierAttempt(start.resumes ? active.responseParts : undefined, modelInput);
    this.#ports = ports;
    this.#turn = turn;
    this.#said = new SaidText(turn, () => ports.newId());
    this.#activity = activity;
    this.#watch = watch;
    const telling = {
      equipment,
      notice: (text: string) => this.#notify(text),
      report: (problem: string, error: unknown) => ports.report(problem, error),
    };
    this.#guidance = new TurnGuidance({ ...telling, session: turn.session });
    this.#hooks = new TurnHooks({ ...telling, turn, activity, startedBy, newId: () => ports.newId() });
    this.#tokens = new AgentTokens(harness?.describe.protectedResources ?? [], (of) => ports.tokenFor(of));
    this.#stopwatch = new Stopwatch(ports.clock, active.startedAt);
    this.#usage = new TurnUsage(active.usage);
    const sample = harness && sampler(harness, { session: turn.session, model: message.model });
    this.#calls = new ToolCalls({
      turn,
      equipment,
      confirmations,
      scheduler,
      activity,
      startedBy,
      view: message.view,
      modelInput,
      sample: sample && ((params) => turn.within(sample(params, turn.signal))),
      newId: () => ports.newId(),
      isConnected: (clientId) => ports.isConnected(clientId),
      pinned: () => ports.toolSettings(turn.open).pinnedTools ?? [],
      hooks: this.#hooks,
      edits: (tool, input) => proposedEdits({ tool, input }, { files, session: open.session.state }),
      touched: (paths) => this.#guidance.touched(paths),
      report: (problem, error) => ports.report(problem, error),
    });
    this.#ownCalls = new OwnCalls({
      ...{ turn, files, clock: ports.clock, scheduler, view: message.view, report: telling.report },
      ...{ newId: () => ports.newId(), interrupt: () => this.#said.interrupt() },
    });
    this.terminals = programsOf({
      ...{ turn, equipment, confirmations, scheduler, startedBy, view: message.view },
      ...{ ownCalls: this.#ownCalls, hooks: this.#hooks, newId: () => ports.newId() },
      mayUse: (tool) => this.#calls.mayUse(tool),
      during: (work) => this.#acting(work),
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

  get agent(): string {
    return this.#turn.agent;
  }

  get open(): OpenChat {
    return this.#turn.open;
  }

  get active(): boolean {
    return this.#turn.active;
  }

  get resumes(): HarnessTurn['resumes'] {
    return this.#earlier.told;
  }

  /** Stops the turn because its chat is being removed; nothing more is appended. */
  abandon(): void {
    this.#turn.stop();
  }

  /** Call this after every change of the chat: passes answers on, and notices the end of the turn. */
  changed(): void {
    this.#turn.changed();
    const steering = this.active ? this.#turn.state.steeringMessage : undefined;
    if (steering && !this.#attached.has(steering.message)) void this.#prepareSteering(steering.message);
  }

  /** Sets the history of the chat that this one branched off from. */
  async inherit(turns: Turn[]): Promise<void> {
    await this.#turn.within(this.#attached.load(turns.map(({ message }) => message)));
    this.#inheritedTurns = turns;
    this.#inheritedPast = pastTurns({ turns }, this.#ports.modelInput, this.#attached);
  }

  history(): readonly PastTurn[] {
    return [...this.#inheritedPast, ...pastTurns(this.#turn.state, this.#ports.modelInput, this.#attached)];
  }

  recall(): Recalled {
    const turns = [...this.#inheritedTurns, ...this.#turn.state.turns];
    const active = { id: this.id, responseParts: this.#earlier.parts };
    return recalled({ turns, past: this.history(), active }, this.#ports.modelInput);
  }

  guidance(): Guidance {
    return this.#guidance.now;
  }

  /**
   * Waits for the session's equipment. Rejects only if the turn ends first: otherwise the turn goes on without what
   * isn't available.
   */
  async prepare(): Promise<void> {
    const { modelInput, report } = this.#ports;
    const message = this.#turn.state.activeTurn?.message;
    if (!message) throw new TurnEnded();
    const inherited = delegatedTaskOf(message)?.tools;
    // At once: without customizations, a task still has no more tools than its giver.
    this.#calls.allowOnly(inherited);
    const earlier = this.#turn.state.turns.map((turn) => turn.message);
    await this.#turn.within(this.#attached.load([...earlier, message]));
    const told = harnessMessage(message, modelInput.mediumOf, this.#attached);
    this.message = withSelection(told, this.#turn.state, earlier.length);
    try {
      await untilEquipped({
        ...{ turn: this.#turn, equipment: this.#ports.equipment, scheduler: this.#ports.scheduler },
        show: (text) => this.#activity.set(text),
        notice: (text) => this.#notify(text),
      });
      await this.#turn.within(this.#guidance.load(message));
      this.#calls.allowOnly(narrower(this.#guidance.now.persona?.tools, inherited));
      await this.#turn.within(this.#guidance.touched(filesInMessage(message)));
    } catch (error) {
      if (!this.active) throw new TurnEnded();
      report(`A turn of ${this.chat} goes on without its customizations`, error);
    }
  }

  /** Before the agent hears the message. Rejects with StoppedByHook if it isn't to. */
  async submit(): Promise<void> {
    this.#guidance.add(await this.#hooks.submitting());
  }

  /** Before the agent runs: it finds the results of tasks that went on among what the earlier attempt did. */
  followTasks(): Promise<void> {
    const following = this.#during(this.#calls.followTasks(this.#earlier.parts));
    return this.#earlier.extendedBy(following, () => this.#turn.state.activeTurn?.responseParts);
  }

  /** After the agent has ended. */
  stopping(): Promise<void> {
    return this.#during(this.#ownCalls.settled().then(() => this.#hooks.stopping()));
  }

  token(resource: string): Promise<string | undefined> {
    return this.#tokens.of(resource);
  }

  missingSignIn(): ReturnType<AgentTokens['firstMissing']> {
    return this.#tokens.firstMissing();
  }

  get toolBudget(): number | 'off' | undefined {
    return this.#ports.toolSettings(this.open).toolBudget;
  }

  tools(): readonly HarnessTool[] {
    return this.#calls.offered();
  }

  desk(): ReturnType<HarnessTurn['desk']> {
    return this.#turn.within(this.#ports.desk(this.open));
  }

  chosenOptions(): ReturnType<HarnessTurn['chosenOptions']> {
    return this.#ports.offers.chosenFor(this.agent, this.open.session.state);
  }

  takeSteering(): HarnessMessage | undefined {
    const steering = this.#turn.state.steeringMessage;
    if (!steering || !this.active || !this.#attached.has(steering.message)) return undefined;
    this.#turn.append({ type: 'chat/pendingMessageRemoved', kind: 'steering', id: steering.id });
    return harnessMessage(steering.message, this.#ports.modelInput.mediumOf, this.#attached);
  }

  ask(form: Form): Promise<FormAnswer> {
    const request = { id: this.#ports.newId(), ...requestOf(form) };
    const asked = askUntil(this.#turn, request, form.signal);
    return this.#turn.within(this.#during(asked.then(answerOf)));
  }

  callTool(request: ToolRequest): Promise<ToolOutcome> {
    return this.#acting(() => this.#calls.call(request));
  }

  askPermission(...asked: Parameters<HarnessTurn['askPermission']>): Promise<string | undefined> {
    this.#said.interrupt();
    return this.#turn.within(this.#during(this.#ownCalls.askPermission(...asked)));
  }

  /** Starts watching for silence: it is the agent's turn from now on. */
  listen(): void {
    this.#watch.start();
  }

  take(event: HarnessEvent): void {
    this.#watch.heard();
    switch (event.kind) {
      case 'text':
        return this.#said.say('markdown', event);
      case 'reasoning':
        return this.#said.say('reasoning', event);
      case 'notice':
        return this.#notify(event.text);
      case 'activity':
        return this.#activity.set(event.text);
      case 'call':
      case 'plan':
        return this.#ownCalls.take(event);
      case 'summary':
        return this.#addPart(summaryPart(markOf(event)));
      case 'context':
      case 'usage': {
        const usage = this.#usage.after(event);
        if (!usage) return undefined;
        this.#append({ type: 'chat/usage', turnId: this.id, usage });
        return this.active ? this.#ports.used(this.open, usage) : undefined;
      }
    }
  }

  complete(): void {
    this.#activity.set(undefined);
    this.#append({ type: 'chat/turnComplete', turnId: this.id, duration: this.#stopwatch.passed });
  }

  fail(errorType: string, message: string): void {
    this.#activity.set(undefined);
    const part = { kind: 'error' as const, error: { errorType, message }, resumable: true };
    this.#append({ type: 'chat/error', turnId: this.id, duration: this.#stopwatch.passed, part });
  }

  #notify(content: string): void {
    this.#addPart({ kind: 'systemNotification', content });
  }

  #addPart(part: ResponsePart): void {
    this.#said.interrupt();
    this.#append({ type: 'chat/responsePart', turnId: this.id, part });
  }

  /** Before the agent takes it, so that it finds the rules for the files that it names. */
  async #prepareSteering(message: Message): Promise<void> {
    await this.#guidance.touched(filesInMessage(message));
    await this.#attached.load([message]);
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

  /** Something that hooks may stop the turn before. */
  #acting<Value>(act: () => Promise<Value>): Promise<Value> {
    this.#said.interrupt();
    const acted = this.looked.then(act).catch((error: unknown) => {
      if (error instanceof StoppedByHook) this.fail('stoppedByHook', error.message);
      throw error;
    });
    return this.#turn.within(this.#during(acted));
  }

  #append(action: ChatAction): void {
    this.#turn.append(action);
  }

  #showActivity(activity: string | undefined): void {
    if (!this.active || this.#turn.state.activity === activity) return;
    this.#append({ type: 'chat/activityChanged', ...(activity !== undefined && { activity }) });
  }
}
