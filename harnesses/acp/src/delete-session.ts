import type { ProcessGuard } from '@loggia/sessions/harness';
import type { Environment } from './environment.ts';
import type { KeptSession } from './kept-session.ts';
import type { AcpSettings } from './options.ts';
import { refusingSide } from './refusing-side.ts';
import { RunningAgent } from './running-agent.ts';

export interface DeleteContext {
  readonly settings: AcpSettings;
  readonly env: Environment;
  readonly guard: ProcessGuard | undefined;
  readonly signal: AbortSignal;
}

/** Starts the agent only to delete a session whose chat is gone. Rejects if the agent can't be started. */
export async function deleteSession(
  { sessionId, cwd }: KeptSession,
  { settings, env, guard, signal }: DeleteContext,
): Promise<void> {
  const side = refusingSide('No conversation is running.');
  const room = (): Promise<void> => Promise.resolve();
  const agent = await RunningAgent.start(settings, { cwd, env, side, guard, room }, signal);
  await agent.leave(sessionId);
  await agent.end();
}
