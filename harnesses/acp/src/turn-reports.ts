import type {
  HarnessEvent,
  HarnessTool,
  HarnessTurn,
  OwnCall,
  PermissionOption,
} from '@loggia/sessions/harness';
import { searchToolName } from '@loggia/sessions/tools';
import { AgentTerminals } from './agent-terminals.ts';
import { CallMatching } from './call-matching.ts';
import { CallOutput } from './call-output.ts';
import { Compactions } from './compactions.ts';
import { formOf, responseOf } from './elicitation.ts';
import type { EventQueue } from './event-queue.ts';
import { noticeText } from './notices.ts';
import { failedResult, resultOf } from './outcome.ts';
import { isOver, merged, ownCallOf, reportOf, stepsOf, wordsOf, type MergedCall } from './own-calls.ts';
import type {
  CreateTerminalRequest,
  ElicitationRequest,
  ElicitationResponse,
  PromptResponse,
  RequestPermissionRequest,
  SessionUpdate,
  TerminalSide,
  ToolCallUpdate,
} from './protocol.ts';
import { ProxyTools, type Target } from './proxy-tools.ts';
import type { ProxiedSession, ProxyCall } from './tool-proxy.ts';
import { TurnUsage } from './turn-usage.ts';

/** How long a report that looks like a call to the proxy waits for it. */
const holdMs = 300;

const kinds = {
  allow_once: 'allow-once',
  allow_always: 'allow-always',
  reject_once: 'deny-once',
  reject_always: 'deny-always',
} as const;

export interface ReportsContext {
  readonly cwd: string;
  /** The agent's name for users. */
  readonly label: string;
  /** US dollars that the agent's session had cost before the turn, if known. */
  readonly costBefore: number | undefined;
}

/** Translates what an agent reports and asks during one turn. */
export class TurnReports {
  readonly #turn: HarnessTurn;
  readonly #events: EventQueue;
  readonly #cwd: string;
  readonly #label: string;
  readonly #usage: TurnUsage;
  readonly #compactions = new Compactions();
  readonly #pages = new Map<string, AbortController>();
  readonly #calls = new Map<string, MergedCall>();
  readonly #own = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #outputs = new CallOutput();
  /** Undefined if the host runs no programs for agents. */
  readonly #terminals: AgentTerminals | undefined;
  readonly #matching: CallMatching;
  readonly #proxyTools: ProxyTools;
  #tools: readonly HarnessTool[];
  #searches = 0;

  constructor(turn: HarnessTurn, events: EventQueue, { cwd, label, costBefore }: ReportsContext) {
    this.#turn = turn;
    this.#events = events;
    this.#cwd = cwd;
    this.#label = label;
    this.#usage = new TurnUsage(costBefore);
    this.#proxyTools = new ProxyTools(turn);
    this.#tools = this.#proxyTools.list();
    this.#terminals = turn.terminals && new AgentTerminals(turn.terminals);
    this.#matching = new CallMatching(() => this.#tools.map(({ name }) => name));
  }

  /** The tools of the session, for an agent that lists them. */
  tools(): readonly HarnessTool[] {
    this.#tools = this.#proxyTools.list();
    return this.#tools;
  }

  /** Throws if the host runs no programs for agents. */
  terminals(): TerminalSide {
    const terminals = this.#terminals;
    if (!terminals) throw new Error('This host runs no programs for agents.');
    const create = async (request: CreateTerminalRequest): Promise<string> => {
      // After the call that it belongs to.
      await this.#inOrder();
      return terminals.create(request);
    };
    return {
      create,
      output: (id) => terminals.output(id),
      exited: (id) => terminals.exited(id),
      kill: (id) => terminals.kill(id),
      release: (id) => terminals.release(id),
    };
  }

  /** The cost of the agent's session so far. */
  get cost(): number | undefined {
    return this.#usage.cost;
  }

  isNewSession(): void {
    this.#usage.isNewSession();
  }

