import { AgentFailure } from './agent-failure.ts';
import type { Environment } from './environment.ts';
import { readOptions, type AcpOptions } from './options.ts';
import { RunningAgent } from './running-agent.ts';

export interface CheckedAgent {
  readonly works: boolean;
  /** As the agent introduces itself. */
  readonly name?: string;
  readonly version?: string;
  readonly resumes?: boolean;
  readonly usesTools?: boolean;
  readonly problem?: string;
  /** The end of what the program wrote beside the protocol. */
  readonly output?: string;
}

export interface CheckContext {
  readonly env: Environment;
  /** Where the program runs. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

const refuse = (): Promise<never> => Promise.reject(new Error('This is only a test.'));

/** Starts the agent and opens a session, without a message. Rejects if the options are not right, or when aborted. */
export async function checkAgent(
  options: AcpOptions,
  { env, cwd, signal }: CheckContext,
): Promise<CheckedAgent> {
  const settings = readOptions(options);
  const side = {
    updated: () => undefined,
    permission: () => Promise.resolve(undefined),
    read: refuse,
    write: refuse,
  };
  let agent: RunningAgent | undefined;
  try {
    agent = await RunningAgent.start(settings, { cwd, env, side, room: () => Promise.resolve() }, signal);
    await agent.session(undefined, { cwd, mcpServers: [] }, signal);
    const { agentInfo } = agent.facts;
    const { loadSession, sessionCapabilities, mcpCapabilities } = agent.capabilities;
    return {
      works: true,
      ...(agentInfo && { name: agentInfo.title ?? agentInfo.name, version: agentInfo.version }),
      resumes: loadSession === true || sessionCapabilities?.resume !== undefined,
      usesTools: mcpCapabilities?.http === true,
      ...written(agent.output),
    };
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    return { works: false, problem: error.explained, ...written(agent?.output ?? error.output) };
  } finally {
    await agent?.end();
  }
}

function written(output: string): { readonly output?: string } {
  return output.trim() === '' ? {} : { output };
}
