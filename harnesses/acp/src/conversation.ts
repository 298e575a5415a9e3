import { setTimeout as sleep } from 'node:timers/promises';
import {
  TurnFailure,
  type AgentCommand,
  type Announcements,
  type HarnessEvent,
  type HarnessTool,
  type HarnessTurn,
  type OptionValue,
  type ProcessGuard,
} from '@loggia/sessions/harness';
import { attached, unsentNotice } from './attachments.ts';
import type { Environment } from './environment.ts';
import { EventQueue } from './event-queue.ts';
import { keptIn, type KeptSession } from './kept-session.ts';
import { noticeOf, noticesFor, noticeText } from './notices.ts';
import { labelOf, type AcpSettings } from './options.ts';
import { failedResult } from './outcome.ts';
import { commandIn, instructionsOf, promptOf } from './prompt.ts';
import type { ClientSide, SessionPlace, SessionUpdate } from './protocol.ts';
import { serverAt, shimFor } from './proxy-server.ts';
import { RunningAgent, type Continuation } from './running-agent.ts';
import { SessionOptions } from './session-options.ts';
import type { Door, ToolProxy } from './tool-proxy.ts';
import { TurnReports } from './turn-reports.ts';

/** A process that nobody has needed for so long ends; its session is resumed when the next message comes. */
const idleMs = 15 * 60_000;
/**
 * How long a new process may take to list its tools before it gets a message. Some agents connect to their servers in the
 * background, and would answer the first message without tools.
 */
const listMs = 3_000;
/** How long an agent that hears of changed tools may take to list them. */
const relistMs = 2_000;
/** For the list to arrive, once the agent has asked for it. */
const arriveMs = 50;
/** How long a canceled agent may take to stop by itself. */
const cancelMs = 10_000;
/** Notices that wait for the next turn. */
const mostUntold = 20;

interface Live {
  readonly agent: RunningAgent;
  readonly sessionId: string;
  readonly place: SessionPlace;
  /** The tools by name, with everything that the agent was told about each. */
  readonly told: Map<string, string>;
  readonly door: Door;
  readonly options: SessionOptions;
  instructed: string;
  /** The agent's session lacks the conversation so far. */
  isBehind: boolean;
}

