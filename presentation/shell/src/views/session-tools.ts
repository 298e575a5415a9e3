import { globalEnvironment, type Environment } from '@loggia/client';
import {
  viewToolLimits,
  type InputNeeded,
  type SessionState,
  type StateAction,
  type ToolDefinition,
  type ToolResult,
} from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { failedResult } from './view-answer.ts';

type Host = Pick<ShellHost, 'client' | 'channels'>;
type Asked = Extract<InputNeeded, { kind: 'toolClientExecution' }>;

/** The tools of one View in its session. */
export interface OfferedTools {
  readonly tools: readonly ToolDefinition[];
  /** Runs one of them, by its name in the session. Never rejects. */
  call(call: AskedCall, signal: AbortSignal): Promise<ToolResult>;
}

export interface AskedCall {
  readonly name: string;
  readonly displayName: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Lists of tools are part of the session's log, so additions are gathered for this long. */
const pauseMs = 500;

const hosts = new WeakMap<Host, SessionTools>();

export function sessionToolsOf(host: Host): SessionTools {
  const known = hosts.get(host);
  if (known) return known;
  const made = new SessionTools(host);
  hosts.set(host, made);
  return made;
}

/** The tools that Views in this browser offer, by session. */
export class SessionTools {
  readonly #host: Host;
  readonly #after: Environment['after'];
  readonly #sessions = new Map<string, ToolsOfSession>();

  constructor(host: Host, { after }: Pick<Environment, 'after'> = globalEnvironment) {
    this.#host = host;
    this.#after = after;
  }

  /** Replaces everything that the View offers there; undefined withdraws it at once. */
  offer(session: string, view: string, offered: OfferedTools | undefined): void {
    const known = this.#sessions.get(session);
    if (!known && !offered) return;
    const tools = known ?? new ToolsOfSession(this.#host, session, this.#after);
    this.#sessions.set(session, tools);
    if (tools.offer(view, offered) === 'empty') this.#sessions.delete(session);
  }
}

/**
 * Registers this browser as a client of the session with the tools of its Views, and runs the calls of agents to them.
 * The session's list of needed inputs names the calls, whatever chat they are in.
 */
class ToolsOfSession {
  readonly #host: Host;
  readonly #session: string;
  readonly #after: Environment['after'];
  readonly #views = new Map<string, OfferedTools>();
  readonly #running = new Map<string, AbortController>();
  #stops: (() => void)[] = [];
  #published: readonly ToolDefinition[] = [];
  #cancelPause: (() => void) | undefined;
  /** The host refused the last list; the same one isn't sent again. */
  #wasRefused = false;

  constructor(host: Host, session: string, after: Environment['after']) {
    this.#host = host;
    this.#session = session;
    this.#after = after;
  }

  offer(view: string, offered: OfferedTools | undefined): 'empty' | 'used' {
    if (offered) this.#views.set(view, offered);
    else this.#views.delete(view);
    if (this.#stops.length === 0 && offered) this.#follow();
    const names = new Set(this.#tools().map(({ name }) => name));
    const isLess = this.#published.some(({ name }) => !names.has(name));
    // A tool that is gone must not be called; new ones can wait for each other.
    if (isLess) this.#publish();
    else this.#cancelPause ??= this.#after(pauseMs, () => this.#publish());
    if (this.#views.size > 0) return 'used';
    this.#leave();
    return 'empty';
  }

  #follow(): void {
    const { channels } = this.#host;
    this.#stops = [
      channels.hold(this.#session),
      channels.view<SessionState>(this.#session).subscribe(() => this.#look()),
    ];
  }

  #leave(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
  }

  #tools(): readonly ToolDefinition[] {
    return [...this.#views.values()].flatMap(({ tools }) => tools).slice(0, viewToolLimits.perSession);
  }

  #state(): SessionState | undefined {
    return this.#host.channels.view<SessionState>(this.#session).getSnapshot().state;
  }

  #publish(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    const tools = this.#tools();
    if (sameList(tools, this.#published)) return;
    this.#published = tools;
    this.#wasRefused = false;
    this.#register(tools);
  }

  #register(tools: readonly ToolDefinition[]): void {
    const { clientId } = this.#host.client;
    const action: StateAction =
      tools.length === 0
        ? { type: 'session/activeClientRemoved', clientId }
        : {
            type: 'session/activeClientSet',
            activeClient: { clientId, displayName: 'Loggia in a browser', tools: [...tools] },
          };
    this.#host.client.dispatch(this.#session, action).settled.catch(() => {
      this.#wasRefused = true;
    });
  }

  #look(): void {
    const state = this.#state();
    if (!state || this.#stops.length === 0) return;
    const { clientId } = this.#host.client;
    const isRegistered = state.activeClients.some((client) => client.clientId === clientId);
    // The host removes a client that was away for long.
    if (this.#published.length > 0 && !isRegistered && !this.#wasRefused) this.#register(this.#published);
    const asked = (state.inputNeeded ?? []).filter(
      (entry): entry is Asked => entry.kind === 'toolClientExecution' && entry.clientId === clientId,
    );
    for (const entry of asked) if (!this.#running.has(entry.id)) void this.#run(entry);
    const open = new Set(asked.map(({ id }) => id));
    for (const [id, running] of this.#running) {
      if (open.has(id)) continue;
      this.#running.delete(id);
      running.abort();
    }
  }

  async #run({ id, chat, turnId, toolCall }: Asked): Promise<void> {
    const abort = new AbortController();
    this.#running.set(id, abort);
    const { toolCallId, toolName: name, displayName } = toolCall;
    const owner = [...this.#views.values()].find(({ tools }) => tools.some((tool) => tool.name === name));
    const input = 'toolInput' in toolCall ? parsed(toolCall.toolInput) : {};
    const result = !owner
      ? failedResult(`No open View offers “${displayName}” any more.`, 'unknownTool')
      : input
        ? await owner.call({ name, displayName, input }, abort.signal)
        : failedResult(`The input of “${displayName}” isn’t a JSON object. Send an object.`, 'badInput');
    if (abort.signal.aborted) return;
    this.#host.client
      .dispatch(chat, { type: 'chat/toolCallComplete', turnId, toolCallId, result })
      // The call was over before the answer came, or the answer can't be sent.
      .settled.catch(() => this.#sendFailure(chat, { turnId, toolCallId }));
  }

  #sendFailure(chat: string, ref: { readonly turnId: string; readonly toolCallId: string }): void {
    const result = failedResult('The View’s answer couldn’t be sent to the host. Ask it for less.');
    this.#host.client
      .dispatch(chat, { type: 'chat/toolCallComplete', ...ref, result })
      .settled.catch(() => undefined);
  }
}

function sameList(a: readonly ToolDefinition[], b: readonly ToolDefinition[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

function parsed(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (input === undefined || input === '') return {};
  if (typeof input !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
