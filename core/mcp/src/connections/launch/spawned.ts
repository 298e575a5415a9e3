import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process';
import { withPipesAlone } from './inherited-descriptors.ts';

/**
 * Resolves to a process that runs and has its three pipes; rejects with why it does not run.
 *
 * Out of descriptors, Node returns a child that has no pipes and tells of the error later: whoever touches a pipe first
 * throws, and an error that nobody listens to ends the host.
 */
export async function spawned(
  [program, ...args]: readonly [string, ...string[]],
  options: Omit<SpawnOptions, 'stdio'>,
): Promise<ChildProcessWithoutNullStreams> {
  const child = withPipesAlone((stdio) => spawn(program, args, { ...options, stdio: [...stdio] }));
  // Stays: a signal that can't be delivered is told in this way, too.
  child.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child as ChildProcessWithoutNullStreams;
}
