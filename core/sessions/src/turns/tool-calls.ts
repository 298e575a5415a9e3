import type { Scheduler } from '@loggia/kernel';
import type { FileEdit, ResponsePart, ToolCall, ToolCallIn } from '@loggia/protocol';
import type { ModelInput } from '../embedded.ts';
import { hostToolsId, type AllowedBy, type OfferedTool } from '../equipment.ts';
import type { RunningCall, ToolReport } from '../equipment.ts';
import type { HarnessTool, SpeakingView, ToolOutcome, ToolRequest } from '../harness.ts';
import type { TurnEquipment } from '../host-tools/turn-equipment.ts';
import { findCall } from '../rules/chat-rules.ts';
import type { ActiveTurn } from './active-turn.ts';
import type { ActivityFeed } from './activity-feed.ts';
import { completed } from './completed-call.ts';
import {
  confirmationTitle,
  onceOptions,
  subjectOf,
  type Confirmations,
  type ConfirmationState,
  type ToolSubject,
} from './confirmations.ts';
import { followTasks } from './follow-tasks.ts';
import { denied, failed, outcomeOf, outcomeOfReport } from './outcome.ts';
import { riskOf } from './risk.ts';
import { failure, givenUpSentence, ServerCall } from './server-call.ts';
import type { CallOnServer, CallRef, Introduction, RefusedCall, Seen, StartedCall } from './started-call.ts';
import { streamedInput } from './streamed-input.ts';
import { toolbox, type Offer } from './toolbox.ts';
import { filesInCall } from './touched-files.ts';
import { withRemarks, type TurnHooks } from './turn-hooks.ts';
import { toolOrigin } from './tool-origin.ts';
import { runInView, viewHarnessTool, viewIn, viewIntroduction, viewSubject } from './view-tools.ts';

export interface ToolCallPorts {
  readonly turn: ActiveTurn;
  readonly equipment: TurnEquipment;
  readonly confirmations: Confirmations;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly activity: ActivityFeed;
  /** The client that started the turn; its tools are preferred. */
  readonly startedBy: string | undefined;
  /** The View whose message started the turn, if any. */
  readonly view: SpeakingView | undefined;
  readonly sample: RunningCall['sample'];
  readonly modelInput: ModelInput;
  newId(): string;
  isConnected(clientId: string): boolean;
  /** Servers by name, or `server/tool`, whose tools agents needn't search for. */
  pinned(): readonly string[];
  readonly hooks: TurnHooks;
  /** The changes to files that a call would make. Never rejects. */
  edits(tool: string, input: string): Promise<readonly FileEdit[]>;
  /** Files that a call named or changed. Resolves when the agent can be told what that means for it. */
  touched(files: readonly string[]): Promise<void>;
  report(problem: string, error: unknown): void;
}

const givenUp = { reasonMessage: givenUpSentence };

/** The tools of one turn, and its agent's calls; any number can run at a time. */
export class ToolCalls {
  readonly #ports: ToolCallPorts;
  /** The tools as last listed to the agent: a name must not come to mean another owner's tool unnoticed. */
  #shown: ReadonlyMap<string, Seen> = new Map();
  readonly #undecided = new Set<CallOnServer>();
  #allowed: ReadonlySet<string> | undefined;

  constructor(ports: ToolCallPorts) {
    this.#ports = ports;
  }

