import { setTimeout as sleep } from 'node:timers/promises';
import { AgentFailure } from './agent-failure.ts';
import { AgentProcess } from './agent-process.ts';
import { agentEnvironment, type Environment } from './environment.ts';
import { labelOf, type AcpSettings } from './options.ts';
import {
  connect,
  isSignInMissing,
  protocolVersion,
  type AgentSide,
  type AuthMethod,
  type ClientSide,
  type InitializeResponse,
  type SessionPlace,
} from './protocol.ts';

/** A package that has to be fetched first can take minutes. */
const startMs = 3 * 60_000;

/** How a conversation is continued: by the agent from its own memory, or in a session that knows nothing of it. */
export type Continuation = 'resumed' | 'loaded' | 'new';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly side: ClientSide;
  /** Resolves when the next message can be taken. */
  room(): Promise<void>;
}

/** An agent's process that has been introduced to us. */
export class RunningAgent {
  readonly facts: InitializeResponse;
  readonly side: AgentSide;
  readonly #settings: AcpSettings;
  readonly #process: AgentProcess;

  /** Rejects with an AgentFailure, which says what to do. The process is gone then. */
  static async start(
    settings: AcpSettings,
    { cwd, env, side, room }: Surroundings,
    signal: AbortSignal,
  ): Promise<RunningAgent> {
    const { command, args } = settings;
    const child = new AgentProcess({ command, args, cwd, env: agentEnvironment(env, settings) });
    const agent = connect({ input: child.input, output: child.messages(room) }, side);
    try {
      const facts = await heardFrom(child, settings, agent.initialize(), { signal, withinMs: startMs });
      if (facts.protocolVersion !== protocolVersion) {
        const versions = `version ${facts.protocolVersion} of the Agent Client Protocol, and this host ${protocolVersion}`;
        throw new AgentFailure(`${labelOf(settings)} speaks ${versions}.`, {
          advice: 'Install another version of it',
        });
      }
      const running = new RunningAgent(settings, child, agent, facts);
      const { authMethod } = settings;
      if (authMethod !== undefined) await running.answer(agent.authenticate(authMethod), signal);
      return running;
    } catch (error) {
      agent.close();
      await child.end();
      throw error;
    }
  }

  private constructor(
    settings: AcpSettings,
    child: AgentProcess,
    side: AgentSide,
    facts: InitializeResponse,
  ) {
    this.#settings = settings;
    this.#process = child;
    this.side = side;
    this.facts = facts;
  }

  get isEnded(): boolean {
    return this.#process.isEnded;
  }

  /** The end of what it wrote outside of the protocol. */
  get output(): string {
    return this.#process.output.text;
  }

  get capabilities(): NonNullable<InitializeResponse['agentCapabilities']> {
    return this.facts.agentCapabilities ?? {};
  }

  /** The agent's answer. Rejects with an AgentFailure if it refuses, or ends first. */
  answer<Value>(asked: Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return heardFrom(this.#process, this.#settings, asked, { signal, authMethods: this.facts.authMethods });
  }

  /** The session that continues the conversation of this id, if the agent still has it; otherwise a new one. */
  async session(
    earlier: string | undefined,
    place: SessionPlace,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly how: Continuation }> {
    const { loadSession, sessionCapabilities } = this.capabilities;
    const ways = [
      ...(sessionCapabilities?.resume ? (['resume'] as const) : []),
      ...(loadSession ? (['load'] as const) : []),
    ];
    for (const way of earlier === undefined ? [] : ways) {
      try {
        await this.answer(this.side[way](earlier ?? '', place), signal);
        return { id: earlier ?? '', how: way === 'resume' ? 'resumed' : 'loaded' };
      } catch (error) {
        // It has forgotten the session, or can't read it. Another way may still work.
        if (this.isEnded || signal.aborted) throw error;
      }
    }
    return { id: await this.answer(this.side.create(place), signal), how: 'new' };
  }

  async end(): Promise<void> {
    this.side.close();
    await this.#process.end();
  }
}

interface Hearing {
  readonly signal?: AbortSignal | undefined;
  readonly withinMs?: number;
  readonly authMethods?: readonly AuthMethod[] | undefined;
}

async function heardFrom<Value>(
  child: AgentProcess,
  settings: AcpSettings,
  asked: Promise<Value>,
  { signal, withinMs, authMethods = [] }: Hearing,
): Promise<Value> {
  const label = labelOf(settings);
  const stop = new AbortController();
  const failure = (what: string, advice?: string): AgentFailure =>
    new AgentFailure(`${what}${lastWords(child)}`, {
      output: child.output.text,
      ...(advice !== undefined && { advice }),
    });
  const ended = child.ended.then((how) => {
    throw failure(`${label} ${how}.`, how.includes('could not be started') ? installAdvice : undefined);
  });
  const late =
    withinMs === undefined
      ? undefined
      : sleep(withinMs, undefined, { signal: stop.signal }).then(() => {
          throw failure(`${label} doesn't answer in the Agent Client Protocol.`, installAdvice);
        });
  const canceled =
    signal &&
    new Promise<never>((_, reject) => {
      const abort = (): void => reject(new Error('The turn has ended.'));
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true, signal: stop.signal });
    });
  try {
    return await Promise.race([asked, ended, ...(late ? [late] : []), ...(canceled ? [canceled] : [])]);
  } catch (error) {
    if (error instanceof AgentFailure || signal?.aborted) throw error;
    // The connection notices the end before the process reports it.
    await Promise.race([ended, sleep(200)]);
    if (isSignInMissing(error)) throw new AgentFailure(...signIn(label, authMethods));
    throw failure(`${label} reports a problem: ${sentence(error)}`);
  } finally {
    stop.abort();
    for (const one of [asked, ended, late, canceled]) one?.catch(() => undefined);
  }
}

const installAdvice = 'Install it, or correct its command';

function lastWords({ output }: AgentProcess): string {
  const { lastLine } = output;
  return lastLine === undefined ? '' : ` It last wrote: "${lastLine}".`;
}

function signIn(label: string, methods: readonly AuthMethod[]): [string, { readonly advice: string }] {
  const known = methods.map((method) => `"${method.name}"`).join(', ');
  const ways = known === '' ? '' : ` It knows these ways: ${known}.`;
  const advice =
    'Sign in with its own program on the machine of the host, or add it again with its key ("loggia agents add --env")';
  return [`${label} isn't signed in.${ways}`, { advice }];
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
