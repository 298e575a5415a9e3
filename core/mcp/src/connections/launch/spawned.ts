import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process';
import { withPipesAlone } from './inherited-descriptors.ts';

/**
 * Resolves to a running process with its three pipes; rejects with the reason if it doesn't run.
 *
 * Without free descriptors, Node returns a child that has no pipes and reports the error later: the first access to a
 * pipe throws, and an unhandled error event ends the host.
 */
export async function spawned(
  [program, ...args]: readonly [string, ...string[]],
  options: Omit<SpawnOptions, 'stdio'>,
): Promise<ChildProcessWithoutNullStreams> {
  const child = withPipesAlone((stdio) => spawn(program, args, { ...options, stdio: [...stdio] }));
  // Kept: a signal that can't be delivered is also reported this way.
  child.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child as ChildProcessWithoutNullStreams;
}
