import type { HarnessTool, HarnessTurn, PermissionOption } from '@loggia/sessions/harness';
import { CallMatching } from './call-matching.ts';
import type { EventQueue } from './event-queue.ts';
import { failedResult, resultOf } from './outcome.ts';
import { isOver, merged, ownCallOf, planCall, reportOf, wordsOf, type MergedCall } from './own-calls.ts';
import type { Plan, RequestPermissionRequest, SessionUpdate, ToolCallUpdate } from './protocol.ts';
import type { ProxiedSession, ProxyCall } from './tool-proxy.ts';

/** How long a report that looks like a call to the proxy waits for it. */
const holdMs = 300;

const kinds = {
  allow_once: 'allow-once',
  allow_always: 'allow-always',
  reject_once: 'deny-once',
  reject_always: 'deny-always',
} as const;

/** Translates what an agent reports and asks during one turn. */
export class TurnReports {
  readonly #turn: HarnessTurn;
  readonly #events: EventQueue;
  readonly #cwd: string;
  readonly #calls = new Map<string, MergedCall>();
  readonly #own = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #matching: CallMatching;
  #tools: readonly HarnessTool[];
  #plan: Plan | undefined;

  constructor(turn: HarnessTurn, events: EventQueue, cwd: string) {
    this.#turn = turn;
    this.#events = events;
    this.#cwd = cwd;
    this.#tools = turn.tools();
    this.#matching = new CallMatching(() => this.#tools.map(({ name }) => name));
  }

  /** The tools of the session, for an agent that lists them. */
  tools(): readonly HarnessTool[] {
    this.#tools = this.#turn.tools();
    return this.#tools;
  }

  updated(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#events.push({ kind: 'text', text: wordsOf(update.content) });
      case 'agent_thought_chunk':
        return this.#events.push({ kind: 'reasoning', text: wordsOf(update.content) });
      case 'tool_call':
      case 'tool_call_update':
        return this.#reported(update);
      case 'plan':
        this.#plan = update;
        return this.#events.push({ kind: 'call', call: planCall(update, false) });
      case 'session_info_update':
        return update.title ? this.#events.push({ kind: 'title', text: update.title }) : undefined;
      case 'notice':
        return this.#events.push({
          kind: 'notice',
          text: [update.title, update.description].filter(Boolean).join(': '),
        });
      default:
        return undefined;
    }
  }

  /** A call at the proxy is a call of the turn. */
  async call({ name, input, id, signal }: ProxyCall): ReturnType<ProxiedSession['call']> {
    this.#matching.served({ name, input, id });
    const title = this.#tools.find((tool) => tool.name === name)?.title ?? name;
    const request = { name, input: JSON.stringify(input), says: `Using ${title}`, signal };
    try {
      // After the text that the agent said before it.
      await new Promise<void>((resolve) => this.#events.push(resolve));
      return resultOf(await this.#turn.callTool(request));
    } catch {
      return failedResult('The turn ended before this call did.');
    }
  }

  /** The id of the chosen option; undefined if the turn ends first. */
  async permission({ toolCall, options }: RequestPermissionRequest): Promise<string | undefined> {
    const call = this.#merge(toolCall);
    // The host decides itself whether the user is asked about its own tools.
    if (this.#matching.isForProxy(reportOf(call))) {
      this.#matching.reported(reportOf(call));
      const once = options.find(({ kind }) => kind === 'allow_once');
      return (once ?? options.find(({ kind }) => kind === 'allow_always'))?.optionId;
    }
    this.#own.add(call.toolCallId);
    const offered = options.map(({ optionId, name, kind }): PermissionOption => ({
      id: optionId,
      label: name,
      kind: kinds[kind],
    }));
    try {
      await new Promise<void>((resolve) => this.#events.push(resolve));
      return await this.#turn.askPermission(ownCallOf(call, this.#cwd), offered);
    } catch {
      return undefined;
    }
  }

  /** The agent has nothing more to say: what still waits for a call to the proxy is shown as the agent's own. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const call of this.#calls.values()) this.#show(call, { isOver: true });
    if (this.#plan) this.#events.push({ kind: 'call', call: planCall(this.#plan, true) });
  }

  #merge(update: ToolCallUpdate): MergedCall {
    const { sessionUpdate: _kind, ...fields } = update as ToolCallUpdate & { sessionUpdate?: string };
    const call = merged(this.#calls.get(fields.toolCallId), fields);
    this.#calls.set(call.toolCallId, call);
    return call;
  }

  #reported(update: ToolCallUpdate): void {
    const call = this.#merge(update);
    if (this.#own.has(call.toolCallId)) return this.#push(call);
    const report = reportOf(call);
    const verdict = this.#matching.reported(report);
    if (verdict === 'ours') return undefined;
    if (verdict === 'own') return this.#push(call);
    // An agent that says that the call is for the proxy is believed until the call is over there.
    if (this.#matching.isForProxy(report) && !isOver(call)) return undefined;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#show(this.#calls.get(call.toolCallId) ?? call, { isOver: false });
    }, holdMs);
    this.#timers.add(timer);
    return undefined;
  }

  #show(call: MergedCall, { isOver: isTurnOver }: { readonly isOver: boolean }): void {
    if (this.#own.has(call.toolCallId) || this.#matching.reported(reportOf(call)) === 'ours') return;
    this.#push(isTurnOver && !isOver(call) ? { ...call, status: 'failed' } : call);
  }

  #push(call: MergedCall): void {
    this.#own.add(call.toolCallId);
    this.#events.push({ kind: 'call', call: ownCallOf(call, this.#cwd) });
  }
}
