import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { KnownAgent } from './known-agents.ts';

/** Outside of the tree: they are hundreds of megabytes each, and the same for every clone. */
const cache =
  process.env['LOGGIA_AGENTS_CACHE'] ??
  path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'loggia', 'agents');

/** The `node_modules` with an agent's packages, which npm fetches the first time. Rejects with npm's complaint. */
export async function installed({ name, packages }: KnownAgent): Promise<string> {
  const wanted = Object.entries(packages).map(([each, version]) => `${each}@${version}`);
  const folder = path.join(cache, `${name.toLowerCase()}-${Object.values(packages).join('-')}`);
  const isComplete = path.join(folder, 'complete');
  if (!existsSync(isComplete)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
    process.stdout.write(`Installing ${wanted.join(' ')} in ${folder}…\n`);
    await run('npm', ['install', '--no-audit', '--no-fund', ...wanted], folder);
    writeFileSync(isComplete, '');
  }
  return path.join(folder, 'node_modules');
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [code, complaint] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${complaint.trim()}`);
}