export interface ConversationPorts {
  readonly settings: AcpSettings;
  readonly proxy: ToolProxy;
  readonly env: Environment;
  readonly guard?: ProcessGuard | undefined;
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
  /** The last turn's, which stay of use until the next. */
  #announcements: Announcements | undefined;
  #commands: readonly AgentCommand[] = [];
  /** Notices for the next turn. */
  #untold: string[] = [];

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
  }

  async *run(turn: HarnessTurn): AsyncGenerator<HarnessEvent, void> {
    clearTimeout(this.#idle);
    await this.#settled;
    if (turn.signal.aborted || this.#isClosed) return;
    const [cwd = '', ...others] = await foldersOf(turn);
    const events = new EventQueue();
    const label = labelOf(this.#ports.settings);
    const kept = keptIn(await turn.memory.read());
    const reports = new TurnReports(turn, events, { cwd, label, costBefore: kept?.cost });
    this.#announcements = turn.announcements;
    this.#current = { turn, reports, events };
    turn.onToolsChanged(() => {
      if (this.#current?.turn === turn) this.#live?.door.toolsChanged();
    });
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

  /** The user chose a value. An agent that doesn't run now gets it before the next message. */
  optionChosen(id: string, value: OptionValue): void {
    const live = this.#live;
    if (live && live.sessionId !== '') void this.#choose(live, { [id]: value }).catch(() => undefined);
  }

  /** `deletes`: the agent isn't to keep its session either. Resolves with whether it ran, and so could be told. */
  async close({ deletes = false }: { readonly deletes?: boolean } = {}): Promise<boolean> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const isRunning = this.#live !== undefined && !this.#live.agent.isEnded;
    await this.#end({ deletes });
    // A process that has not answered yet ends with its turn.
    await this.#settled;
    clearTimeout(this.#idle);
    return isRunning;
  }

  async #prompt(
    turn: HarnessTurn,
    folders: readonly string[],
    { events, reports }: { readonly events: EventQueue; readonly reports: TurnReports },
  ): Promise<void> {
    const live = await this.#connected(turn, folders, { events, reports });
    const { agent, sessionId, place, instructed, isBehind } = live;
    await this.#choose(live, turn.chosenOptions(), turn.signal);
    const { promptCapabilities: capabilities = {} } = agent.capabilities;
    const isCommand = commandIn(turn.message, this.#commands);
    const instructions = instructionsOf(turn, place.additionalDirectories ? [] : folders.slice(1));
    const prompt = promptOf(turn, { capabilities, isNew: isBehind, instructions, instructed, isCommand });
    if (!isCommand) {
      live.instructed = instructions;
      live.isBehind = false;
    }
    const unsent = unsentNotice(labelOf(this.#ports.settings), attached(turn.message, capabilities).unsent);
    if (unsent !== undefined) events.push({ kind: 'notice', text: unsent });
    for (const text of this.#untold.splice(0)) events.push({ kind: 'notice', text });
    const asked = agent.answer(agent.side.prompt(sessionId, prompt));
    const cancel = (): void => void agent.side.cancel(sessionId).catch(() => undefined);
    turn.signal.addEventListener('abort', cancel, { once: true });
    if (turn.signal.aborted) cancel();
    try {
      const answer = await Promise.race([asked, tooLong(turn.signal)]);
      reports.end();
      if (answer) reports.answered(answer);
      this.#keep(turn, live, reports.cost);
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

  #keep(
    { memory, id: turn }: HarnessTurn,
    { agent, sessionId, place }: Live,
    cost: number | undefined,
  ): void {
    const deletes = agent.capabilities.sessionCapabilities?.delete;
    memory.keep({
      ...{ sessionId, cwd: place.cwd, turn },
      ...(deletes && { deletes: true }),
      ...(cost !== undefined && { cost }),
    } satisfies KeptSession);
  }

  /** The agent with a session that can take the message. */
  async #connected(
    turn: HarnessTurn,
    folders: readonly string[],
    { events, reports }: { readonly events: EventQueue; readonly reports: TurnReports },
  ): Promise<Live> {
    const [cwd = ''] = folders;
    const kept = keptIn(await turn.memory.read());
    const last = turn.history().at(-1)?.id;
    const isKnown =
      kept?.cwd === cwd && (kept.turn === last || (turn.resumes !== undefined && kept.turn === turn.id));
    const { sessionId } = (isKnown ? kept : undefined) ?? {};
    const live = this.#live;
    if (
      live &&
      live.sessionId === sessionId &&
      this.#isFit(live, folders) &&
      (await this.#knowsTools(live))
    ) {
      this.#keep(turn, live, reports.cost);
      return live;
    }
    await this.#end();
    const { live: started, how } = await this.#start(turn, folders, { sessionId, events });
    if (this.#isClosed) await this.#end();
    if (how === 'new') reports.isNewSession();
    this.#keep(turn, started, reports.cost);
    return started;
  }

  /** Whether the process still runs, in these folders. */
  #isFit({ agent, place }: Live, [cwd, ...others]: readonly string[]): boolean {
    if (agent.isEnded || place.cwd !== cwd) return false;
    if (place.additionalDirectories && place.additionalDirectories.join('\n') !== others.join('\n'))
      return false;
    return true;
  }

  /** Whether the agent knows every tool. One that listens for changes is given a moment to list them again. */
  async #knowsTools({ door, told }: Live): Promise<boolean> {
    const tools = this.#current?.reports.tools() ?? [];
    const isTold = (): boolean => tools.every((tool) => told.get(tool.name) === definitionOf(tool));
    if (isTold()) return true;
    if (!door.toolsChanged()) return false;
    for (let waited = 0; waited < relistMs && !isTold(); waited += arriveMs) await sleep(arriveMs);
    return isTold();
  }

  async #start(
    turn: HarnessTurn,
    [cwd = '', ...others]: readonly string[],
    { sessionId, events }: { readonly sessionId: string | undefined; readonly events: EventQueue },
  ): Promise<{ readonly live: Live; readonly how: Continuation }> {
    const { settings, proxy, env, guard } = this.#ports;
    const label = labelOf(settings);
    const { signal } = turn;
    events.push({ kind: 'activity', text: `Starting ${label}…` });
    const told = new Map<string, string>();
    const room = async (): Promise<void> => this.#current?.events.room();
    let list = (): void => undefined;
    const listed = new Promise<void>((resolve) => (list = resolve)).then(() => sleep(arriveMs));
    const door = await proxy.open({
      tools: () => {
        list();
        const tools = this.#current?.reports.tools() ?? [];
        for (const tool of tools) told.set(tool.name, definitionOf(tool));
        return tools;
      },
      call: async (call) =>
        this.#current?.reports.call(call) ?? failedResult('No turn is running. Wait for the next message.'),
    });
    try {
      const agent = await RunningAgent.start(
        settings,
        { cwd, env, guard, side: this.#side(turn), room },
        signal,
      );
      const { mcpCapabilities, sessionCapabilities } = agent.capabilities;
      const place: SessionPlace = {
        cwd,
        ...(sessionCapabilities?.additionalDirectories && { additionalDirectories: others }),
        mcpServers: [mcpCapabilities?.http ? serverAt(door) : shimFor(door)],
      };
      // Agents list tools when a session starts; some never do it again.
      for (const tool of this.#current?.reports.tools() ?? []) told.set(tool.name, definitionOf(tool));
      const options = new SessionOptions();
      const live = { agent, place, told, door, options, instructed: '', sessionId: '', isBehind: true };
      this.#live = live;
      this.#commands = [];
      const { id, how, facts } = await agent.session(sessionId, place, signal);
      options.began(facts, { isNew: how === 'new' });
      this.#live = { ...live, sessionId: id, isBehind: how === 'new' };
      if (turn.tools().length > 0) await Promise.race([listed, sleep(listMs, undefined, { ref: false })]);
      events.push({ kind: 'activity', text: undefined });
      for (const text of noticesFor(label, how, turn)) events.push({ kind: 'notice', text });
      return { live: this.#live, how };
    } catch (error) {
      door.close();
      await this.#end();
      throw error;
    }
  }

  /** The agent's requests and reports count while a turn runs; its repetition of an old session doesn't. */
  #side({ terminals }: HarnessTurn): ClientSide {
    const files = (): HarnessTurn['files'] => {
      if (this.#current) return this.#current.turn.files;
      throw new Error('No turn is running, so no file can be used.');
    };
    return {
      updated: ({ sessionId, update }) => {
        const live = this.#live;
        if (!live || (live.sessionId !== '' && live.sessionId !== sessionId)) return;
        if (this.#offered(live, update) || live.sessionId === '') return;
        if (this.#current) this.#current.reports.updated(update);
        else if (update.sessionUpdate === 'notice')
          this.#untold = [...this.#untold, noticeText(update)].slice(-mostUntold);
      },
      permission: async (request, withdrawn) => this.#current?.reports.permission(request, withdrawn),
      elicit: async (request, withdrawn) =>
        this.#current?.reports.elicit(request, withdrawn) ?? { action: 'cancel' },
      elicited: (id) => this.#current?.reports.elicited(id),
      read: async (path) => files().read(path),
      write: async (path, text) => files().write(path, text),
      // The host has them in every turn, or in none.
      ...(terminals && {
        terminals: () => {
          if (this.#current) return this.#current.reports.terminals();
          throw new Error('No turn is running, so no program can run.');
        },
      }),
    };
  }

  /**
   * Agents announce commands and options at any time, often before they answer that the session is there. A title may
   * come long after the turn.
   */
  #offered(live: Live, update: SessionUpdate): boolean {
    if (update.sessionUpdate === 'session_info_update') {
      if (update.title) this.#announcements?.title(update.title);
      return true;
    }
    if (update.sessionUpdate === 'available_commands_update') {
      this.#commands = update.availableCommands.map(({ name, description }) => ({ name, description }));
      this.#announcements?.commands(this.#commands);
      return true;
    }
    if (!live.options.updated(update)) return false;
    if (live.sessionId !== '') this.#announcements?.options(live.options.list);
    return true;
  }

  /** Never rejects because of a refusal: the announced values say what the agent has. */
  async #choose(
    { agent, sessionId, options }: Live,
    chosen: Readonly<Record<string, OptionValue>>,
    signal?: AbortSignal,
  ): Promise<void> {
    const setter = {
      setMode: (id: string) => agent.answer(agent.side.setMode(sessionId, id), signal),
      setOption: (id: string, value: OptionValue) =>
        agent.answer(agent.side.setOption(sessionId, id, value), signal),
    };
    const problems = await options.choose(chosen, setter, () => agent.isEnded || signal?.aborted === true);
    if (agent.isEnded || signal?.aborted) return;
    this.#announcements?.options(options.list);
    if (this.#current) for (const text of problems) this.#current.events.push({ kind: 'notice', text });
    else this.#untold.push(...problems);
  }

  async #end({ deletes = false }: { readonly deletes?: boolean } = {}): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    live?.door.close();
    if (deletes) await live?.agent.leave(live.sessionId);
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

function definitionOf({ server, description, inputSchema }: HarnessTool): string {
  return JSON.stringify([server, description, inputSchema]);
}

/** Resolves when an agent has had enough time to stop after the turn was canceled. */
function tooLong(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const wait = (): void => void sleep(cancelMs, undefined, { ref: false }).then(() => resolve(undefined));
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}
