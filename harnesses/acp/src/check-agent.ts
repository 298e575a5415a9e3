import type { ProcessGuard } from '@loggia/sessions/harness';
import { AgentFailure } from './agent-failure.ts';
import type { Environment } from './environment.ts';
import { readOptions, type AcpOptions, type AcpSettings } from './options.ts';
import type { AuthMethod } from './protocol.ts';
import { refusingSide } from './refusing-side.ts';
import { RunningAgent } from './running-agent.ts';

/** A way to sign in: by the agent itself, or by its program in a terminal. */
export interface SignInMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly kind: 'agent' | 'terminal';
}

export interface CheckedAgent {
  readonly works: boolean;
  /** As the agent introduces itself. */
  readonly name?: string;
  readonly version?: string;
  readonly resumes?: boolean;
  /** The attachments that it can read besides text. */
  readonly accepts?: ('image' | 'audio' | 'embeddedContext')[];
  readonly authMethods?: SignInMethod[];
  /** Nobody is signed in. */
  readonly needsSignIn?: true;
  readonly problem?: string;
  /** The end of what the program wrote beside the protocol. */
  readonly output?: string;
}

export interface CheckContext {
  readonly env: Environment;
  /** Where the program runs. */
  readonly cwd: string;
  readonly guard?: ProcessGuard | undefined;
  readonly signal: AbortSignal;
}

/** Starts the agent and opens a session, without a message. Rejects if the options are not right, or when aborted. */
export function checkAgent(options: AcpOptions, context: CheckContext): Promise<CheckedAgent> {
  return withAgent(readOptions(options), context, async (agent) => {
    await agent.session(undefined, { cwd: context.cwd, mcpServers: [] }, context.signal);
    const { agentInfo, authMethods = [] } = agent.facts;
    const { loadSession, sessionCapabilities, promptCapabilities } = agent.capabilities;
    const kinds = ['image', 'audio', 'embeddedContext'] as const;
    return {
      works: true,
      ...(agentInfo && { name: agentInfo.title ?? agentInfo.name, version: agentInfo.version }),
      resumes: loadSession === true || sessionCapabilities?.resume !== undefined,
      accepts: kinds.filter((kind) => promptCapabilities?.[kind] === true),
      ...methodsIn(authMethods),
    };
  });
}

/**
 * Signs in with one of the agent's own methods, which may wait for a person. Resolves with a check of the agent
 * afterwards, and with the method if the agent wants it again whenever it starts.
 */
export async function signIn(
  options: AcpOptions,
  method: string,
  context: CheckContext,
): Promise<{ readonly checked: CheckedAgent; readonly authMethod?: string }> {
  const { authMethod: _, ...plain } = options;
  const signedIn = await withAgent(readOptions(plain), context, async (agent) => {
    const offered = agent.facts.authMethods?.find(({ id }) => id === method);
    if (!offered || kindOf(offered) === 'terminal') throw new Error(notOffered(agent.facts.authMethods));
    await agent.answer(agent.side.authenticate(method), context.signal);
    return { works: true };
  });
  if (!signedIn.works) return { checked: signedIn };
  const checked = await checkAgent(plain, context);
  if (checked.needsSignIn !== true) return { checked };
  const again = await checkAgent({ ...plain, authMethod: method }, context);
  return { checked: again, ...(again.works && { authMethod: method }) };
}

async function withAgent(
  settings: AcpSettings,
  { env, cwd, guard, signal }: CheckContext,
  use: (agent: RunningAgent) => Promise<CheckedAgent>,
): Promise<CheckedAgent> {
  const side = refusingSide('This is only a test.');
  let agent: RunningAgent | undefined;
  try {
    const room = (): Promise<void> => Promise.resolve();
    agent = await RunningAgent.start(settings, { cwd, env, side, guard, room }, signal);
    const checked = await use(agent);
    return { ...checked, ...written(agent.output) };
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    const { explained: problem, signIn: missing, output } = error;
    return {
      works: false,
      problem,
      ...methodsIn(missing ?? agent?.facts.authMethods ?? []),
      ...(missing && { needsSignIn: true as const }),
      ...written(agent?.output ?? output),
    };
  } finally {
    await agent?.end();
  }
}

function methodsIn(methods: readonly AuthMethod[]): { readonly authMethods?: SignInMethod[] } {
  if (methods.length === 0) return {};
  return {
    authMethods: methods.map((method) => ({
      id: method.id,
      name: method.name,
      ...(method.description && { description: method.description }),
      kind: kindOf(method),
    })),
  };
}

function kindOf(method: AuthMethod): SignInMethod['kind'] {
  return 'type' in method && method.type === 'terminal' ? 'terminal' : 'agent';
}

function notOffered(methods: readonly AuthMethod[] = []): string {
  const ids = methods.filter((method) => kindOf(method) === 'agent').map(({ id }) => `"${id}"`);
  return ids.length === 0
    ? 'The agent has no way to sign in by itself. Give it its key as a variable.'
    : `The agent has no such way to sign in. Choose one of ${ids.join(', ')}.`;
}

function written(output: string): { readonly output?: string } {
  return output.trim() === '' ? {} : { output };
}
