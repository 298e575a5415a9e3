import { setTimeout as sleep } from 'node:timers/promises';
import { TurnFailure, type HarnessEvent, type HarnessTool, type HarnessTurn } from '@loggia/sessions/harness';
import { proxyName } from './call-matching.ts';
import type { Environment } from './environment.ts';
import { EventQueue } from './event-queue.ts';
import { labelOf, type AcpSettings } from './options.ts';
import { failedResult } from './outcome.ts';
import { instructionsOf, promptOf } from './prompt.ts';
import type { ClientSide, McpServer, PromptResponse, SessionPlace } from './protocol.ts';
import { RunningAgent, type Continuation } from './running-agent.ts';
import type { Door, ToolProxy } from './tool-proxy.ts';
import { TurnReports } from './turn-reports.ts';

/** A process that nobody has needed for so long ends; its session is resumed when the next message comes. */
const idleMs = 15 * 60_000;
/** How long a canceled agent may take to stop by itself. */
const cancelMs = 10_000;

/** Kept with the chat. */
interface Kept {
  readonly sessionId: string;
  readonly cwd: string;
  /** The last turn that the agent's session knows. */
  readonly turn: string;
}

interface Live {
  readonly agent: RunningAgent;
  readonly sessionId: string;
  readonly place: SessionPlace;
  /** The tools by name, with everything that the agent was told about each. */
  readonly told: Map<string, string>;
  readonly door: Door;
  instructed: string;
}

export interface ConversationPorts {
  readonly settings: AcpSettings;
  readonly proxy: ToolProxy;
  readonly env: Environment;
}

