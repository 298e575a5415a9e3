import type { Contributor, ToolCall, ToolCallIn } from '@loggia/protocol';
import type { ModelInput } from '../embedded.ts';
import type { AllowedBy, Equipment, OfferedTool, RunningCall, ToolReport } from '../equipment.ts';
import type { HarnessTool, SpeakingView, ToolOutcome, ToolRequest } from '../harness.ts';
import { findCall } from '../rules/chat-rules.ts';
import { serverName } from '../server-name.ts';
import type { ActiveTurn } from './active-turn.ts';
import type { ActivityFeed } from './activity-feed.ts';
import {
  confirmationTitle,
  onceOptions,
  subjectOf,
  type Confirmations,
  type ConfirmationState,
  type ToolSubject,
} from './confirmations.ts';
import { denied, failed, outcomeOf, outcomeOfReport, resultShown } from './outcome.ts';
import { failure, ServerCall } from './server-call.ts';
import { toolbox, type Offer } from './toolbox.ts';

export interface ToolCallPorts {
  readonly turn: ActiveTurn;
  readonly equipment: Equipment;
  readonly confirmations: Confirmations;
  readonly activity: ActivityFeed;
  /** Its tools are preferred. */
  readonly startedBy: string | undefined;
  /** The View whose message began the turn, if one did. */
  readonly view: SpeakingView | undefined;
  readonly sample: RunningCall['sample'];
  readonly modelInput: ModelInput;
  newId(): string;
  report(problem: string, error: unknown): void;
}

interface CallRef {
  readonly turnId: string;
  readonly toolCallId: string;
}

/** An offer at the time when the agent looked, and the server that it came from. */
interface Seen {
  readonly offer: Offer;
  readonly customizationId: string | undefined;
}

interface CallOnServer {
  readonly ref: CallRef;
  readonly offer: Offer;
  readonly subject: ToolSubject;
  readonly request: ToolRequest;
  /** Why it may run, once it may. */
  allowedBy: AllowedBy;
}

/** How a call is introduced. */
interface Introduction {
  readonly toolName: string;
  readonly displayName: string;
  readonly contributor: Contributor;
  readonly _meta?: Record<string, unknown>;
}

/** The tools of one turn, and the calls that its agent makes; any number at a time. */
export class ToolCalls {
  readonly #ports: ToolCallPorts;
  /** What the agent was last shown: a name must not come to mean somebody else's tool behind its back. */
  #shown: ReadonlyMap<string, Seen> = new Map();
  readonly #undecided = new Set<CallOnServer>();
  #allowed: ReadonlySet<string> | undefined;

  constructor(ports: ToolCallPorts) {
    this.#ports = ports;
  }

  /** The only tools that are offered from now on; undefined is all. */
  allowOnly(names: readonly string[] | undefined): void {
    this.#allowed = names === undefined || names.includes('*') ? undefined : new Set(names);
  }

  offered(): readonly HarnessTool[] {
    const shown = new Map<string, Seen>();
    for (const [name, offer] of this.#offers()) {
      const server = this.#serverOf(offer);
      if (!this.#isAllowed(name) || (offer.from.kind === 'server' && !server)) continue;
      const tool = server ? { ...offer.tool, ...this.#originOf(server) } : offer.tool;
      shown.set(name, { offer: { ...offer, tool }, customizationId: server?.customizationId });
    }
    this.#shown = shown;
    return [...shown.values()].map(({ offer }) => offer.tool);
  }

  /** Rejects only when the turn ends first. */
  call(request: ToolRequest): Promise<ToolOutcome> {
    return this.#ports.turn.within(this.#call(request));
  }

  async #call(request: ToolRequest): Promise<ToolOutcome> {
    const { name, input, says } = request;
    const { turn, newId, modelInput } = this.#ports;
    if (!this.#isAllowed(name)) return failed(`The chosen agent may not use the tool "${name}".`);
    const offer = this.#find(name);
    const introduction = offer && this.#introduce(offer);
    if (!introduction) return failed(`Nobody offers a tool named "${name}" to this session.`);
    // Now, while the server is there: it may go while the input is written.
    const subject = this.#subjectOf(offer);
    const ref = { turnId: turn.id, toolCallId: newId() };
    turn.append({ type: 'chat/toolCallStart', ...ref, ...introduction });
    const toolInput = typeof input === 'string' ? input : await this.#streamed(ref, input);
    const standing = await this.#standing(request, offer, subject);
    turn.append({
      type: 'chat/toolCallReady',
      ...ref,
      invocationMessage: says,
      toolInput,
      ...(standing.kind === 'free'
        ? { confirmed: standing.confirmed }
        : {
            editable: true,
            confirmationTitle: confirmationTitle(introduction.displayName, subject?.serverName, {
              view: this.#ports.view,
              standing,
            }),
            options: [...standing.options],
          }),
    });
    if (!subject) return turn.wait((state) => outcomeOf(findCall(state, ref), modelInput));
    // A call that waits runs because the user says so, unless another answer covers it meanwhile.
    const allowedBy = standing.kind === 'free' ? standing.allowedBy : 'asked';
    return this.#runOnServer({ ref, offer, subject, request, allowedBy });
  }

  #originOf({ customizationId, meta }: OfferedTool): Pick<HarnessTool, 'server' | 'hasView'> {
    const server = serverName(this.#ports.turn.open.session.state, customizationId);
    const ui = meta?.['ui'] as { readonly resourceUri?: unknown } | null | undefined;
    return { server, ...(typeof ui?.resourceUri === 'string' && { hasView: true }) };
  }

  #subjectOf(offer: Offer): ToolSubject | undefined {
    const server = this.#serverOf(offer);
    if (offer.from.kind !== 'server' || !server) return undefined;
    return subjectOf(this.#ports.turn.open.session, server, offer.from.name);
  }

  /** The policy is for tools of servers: what clients offer, they can ask about themselves. */
  async #standing(
    { confirm }: ToolRequest,
    { tool }: Offer,
    subject: ToolSubject | undefined,
  ): Promise<ConfirmationState> {
    if (confirm) return { kind: 'ask', options: onceOptions };
    if (this.#ports.view) {
      const readOnly = subject ? subject.readOnly : tool.readOnly === true && tool.destructive !== true;
      return this.#ports.confirmations.standingForView({ readOnly });
    }
    if (confirm === false || !subject) return { kind: 'free', confirmed: 'not-needed', allowedBy: 'request' };
    return this.#ports.confirmations.standing(subject);
  }

  /**
   * Whoever has the name now, as long as that is what the agent saw under it: any client with the same tool will do, a
   * server's tool is that server's.
   */
  #find(name: string): Offer | undefined {
    const now = this.#offers().get(name);
    const seen = this.#shown.get(name);
    if (!seen) return now;
    const { offer, customizationId } = seen;
    if (offer.from.kind === 'client') return now?.from.kind === 'client' ? now : undefined;
    return this.#serverOf(offer)?.customizationId === customizationId ? offer : undefined;
  }

