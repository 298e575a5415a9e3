import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../process/until.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** The program of a published server, as it was installed. */
export function programOf(name: string): string {
  return path.join(repository, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js');
}

/** Ours, for what the published ones do not do: dies on command, never answers, starts at once. */
export const echoServer = path.join(repository, 'testing/dist/echo-server.js');

export function stdio(program: string, ...args: string[]): Readonly<Record<string, unknown>> {
  return { command: process.execPath, args: [program, ...args] };
}

/** A published server that listens for itself. */
export class HttpServerProcess implements AsyncDisposable {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async start(name: string, ...args: string[]): Promise<HttpServerProcess> {
    const port = await freePort();
    const child = spawn(process.execPath, [programOf(name), ...args], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], PORT: String(port) },
    });
    const server = new HttpServerProcess(child, port);
    await until(`${name} listens`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
      return fetch(server.origin).then(
        () => true,
        () => false,
      );
    });
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