  /** See `followTasks`. Rejects only if the turn ends first. */
  followTasks(earlier: readonly ResponsePart[]): Promise<void> {
    return followTasks(this.#ports, earlier);
  }

  /** Limits the offered tools from now on; undefined means all. */
  allowOnly(names: readonly string[] | undefined): void {
    this.#allowed = names === undefined || names.includes('*') ? undefined : new Set(names);
  }

  mayUse(name: string): boolean {
    return this.#isAllowed(name);
  }

  offered(): readonly HarnessTool[] {
    this.#shown = this.#list();
    return [...this.#shown.values()].map(({ offer }) => offer.tool);
  }

  /** Whether the tools differ from those that were last listed to the agent. */
  haveChanged(): boolean {
    return toldOf(this.#list()) !== toldOf(this.#shown);
  }

  #list(): ReadonlyMap<string, Seen> {
    const shown = new Map<string, Seen>();
    const pins = this.#ports.pinned();
    const session = this.#ports.turn.open.session.state;
    for (const [name, offer] of this.#offers()) {
      const server = this.#serverOf(offer);
      if (!this.#isAllowed(name) || (offer.from.kind === 'server' && !server)) continue;
      const tool = server
        ? { ...offer.tool, ...toolOrigin(session, server, pins) }
        : viewHarnessTool(offer, session);
      shown.set(name, { offer: { ...offer, tool }, customizationId: server?.customizationId });
    }
    return shown;
  }

  /** Rejects only if the turn ends first. */
  call(request: ToolRequest): Promise<ToolOutcome> {
    return this.#ports.turn.within(this.#call(request));
  }

  async #call(request: ToolRequest): Promise<ToolOutcome> {
    const { name } = request;
    const { turn, newId } = this.#ports;
    if (request.signal?.aborted) return failed(givenUpSentence);
    if (!this.#isAllowed(name)) return failed(`The chosen agent may not use the tool "${name}".`);
    const offer = this.#find(name);
    const introduction = offer && this.#introduce(offer);
    if (!introduction) return failed(`Nobody offers a tool named "${name}" to this session.`);
    // Looked up now, while the server is there: it may go away while the input is being written.
    const subject = this.#subjectOf(offer);
    const ref = { turnId: turn.id, toolCallId: newId() };
    turn.append({ type: 'chat/toolCallStart', ...ref, ...introduction });
    const { displayName, toolName } = introduction;
    const giveUp = (): void => this.#giveUp(ref);
    request.signal?.addEventListener('abort', giveUp, { once: true });
    const outcome = await this.#carryOut({ request, offer, subject, ref, displayName, toolName }).finally(
      () => request.signal?.removeEventListener('abort', giveUp),
    );
    await this.#ports.touched(filesInCall(findCall(turn.state, ref)));
    return outcome;
  }

  async #carryOut({
    request,
    offer,
    subject,
    ref,
    displayName,
    toolName,
  }: StartedCall): Promise<ToolOutcome> {
    const { input, says } = request;
    const { turn } = this.#ports;
    const toolInput = typeof input === 'string' ? input : await streamedInput(turn, ref, input);
    const call = { id: ref.toolCallId, name: toolName, input: toolInput };
    const before = await this.#ports.hooks.at({ event: 'PreToolUse', call });
    if (before.block !== undefined)
      return this.#refused({ ref, toolInput, says, toolName, subject }, before.block);
    const asked = before.ask ? { ...request, confirm: true } : request;
    const confirmation = await this.#confirmation(asked, offer, subject);
    const mayEdit = confirmation.kind === 'ask' && subject !== undefined && !subject.view;
    const items = mayEdit ? await this.#ports.edits(subject.ownName, toolInput) : [];
    turn.append({
      type: 'chat/toolCallReady',
      ...ref,
      invocationMessage: says,
      toolInput,
      ...(confirmation.kind === 'free'
        ? { confirmed: confirmation.confirmed }
        : {
            editable: true,
            confirmationTitle: confirmationTitle(displayName, subject?.serverName, {
              view: this.#ports.view,
              owner: subject && viewIn(subject),
              confirmation,
            }),
            options: [...confirmation.options],
            ...(subject && { riskAssessment: riskOf(subject.annotations, subject.view ? 'View' : 'server') }),
            ...(items.length > 0 && { edits: { items: [...items] } }),
          }),
    });
    if (request.signal?.aborted) this.#giveUp(ref);
    const outcome = await this.#outcomeOf({ ref, offer, subject, request: asked, confirmation });
    if (outcome.kind === 'denied') return outcome;
    const isDone = outcome.kind === 'done';
    const event = isDone ? 'PostToolUse' : 'PostToolUseFailure';
    const result = isDone ? outcome.text : outcome.message;
    return withRemarks(outcome, before, await this.#ports.hooks.at({ event, call, result }));
  }

  #outcomeOf({
    confirmation,
    subject,
    ...call
  }: Pick<StartedCall, 'ref' | 'offer' | 'subject' | 'request'> & {
    readonly confirmation: ConfirmationState;
  }): Promise<ToolOutcome> {
    const { turn, modelInput } = this.#ports;
    if (!subject) return turn.wait((state) => outcomeOf(findCall(state, call.ref), modelInput));
    // A call that waits runs because the user confirms it, unless another answer covers it meanwhile.
    const allowedBy = confirmation.kind === 'free' ? confirmation.allowedBy : 'asked';
    const allowed = { ...call, subject, allowedBy };
    return subject.view ? this.#runInView(allowed) : this.#runOnServer(allowed);
  }

  /** Ends a call that waits for the user or for a client. One that runs on a server ends with its signal. */
  #giveUp(ref: CallRef): void {
    const { turn } = this.#ports;
    const now = findCall(turn.state, ref);
    if (now?.status === 'pending-confirmation')
      turn.append({ type: 'chat/toolCallConfirmed', ...ref, ...givenUp, approved: false, reason: 'skipped' });
    if (now?.status === 'pending-result-confirmation')
      turn.append({ type: 'chat/toolCallResultConfirmed', ...ref, approved: false });
    if (now?.status === 'running' && now.contributor?.kind === 'client')
      turn.append({ type: 'chat/toolCallComplete', ...ref, result: failure(givenUp.reasonMessage).result });
  }

  /** A hook denied the call. It is shown as one that the user denied, with the hook's reason. */
  #refused({ ref, toolInput, says, toolName, subject }: RefusedCall, reason: string): ToolOutcome {
    const { turn, equipment, startedBy: clientId } = this.#ports;
    const { session, agent } = turn;
    turn.append({ type: 'chat/toolCallReady', ...ref, invocationMessage: says, toolInput });
    turn.append({
      type: 'chat/toolCallConfirmed',
      ...ref,
      approved: false,
      reason: 'denied',
      reasonMessage: reason,
    });
    equipment.denied({ session, name: toolName, agent, clientId, reason, view: subject?.view });
    return { kind: 'denied', message: reason };
  }

  #subjectOf(offer: Offer): ToolSubject | undefined {
    const { turn, equipment } = this.#ports;
    const { session } = turn.open;
    if (offer.from.kind === 'view') return viewSubject(session, offer.from, equipment);
    const server = this.#serverOf(offer);
    return server && offer.from.kind === 'server' ? subjectOf(session, server, offer.from.name) : undefined;
  }

  /** The policy is for tools of servers: clients can ask about their own tools themselves. */
  async #confirmation(
    { confirm }: ToolRequest,
    { tool }: Offer,
    subject: ToolSubject | undefined,
  ): Promise<ConfirmationState> {
    if (confirm) return { kind: 'ask', options: onceOptions };
    if (this.#ports.view) {
      const readOnly = subject ? subject.readOnly : tool.readOnly === true && tool.destructive !== true;
      const project = this.#ports.turn.open.session.state.project?.uri;
      return this.#ports.confirmations.stateForView({ readOnly, project });
    }
    if (!subject || (confirm === false && !subject.needsConsent))
      return { kind: 'free', confirmed: 'not-needed', allowedBy: 'request' };
    return this.#ports.confirmations.stateFor(subject);
  }

  /**
   * The current owner of the name, if that is what the agent saw: any client with the same tool will do, but a server's
   * tool must still be that server's.
   */
  #find(name: string): Offer | undefined {
    const now = this.#offers().get(name);
    const seen = this.#shown.get(name);
    if (!seen) return now;
    const { offer, customizationId } = seen;
    if (offer.from.kind !== 'server') return now?.from.kind === offer.from.kind ? now : undefined;
    return this.#serverOf(offer)?.customizationId === customizationId ? offer : undefined;
  }

  #offers(): ReadonlyMap<string, Offer> {
    const { turn, startedBy, equipment } = this.#ports;
    const { state } = turn.open.session;
    return toolbox(state, startedBy, equipment.hostTools(state, turn.agent), {
      isOffered: (view, definition) => equipment.viewTool(turn.session, view, definition) !== undefined,
      isConnected: (clientId) => this.#ports.isConnected(clientId),
    });
  }

  #isAllowed(name: string): boolean {
    return this.#allowed?.has(name) ?? true;
  }

  #serverOf({ from }: Offer): OfferedTool | undefined {
    const { turn, equipment } = this.#ports;
    return from.kind === 'server' ? equipment.tool(turn.session, from.name) : undefined;
  }

  #introduce(offer: Offer): Introduction | undefined {
    const { tool, from } = offer;
    if (from.kind === 'client') {
      const contributor = { kind: 'client' as const, clientId: from.clientId };
      return { toolName: tool.name, displayName: tool.title ?? tool.name, contributor };
    }
    const server = this.#serverOf(offer);
    if (from.kind === 'view' || !server) return viewIntroduction(offer);
    const { displayName, customizationId, meta } = server;
    const isOwn = customizationId === hostToolsId;
    const facts = { toolName: from.name, displayName, ...(meta && { _meta: { ...meta } }) };
    return isOwn ? facts : { ...facts, contributor: { kind: 'mcp', customizationId } };
  }

  async #runOnServer(call: CallOnServer): Promise<ToolOutcome> {
    const { ref, request, subject } = call;
    const { turn, modelInput, confirmations } = this.#ports;
    const decided = await this.#decided(call);
    if ('kind' in decided) return decided;
    const report = await this.#reportOf(decided, call);
    const isReviewed = request.review === true || (await confirmations.reviews(subject));
    const reviewed = await completed({ turn, modelInput }, ref, { report, isReviewed });
    if (reviewed.status === 'cancelled') return denied(reviewed);
    return outcomeOfReport(report, modelInput);
  }

  async #runInView(call: CallOnServer): Promise<ToolOutcome> {
    const { ref, subject, allowedBy } = call;
    const { turn, equipment, scheduler, modelInput, startedBy: clientId } = this.#ports;
    const decided = await this.#decided(call);
    if ('kind' in decided) return decided;
    const { view, tool: name } = subject;
    const input = typeof decided.toolInput === 'string' ? decided.toolInput : '';
    if (!view) return failed(`The tool "${name}" is not offered any more.`);
    const isOffered = (): boolean => this.#subjectOf(call.offer)?.definition === subject.definition;
    const about = { session: turn.session, name, agent: turn.agent, clientId, allowedBy, input, view };
    const ended = await runInView({ turn, equipment, scheduler, ref, isOffered }, about);
    const gone = `The View "${view.title}" doesn't offer this tool any more. List the tools again.`;
    return (ended !== 'withdrawn' && outcomeOf(ended, modelInput)) || failed(gone);
  }

  /** The call once it may run, or its outcome if it may not. */
  async #decided(call: CallOnServer): Promise<ToolCallIn<'running'> | ToolOutcome> {
    const { ref, subject } = call;
    const { turn, confirmations, modelInput } = this.#ports;
    this.#undecided.add(call);
    const decided = await turn
      .wait((state) => {
        const now = findCall(state, ref);
        return now?.status === 'running' ? now : outcomeOf(now, modelInput);
      })
      .finally(() => this.#undecided.delete(call));
    if ('kind' in decided) {
      if (decided.kind !== 'denied') return decided;
      if (call.request.signal?.aborted) return failed(givenUpSentence);
      this.#recordDenial(subject);
      return decided;
    }
    const remembered = confirmations.remember(subject, decided.selectedOption?.id);
    if (remembered) this.#letPass(subject, remembered);
    return decided;
  }

  #recordDenial({ session, tool: name, view }: ToolSubject): void {
    const { turn, equipment, startedBy: clientId } = this.#ports;
    equipment.denied({ session, name, agent: turn.agent, clientId, view });
  }

  /** Releases other waiting calls of a tool that was just allowed. */
  #letPass({ server, tool, definition }: ToolSubject, remembered: AllowedBy): void {
    const { turn } = this.#ports;
    for (const call of this.#undecided) {
      const { ref, subject, request } = call;
      const isSame = subject.server === server && subject.tool === tool && subject.definition === definition;
      if (!isSame || request.confirm) continue;
      if (findCall(turn.state, ref)?.status !== 'pending-confirmation') continue;
      const ready = { type: 'chat/toolCallReady' as const, ...ref, invocationMessage: request.says };
      call.allowedBy = remembered;
      turn.append({ ...ready, confirmed: 'setting' });
    }
  }

  async #reportOf(call: ToolCall, running: CallOnServer): Promise<ToolReport> {
    const { ref, offer, subject, allowedBy, request } = running;
    const { toolName: name, contributor } = call;
    const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '';
    // While the user was deciding, the server may have gone and the name may now belong to another one.
    const owner = contributor?.kind === 'mcp' ? contributor.customizationId : hostToolsId;
    const now = this.#serverOf(offer);
    if (now?.customizationId !== owner) {
      return failure(`The tool "${name}" is not offered any more. List the tools again.`, 'unknownTool');
    }
    if (now?.definition !== subject.definition) {
      const changed = `The tool "${name}" has changed since it was called, so it wasn't run. Look at it again.`;
      return failure(changed, 'unknownTool');
    }
    const { startedBy: clientId } = this.#ports;
    const { readOnly, definition } = subject;
    const about = { name, readOnly, definition, clientId, allowedBy, givenUp: request.signal };
    return new ServerCall(this.#ports, ref, about).run(input);
  }
}

function toldOf(tools: ReadonlyMap<string, Seen>): string {
  return JSON.stringify(
    Array.from(tools.values(), ({ offer, customizationId }) => [offer.tool, customizationId]),
  );
}