  updated(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#events.push({ kind: 'text', ...chunk(update) });
      case 'agent_thought_chunk':
        return this.#events.push({ kind: 'reasoning', ...chunk(update) });
      case 'tool_call':
      case 'tool_call_update':
        return this.#reported(update);
      case 'plan':
        return this.#events.push({ kind: 'plan', steps: stepsOf(update) });
      case 'notice':
        return this.#events.push({ kind: 'notice', text: noticeText(update) });
      case 'usage_update':
        return this.#tell(this.#usage.updated(update));
      case 'compaction_update':
      case 'compaction_summary_chunk':
        return this.#tell([{ kind: 'call', call: this.#compactions.updated(update) }]);
      default:
        return undefined;
    }
  }

  /** The agent's answer to the whole prompt. */
  answered(answer: PromptResponse): void {
    this.#tell(this.#usage.answered(answer));
  }

  #tell(events: readonly HarnessEvent[]): void {
    for (const event of events) this.#events.push(event);
  }

  /** A call at the proxy is a call of the turn. */
  async call({ name, input, id, signal }: ProxyCall): ReturnType<ProxiedSession['call']> {
    this.#matching.served({ name, input, id });
    const target = this.#proxyTools.target(name, input);
    if (target.kind === 'mistake') return failedResult(target.message);
    if (target.kind === 'search') return this.#searched(target);
    const request = {
      ...{ name: target.name, input: JSON.stringify(target.input), signal },
      says: `Using ${target.tool?.title ?? target.name}`,
    };
    try {
      // After the text that the agent said before it.
      await this.#inOrder();
      return resultOf(await this.#turn.callTool(request));
    } catch {
      return failedResult('The turn ended before this call did.');
    }
  }

  /** The id of the chosen option; undefined if the turn ends first, or the agent withdraws the question. */
  async permission(
    { toolCall, options }: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<string | undefined> {
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
      await this.#inOrder();
      return await this.#turn.askPermission(this.#shownAs(call), offered, signal);
    } catch {
      return undefined;
    }
  }

  /** Asks the user for what the agent wants to know. Never rejects. */
  async elicit(request: ElicitationRequest, given: AbortSignal): Promise<ElicitationResponse> {
    const form = formOf(request, this.#label);
    if (!form) return { action: 'decline' };
    const done = new AbortController();
    const page = request.mode === 'url' ? String(request.elicitationId) : undefined;
    if (page !== undefined) this.#pages.set(page, done);
    try {
      await this.#inOrder();
      const answer = await this.#turn.ask({ ...form, signal: AbortSignal.any([given, done.signal]) });
      // The page itself said that the user was there.
      if (done.signal.aborted) return { action: 'accept' };
      return given.aborted ? { action: 'cancel' } : responseOf(answer, request);
    } catch {
      return { action: 'cancel' };
    } finally {
      if (page !== undefined) this.#pages.delete(page);
    }
  }

  elicited(elicitationId: string): void {
    this.#pages.get(elicitationId)?.abort();
  }

  /** The agent has nothing more to say: what still waits for a call to the proxy is shown as the agent's own. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const call of this.#calls.values()) this.#show(call, { isOver: true });
    this.#tell(this.#compactions.unfinished().map((call) => ({ kind: 'call', call })));
  }

  #searched({
    query,
    text,
  }: Extract<Target, { kind: 'search' }>): Awaited<ReturnType<ProxiedSession['call']>> {
    this.#events.push({
      kind: 'call',
      call: {
        ...{
          id: `loggia-search-${++this.#searches}`,
          name: searchToolName,
          title: `Search tools: ${query.slice(0, 100)}`,
        },
        ...{ input: JSON.stringify({ query }), status: 'done', content: [{ kind: 'text', text }] },
      },
    });
    return resultOf({ kind: 'done', text });
  }

  #merge(update: ToolCallUpdate): MergedCall {
    const { sessionUpdate: _kind, ...fields } = update as ToolCallUpdate & { sessionUpdate?: string };
    this.#outputs.add(fields);
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
    this.#events.push({ kind: 'call', call: this.#shownAs(call) });
  }

  /** Resolves when the host has taken the events so far. */
  #inOrder(): Promise<void> {
    return new Promise((resolve) => this.#events.push(resolve));
  }

  #shownAs(call: MergedCall): OwnCall {
    return ownCallOf(call, {
      cwd: this.#cwd,
      terminal: (id) => this.#terminals?.content(id),
      output: this.#outputs.of(call.toolCallId),
    });
  }
}

type Chunk = Extract<SessionUpdate, { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }>;

function chunk({ content, messageId }: Chunk): { readonly text: string; readonly message?: string } {
  return { text: wordsOf(content), ...(messageId && { message: messageId }) };
}
