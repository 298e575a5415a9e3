import { AgentFailure } from './agent-failure.ts';
import type { CheckContext } from './check-agent.ts';
import { agentEnvironment } from './environment.ts';
import { labelOf, readOptions, type AcpOptions } from './options.ts';
import { refusingSide } from './refusing-side.ts';
import { RunningAgent } from './running-agent.ts';

/** The method can't be used; the message says why, and what to do. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** A program to run in a terminal that the user types into. It ends with exit code 0 if the user is signed in. */
export interface SignInProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The agent's own program with what the method adds. Rejects with SignInRefused, or when aborted. */
export async function signInProgram(
  options: AcpOptions,
  methodId: string,
  { env, cwd, guard, signal }: CheckContext,
): Promise<SignInProgram> {
  const { authMethod: _method, ...plain } = options;
  const settings = readOptions(plain);
  const room = (): Promise<void> => Promise.resolve();
  const side = refusingSide('Sign in first.');
  const agent = await RunningAgent.start(settings, { cwd, env, side, guard, room }, signal).catch(
    (error: unknown) => {
      throw error instanceof AgentFailure ? new SignInRefused(error.explained) : error;
    },
  );
  await agent.end();
  const methods = (agent.facts.authMethods ?? []).flatMap((method) =>
    'type' in method && method.type === 'terminal' ? [method] : [],
  );
  const method = methods.find(({ id }) => id === methodId);
  if (!method)
    throw new SignInRefused(
      notOffered(
        labelOf(settings),
        methods.map(({ id }) => `"${id}"`),
      ),
    );
  return {
    command: settings.command,
    args: [...settings.args, ...(method.args ?? [])],
    env: { ...agentEnvironment(env, settings), ...method.env },
  };
}

function notOffered(label: string, known: readonly string[]): string {
  return known.length === 0
    ? `${label} has no way to sign in in a terminal. Choose another way.`
    : `${label} has no such way to sign in in a terminal. Choose one of ${known.join(', ')}.`;
}
