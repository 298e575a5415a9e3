import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { AgentFailure } from './agent-failure.ts';
import { isAtLeast, newerNodeAdvice } from './node-version.ts';
import { labelOf, type AcpSettings } from './options.ts';

const askMs = 10_000;

/** Throws an AgentFailure for what would otherwise only show as a program that ends without saying why. */
export async function assertStartable(
  settings: AcpSettings,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { folder, node } = settings;
  if (folder !== undefined && !(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new AgentFailure(`${labelOf(settings)} can't start, because there is no folder "${folder}".`, {
      advice: 'Create it, or choose another one under Settings → Agents',
    });
  if (node === undefined) return;
  const found = await nodeVersion(env);
  if (isAtLeast(found, node)) return;
  throw new AgentFailure(
    `${labelOf(settings)} needs Node ${node} or newer, and the host has Node ${found}.`,
    {
      advice: newerNodeAdvice(node),
    },
  );
}

/** The version of the Node that the program gets, which its own PATH may change. Without one, the host's own. */
async function nodeVersion(env: Readonly<Record<string, string>>): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('node', ['--version'], { env, timeout: askMs });
    return /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? process.versions.node;
  } catch {
    return process.versions.node;
  }
}