/** One chat with an agent: at most one process, which runs one turn at a time. */
export class Conversation {
  readonly #ports: ConversationPorts;
  #live: Live | undefined;
  /** The turn whose calls and reports count. */
  #current:
    | { readonly turn: HarnessTurn; readonly reports: TurnReports; readonly events: EventQueue }
    | undefined;
  /** The last prompt, and everything that has to end before the next. */
  #settled: Promise<void> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
  }

  async *run(turn: HarnessTurn): AsyncGenerator<HarnessEvent, void> {
    clearTimeout(this.#idle);
    await this.#settled;
    if (turn.signal.aborted || this.#isClosed) return;
    const [cwd = '', ...others] = await foldersOf(turn);
    const events = new EventQueue();
    const reports = new TurnReports(turn, events, cwd);
    this.#current = { turn, reports, events };
    const abandon = (): void => events.end();
    turn.signal.addEventListener('abort', abandon, { once: true });
    this.#settled = this.#prompt(turn, [cwd, ...others], { events, reports })
      .then(
        () => events.end(),
        (error: unknown) => events.fail(error),
      )
      .finally(() => {
        turn.signal.removeEventListener('abort', abandon);
        this.#current = undefined;
        this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
      });
    yield* events.events();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#end();
    // A process that has not answered yet ends with its turn.
    await this.#settled;
    clearTimeout(this.#idle);
  }

  async #prompt(
    turn: HarnessTurn,
    folders: readonly string[],
    { events, reports }: { readonly events: EventQueue; readonly reports: TurnReports },
  ): Promise<void> {
    const { live, how } = await this.#connected(turn, folders, events);
    const { agent, sessionId, instructed } = live;
    const { promptCapabilities: capabilities = {} } = agent.capabilities;
    const prompt = promptOf(turn, { capabilities, isNew: how === 'new', instructed });
    live.instructed = instructionsOf(turn);
    const asked = agent.answer(agent.side.prompt(sessionId, prompt));
    const cancel = (): void => void agent.side.cancel(sessionId).catch(() => undefined);
    turn.signal.addEventListener('abort', cancel, { once: true });
    if (turn.signal.aborted) cancel();
    try {
      const answer = await Promise.race([asked, tooLong(turn.signal)]);
      reports.end();
      const notice = answer && noticeOf(answer, labelOf(this.#ports.settings));
      if (notice !== undefined) events.push({ kind: 'notice', text: notice });
      if (!answer) await this.#end();
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      turn.signal.removeEventListener('abort', cancel);
      asked.catch(() => undefined);
    }
  }

  /** The agent with a session that can take the message, and how far it knows the conversation. */
  async #connected(
    turn: HarnessTurn,
    folders: readonly string[],
    events: EventQueue,
  ): Promise<{ readonly live: Live; readonly how: Continuation }> {
    const [cwd = ''] = folders;
    const kept = keptIn(await turn.memory.read());
    const last = turn.history().at(-1)?.id;
    const isKnown =
      kept?.cwd === cwd && (kept.turn === last || (turn.resumes !== undefined && kept.turn === turn.id));
    const { sessionId } = (isKnown ? kept : undefined) ?? {};
    const keep = (id: string): void => turn.memory.keep({ sessionId: id, cwd, turn: turn.id } satisfies Kept);
    const live = this.#live;
    if (live && live.sessionId === sessionId && this.#isFit(live, turn, folders)) {
      keep(live.sessionId);
      return { live, how: 'resumed' };
    }
    await this.#end();
    const started = await this.#start(turn, folders, { sessionId, events });
    if (this.#isClosed) await this.#end();
    keep(started.live.sessionId);
    return started;
  }

  /** Whether the process still runs, in these folders, and knows every tool that it could be told of. */
  #isFit({ agent, place, told }: Live, turn: HarnessTurn, [cwd, ...others]: readonly string[]): boolean {
    if (agent.isEnded || place.cwd !== cwd) return false;
    if (place.additionalDirectories && place.additionalDirectories.join('\n') !== others.join('\n'))
      return false;
    return turn.tools().every((tool) => told.get(tool.name) === definitionOf(tool));
  }

  async #start(
    turn: HarnessTurn,
    [cwd = '', ...others]: readonly string[],
    { sessionId, events }: { readonly sessionId: string | undefined; readonly events: EventQueue },
  ): Promise<{ readonly live: Live; readonly how: Continuation }> {
    const { settings, proxy, env } = this.#ports;
    const label = labelOf(settings);
    const { signal } = turn;
    events.push({ kind: 'activity', text: `Starting ${label}…` });
    const told = new Map<string, string>();
    const room = async (): Promise<void> => this.#current?.events.room();
    const door = await proxy.open({
      tools: () => {
        const tools = this.#current?.reports.tools() ?? [];
        for (const tool of tools) told.set(tool.name, definitionOf(tool));
        return tools;
      },
      call: async (call) =>
        this.#current?.reports.call(call) ?? failedResult('No turn is running. Wait for the next message.'),
    });
    try {
      const agent = await RunningAgent.start(settings, { cwd, env, side: this.#side(), room }, signal);
      const { mcpCapabilities, sessionCapabilities } = agent.capabilities;
      const place: SessionPlace = {
        cwd,
        ...(sessionCapabilities?.additionalDirectories && { additionalDirectories: others }),
        mcpServers: mcpCapabilities?.http ? [serverAt(door)] : [],
      };
      // Agents list tools when a session starts; some never do it again.
      for (const tool of turn.tools()) told.set(tool.name, definitionOf(tool));
      const live = { agent, place, told, door, instructed: '', sessionId: '' };
      this.#live = live;
      const { id, how } = await agent.session(sessionId, place, signal);
      this.#live = { ...live, sessionId: id };
      events.push({ kind: 'activity', text: undefined });
      for (const text of noticesFor(label, { how, turn, hasTools: place.mcpServers.length > 0 }))
        events.push({ kind: 'notice', text });
      return { live: this.#live, how };
    } catch (error) {
      door.close();
      await this.#end();
      throw error;
    }
  }

  /** The agent's requests and reports count while a turn runs; its repetition of an old session doesn't. */
  #side(): ClientSide {
    const files = (): HarnessTurn['files'] => {
      if (this.#current) return this.#current.turn.files;
      throw new Error('No turn is running, so no file can be used.');
    };
    return {
      updated: ({ sessionId, update }) => {
        if (sessionId === this.#live?.sessionId) this.#current?.reports.updated(update);
      },
      permission: async (request) => this.#current?.reports.permission(request),
      read: async (path) => files().read(path),
      write: async (path, text) => files().write(path, text),
    };
  }

  async #end(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    live?.door.close();
    await live?.agent.end();
  }
}

async function foldersOf({ files }: HarnessTurn): Promise<readonly string[]> {
  try {
    return await files.folders();
  } catch (error) {
    throw new TurnFailure(error instanceof Error ? error.message : String(error));
  }
}

function serverAt({ url, token }: Door): McpServer {
  return {
    type: 'http',
    name: proxyName,
    url,
    headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
  };
}

function definitionOf({ server, description, inputSchema }: HarnessTool): string {
  return JSON.stringify([server, description, inputSchema]);
}

function keptIn(value: unknown): Kept | undefined {
  const { sessionId, cwd, turn } = (value ?? {}) as Partial<Kept>;
  if (typeof sessionId !== 'string' || typeof cwd !== 'string' || typeof turn !== 'string') return undefined;
  return { sessionId, cwd, turn };
}

/** Resolves when an agent has had enough time to stop after the turn was canceled. */
function tooLong(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const wait = (): void => void sleep(cancelMs, undefined, { ref: false }).then(() => resolve(undefined));
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

function noticesFor(
  label: string,
  {
    how,
    turn,
    hasTools,
  }: { readonly how: Continuation; readonly turn: HarnessTurn; readonly hasTools: boolean },
): string[] {
  const isFirst = turn.history().length === 0 && turn.resumes === undefined;
  const continued = {
    resumed: `${label} was started again and goes on with its session.`,
    loaded: `${label} was started again and has read its session again.`,
    new: `${label} began a new session, and was given the conversation so far.`,
  };
  return [
    ...(isFirst ? [] : [continued[how]]),
    ...(hasTools || turn.tools().length === 0
      ? []
      : [`${label} can't use the tools of this session, because it doesn't support MCP over HTTP.`]),
  ];
}

function noticeOf({ stopReason }: PromptResponse, label: string): string | undefined {
  switch (stopReason) {
    case 'max_tokens':
      return 'The answer is cut off at the longest that the model may give. Say "continue" to go on.';
    case 'max_turn_requests':
      return `${label} stopped after as many steps as it may take. Say "continue" to go on.`;
    case 'refusal':
      return `${label} refused to answer. Rephrase your message and try again.`;
    default:
      return undefined;
  }
}
