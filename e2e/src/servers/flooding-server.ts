import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stdio } from './reference-servers.ts';

const program = path.join(
  fileURLToPath(new URL('../../../', import.meta.url)),
  'testing/dist/flooding-server.js',
);

/** How the server is reached: `call` is Streamable HTTP with the flood in the response to the very call. */
export type Way = 'stdio' | 'sse' | 'http' | 'call';

export const floods = ['lines', 'logs', 'changes', 'requests', 'answers', 'progress'] as const;

/** A server that floods once its tool is called, as a process of its own where the host doesn't start it. */
export class FloodingServer implements AsyncDisposable {
  /** For the host's configuration. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly #child: ChildProcess | undefined;

  private constructor(settings: Readonly<Record<string, unknown>>, child?: ChildProcess) {
    this.settings = settings;
    this.#child = child;
  }

  static async start(way: Way): Promise<FloodingServer> {
    if (way === 'stdio') return new FloodingServer(stdio(program));
    const kind = way === 'sse' ? 'sse' : 'http';
    const child = spawn(process.execPath, [program, kind], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return new FloodingServer({ type: kind, url: line.toString('utf8').trim() }, child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
