import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(
  new URL('../../../core/mcp/src/connections/fixtures/task-server.testkit.mjs', import.meta.url),
);

export interface TaskServer {
  readonly url: string;
  end(): void;
}

/** A server over HTTP that runs its tool `job` as a task, and outlives the host. It writes cancellations to `log`. */
export async function startTaskServer(era: 'legacy' | 'modern', log: string): Promise<TaskServer> {
  const child = spawn(process.execPath, [program, era, 'http', log], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: address.toString().trim(), end: () => void child.kill() };
}
