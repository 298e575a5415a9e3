import type { Contributor, ToolCall } from '@loggia/protocol';
import type { Equipment, OfferedTool, RunningCall, ToolReport } from '../equipment.ts';
import type { HarnessTool, ToolOutcome, ToolRequest } from '../harness.ts';
import { findCall } from '../rules/chat-rules.ts';
import type { ActiveTurn } from './active-turn.ts';
import type { ActivityFeed } from './activity-feed.ts';
import { failure, ServerCall } from './server-call.ts';
import { toolbox, type Offer } from './toolbox.ts';

export interface ToolCallPorts {
  readonly turn: ActiveTurn;
  readonly equipment: Equipment;
  readonly activity: ActivityFeed;
  /** Its tools are preferred. */
  readonly startedBy: string | undefined;
  readonly sample: RunningCall['sample'];
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
      shown.set(name, { offer, customizationId: server?.customizationId });
    }
    this.#shown = shown;
    return [...shown.values()].map(({ offer }) => offer.tool);
  }

  /** Rejects only when the turn ends first. */
  call(request: ToolRequest): Promise<ToolOutcome> {
    return this.#ports.turn.within(this.#call(request));
  }

  async #call({ name, input, says, confirm }: ToolRequest): Promise<ToolOutcome> {
    const { turn, newId } = this.#ports;
    if (!this.#isAllowed(name)) return failed(`The chosen agent may not use the tool "${name}".`);
    const offer = this.#find(name);
    const introduction = offer && this.#introduce(offer);
    if (!introduction) return failed(`Nobody offers a tool named "${name}" to this session.`);
    const ref = { turnId: turn.id, toolCallId: newId() };
    turn.append({ type: 'chat/toolCallStart', ...ref, ...introduction });
    const toolInput = typeof input === 'string' ? input : await this.#streamed(ref, input);
    turn.append({
      type: 'chat/toolCallReady',
      ...ref,
      invocationMessage: says,
      toolInput,
      ...(confirm ? { editable: true } : { confirmed: 'not-needed' as const }),
    });
    if (offer.from.kind === 'server') return this.#runOnServer(ref, offer);
    return turn.wait((state) => outcomeOf(findCall(state, ref)));
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

  async #runOnServer(ref: CallRef, offer: Offer): Promise<ToolOutcome> {
    const { turn } = this.#ports;
    const decided = await turn.wait((state) => {
      const call = findCall(state, ref);
      return call?.status === 'running' ? call : outcomeOf(call);
    });
    if ('kind' in decided) return decided;
    const report = await this.#reportOf(decided, ref, offer);
    if (findCall(turn.state, ref)?.status === 'auth-required') {
      turn.append({ type: 'chat/toolCallAuthResolved', ...ref });
    }
    const { result, meta, text, structured } = report;
    turn.append({ type: 'chat/toolCallComplete', ...ref, result, ...(meta && { _meta: { ...meta } }) });
    if (!result.success) return failed(text || (result.error?.message ?? 'The tool failed.'));
    return { kind: 'done', text, ...(structured !== undefined && { structured }) };
  }

  async #reportOf(call: ToolCall, ref: CallRef, offer: Offer): Promise<ToolReport> {
    const { toolName: name, contributor } = call;
    const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '';
    // While the user thought about it, the server may have gone and the name may have become another's.
    const owner = contributor?.kind === 'mcp' ? contributor.customizationId : undefined;
    if (this.#serverOf(offer)?.customizationId !== owner) {
      return failure(`The tool "${name}" is not offered any more. List the tools again.`, 'unknownTool');
    }
    if (!isJson(input)) return failure(`The input of "${name}" is not JSON. Write it anew.`, 'badInput');
    return new ServerCall(this.#ports, ref, name).run(input);
  }
}

function failed(message: string): ToolOutcome {
  return { kind: 'failed', message };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function outcomeOf(call: ToolCall | undefined): ToolOutcome | undefined {
  if (call?.status === 'cancelled') {
    const message =
      typeof call.reasonMessage === 'string' ? call.reasonMessage : call.reasonMessage?.markdown;
    return { kind: 'denied', ...(message !== undefined && { message }) };
  }
  if (call?.status !== 'completed') return undefined;
  if (!call.success) return failed(call.error?.message ?? 'The tool failed.');
  const text = (call.content ?? [])
    .flatMap((content) => (content.type === 'text' ? [content.text] : []))
    .join('\n');
  return {
    kind: 'done',
    text,
    ...(call.structuredContent !== undefined && { structured: call.structuredContent }),
  };
}
