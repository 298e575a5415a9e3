import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The host alone, and the product: with types, handlers and the shell. */
const programs = {
  host: fileURLToPath(new URL('./main.js', import.meta.resolve('@loggia/host'))),
  product: fileURLToPath(new URL('../../../presentation/cli/dist/main.js', import.meta.url)),
} as const;

/** The real host as a separate process. */
export interface SpawnedHost {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Resolves when it is serving. */
export async function spawnHost(
  directory: string,
  program: keyof typeof programs = 'host',
): Promise<SpawnedHost> {
  const flags = ['--port', '0', '--no-open', '--log-level', 'warn', '--data', directory];
  const host = spawn(process.execPath, [programs[program], ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await readyLine(host);
  return {
    pid: host.pid ?? 0,
    stop: async () => {
      if (host.exitCode !== null) return;
      host.kill('SIGTERM');
      await once(host, 'exit');
    },
  };
}

function readyLine(host: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    host.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('is ready')) resolve();
    });
    host.once('exit', (code) => reject(new Error(`The host ended with ${code} before it was ready.`)));
    host.once('error', reject);
  });
}
