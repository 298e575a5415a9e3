import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessGuard } from '@loggia/sessions/harness';
import { AgentFailure } from './agent-failure.ts';
import { AgentProcess } from './agent-process.ts';
import { agentEnvironment, type Environment } from './environment.ts';
import { labelOf, type AcpSettings } from './options.ts';
import { assertStartable } from './requirements.ts';
import {
  connect,
  isSignInMissing,
  protocolVersion,
  type AgentSide,
  type AuthMethod,
  type ClientSide,
  type InitializeResponse,
  type SessionFacts,
  type SessionPlace,
} from './protocol.ts';

/** A package that has to be fetched first can take minutes. */
const startMs = 3 * 60_000;

/** How long an agent may take to put a session away. */
const closeMs = 2_000;

/** How a conversation is continued: by the agent from its own memory, or in a session that knows nothing of it. */
export type Continuation = 'resumed' | 'loaded' | 'new';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly side: ClientSide;
  readonly guard?: ProcessGuard | undefined;
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
    { cwd, env, side, guard, room }: Surroundings,
    signal: AbortSignal,
  ): Promise<RunningAgent> {
    const { command, args, folder = cwd } = settings;
    const environment = agentEnvironment(env, settings);
    await assertStartable(settings, environment);
    const child = new AgentProcess({ command, args, cwd: folder, env: environment, guard });
    const agent = connect({ input: child.input, output: child.messages(room) }, side);
    try {
      const facts = await heardFrom(child, settings, agent.initialize(), {
        signal,
        withinMs: startMs,
        crashAdvice: `Run "${[command, ...args].join(' ')}" on the machine of the host to see why`,
      });
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
  ): Promise<{ readonly id: string; readonly how: Continuation; readonly facts: SessionFacts }> {
    const { loadSession, sessionCapabilities } = this.capabilities;
    const ways = [
      ...(sessionCapabilities?.resume ? (['resume'] as const) : []),
      ...(loadSession ? (['load'] as const) : []),
    ];
    for (const way of earlier === undefined ? [] : ways) {
      try {
        const facts = (await this.answer(this.side[way](earlier ?? '', place, signal), signal)) ?? {};
        return { id: earlier ?? '', how: way === 'resume' ? 'resumed' : 'loaded', facts };
      } catch (error) {
        // It has forgotten the session, or can't read it. Another way may still work.
        if (this.isEnded || signal.aborted) throw error;
      }
    }
    const { sessionId: id, ...facts } = await this.answer(this.side.create(place, signal), signal);
    return { id, how: 'new', facts };
  }

  /** Has the session deleted, or at least closed, as far as the agent can. Never rejects. */
  async leave(sessionId: string): Promise<void> {
    const { close, delete: remove } = this.capabilities.sessionCapabilities ?? {};
    if (this.isEnded || sessionId === '' || !(close || remove)) return;
    const asked = remove ? this.side.deleteSession(sessionId) : this.side.closeSession(sessionId);
    const stop = new AbortController();
    await Promise.race([this.answer(asked), sleep(closeMs, undefined, { signal: stop.signal })]).catch(
      () => undefined,
    );
    stop.abort();
  }

  async end(): Promise<void> {
    this.side.close();
    await this.#process.end();
  }
}

interface Hearing {
  readonly signal?: AbortSignal | undefined;
  readonly withinMs?: number;
  /** For a program that ends before it answers. */
  readonly crashAdvice?: string;
  readonly authMethods?: readonly AuthMethod[] | undefined;
}

async function heardFrom<Value>(
  child: AgentProcess,
  settings: AcpSettings,
  asked: Promise<Value>,
  { signal, withinMs, crashAdvice, authMethods = [] }: Hearing,
): Promise<Value> {
  const label = labelOf(settings);
  const stop = new AbortController();
  const failure = (what: string, advice?: string): AgentFailure =>
    new AgentFailure(`${what}${lastWords(child)}`, {
      output: child.output.text,
      ...(advice !== undefined && { advice }),
    });
  const ended = child.ended.then((how) => {
    throw failure(
      `${label} ${how}.`,
      how.includes('could not be started') ? installAdvice(settings) : crashAdvice,
    );
  });
  const late =
    withinMs === undefined
      ? undefined
      : sleep(withinMs, undefined, { signal: stop.signal }).then(() => {
          throw failure(`${label} doesn't answer in the Agent Client Protocol.`, installAdvice(settings));
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
    if (child.fault !== undefined) throw failure(`${label} ${child.fault}.`);
    // The connection notices the end before the process reports it.
    await Promise.race([ended, sleep(200)]);
    if (isSignInMissing(error)) throw signInFailure(settings, authMethods);
    throw failure(`${label} reports a problem: ${sentence(error)}`);
  } finally {
    stop.abort();
    for (const one of [asked, ended, late, canceled]) one?.catch(() => undefined);
  }
}

function installAdvice({ install }: AcpSettings): string {
  return install === undefined
    ? 'Install it, or correct its command'
    : `Run "${install}" on the machine of the host, or correct its command`;
}

function lastWords({ output }: AgentProcess): string {
  const { lastLine } = output;
  return lastLine === undefined ? '' : ` It last wrote: "${lastLine}".`;
}

function signInFailure(settings: AcpSettings, methods: readonly AuthMethod[]): AgentFailure {
  const known = methods.map((method) => `"${method.name}"`).join(', ');
  const ways = known === '' ? '' : ` It knows these ways: ${known}.`;
  const how = `Sign in under Settings → Agents or with "loggia agents sign-in ${settings.name}"`;
  return new AgentFailure(`${labelOf(settings)} isn't signed in.${ways}`, {
    advice: known === '' ? 'Give it its key under Settings → Agents' : `${how}, or give it its key`,
    signIn: methods,
  });
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