  #offers(): ReadonlyMap<string, Offer> {
    return toolbox(this.#ports.turn.open.session.state, this.#ports.startedBy);
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
      return { toolName: tool.name, displayName: tool.name, contributor };
    }
    const server = this.#serverOf(offer);
    if (!server) return undefined;
    const { displayName, customizationId, meta } = server;
    const contributor = { kind: 'mcp' as const, customizationId };
    return { toolName: from.name, displayName, contributor, ...(meta && { _meta: { ...meta } }) };
  }

  /** Shows the input as it comes. Stops early when the call has ended meanwhile, because its owner left. */
  async #streamed(ref: CallRef, input: AsyncIterable<string>): Promise<string> {
    const { turn } = this.#ports;
    let text = '';
    try {
      for await (const content of input) {
        if (findCall(turn.state, ref)?.status !== 'streaming') break;
        text += content;
        turn.append({ type: 'chat/toolCallDelta', ...ref, content });
      }
    } catch (error) {
      const { result } = failure('The agent broke off before the input of the call was complete.');
      const invocationMessage = result.pastTenseMessage;
      // A call ends only after it was ready.
      turn.append({ type: 'chat/toolCallReady', ...ref, invocationMessage, confirmed: 'not-needed' });
      turn.append({ type: 'chat/toolCallComplete', ...ref, result });
      throw error;
    }
    return text;
  }

  async #runOnServer(call: CallOnServer): Promise<ToolOutcome> {
    const { ref, request } = call;
    const { turn, modelInput } = this.#ports;
    const decided = await this.#decided(call);
    if ('kind' in decided) return decided;
    const report = await this.#reportOf(decided, call);
    if (findCall(turn.state, ref)?.status === 'auth-required') {
      turn.append({ type: 'chat/toolCallAuthResolved', ...ref });
    }
    const { meta } = report;
    turn.append({
      type: 'chat/toolCallComplete',
      ...ref,
      result: resultShown(report, modelInput.tokens),
      ...(request.review && { requiresResultConfirmation: true }),
      ...(meta && { _meta: { ...meta } }),
    });
    // What the user is shown is the result; what the agent gets is the report on it.
    const reviewed = await turn.wait((state) => {
      const now = findCall(state, ref);
      return now?.status === 'completed' || now?.status === 'cancelled' ? now : undefined;
    });
    if (reviewed.status === 'cancelled') return denied(reviewed);
    return outcomeOfReport(report, modelInput);
  }

  /** The call once it may run, or what became of it instead. */
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
      if (decided.kind === 'denied') this.#recordDenial(subject);
      return decided;
    }
    const remembered = confirmations.remember(subject, decided.selectedOption?.id);
    if (remembered) this.#letPass(subject, remembered);
    return decided;
  }

  #recordDenial({ session, tool: name }: ToolSubject): void {
    const { turn, equipment, startedBy: clientId } = this.#ports;
    equipment.denied({ session, name, agent: turn.open.session.state.provider, clientId });
  }

  /** Other calls of a tool that was just allowed do not wait any longer. */
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

  async #reportOf(call: ToolCall, { ref, offer, subject, allowedBy }: CallOnServer): Promise<ToolReport> {
    const { toolName: name, contributor } = call;
    const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '';
    // While the user thought about it, the server may have gone and the name may have become another's.
    const owner = contributor?.kind === 'mcp' ? contributor.customizationId : undefined;
    const now = this.#serverOf(offer);
    if (now?.customizationId !== owner) {
      return failure(`The tool "${name}" is not offered any more. List the tools again.`, 'unknownTool');
    }
    if (now?.definition !== subject.definition) {
      return failure(
        `The tool "${name}" has changed since it was called, so it wasn't run. Look at it again.`,
        'unknownTool',
      );
    }
    if (!isJson(input)) return failure(`The input of "${name}" is not JSON. Write it anew.`, 'badInput');
    const { startedBy: clientId } = this.#ports;
    const about = { name, readOnly: subject.readOnly, clientId, allowedBy };
    return new ServerCall(this.#ports, ref, about).run(input);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
