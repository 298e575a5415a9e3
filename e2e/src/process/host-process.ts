import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

export interface Endpoint {
  readonly pid: number;
  readonly version: string;
  readonly http: string;
  readonly ahp: string;
  readonly token: string;
  readonly sandbox: string;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** The host by itself, and as people get it: with the platform's types, handlers and the welcome workspace. */
const programs = {
  host: path.join(repository, 'core/host/dist/main.js'),
  product: path.join(repository, 'presentation/cli/dist/main.js'),
} as const;
/** Also the file of one that was installed. */
export type Program = keyof typeof programs | URL;

export interface StartOptions {
  /** The most files that it may have open. */
  readonly descriptors?: number;
}
const echo = path.join(repository, 'testing/dist/echo-harness.js');

/** A directory for one host's data, with the agent that says back what it hears in its configuration. */
export class DataDirectory implements Disposable {
  readonly path = mkdtempSync(path.join(os.tmpdir(), 'loggia-e2e-'));

  constructor(settings: Readonly<Record<string, unknown>> = {}, echoOptions: object = { delayMs: 2 }) {
    this.configure(settings, echoOptions);
  }

  /** From the next start of a host on. */
  configure(settings: Readonly<Record<string, unknown>>, echoOptions: object = { delayMs: 2 }): void {
    const config = { agents: [{ module: echo, options: echoOptions }], hostTools: false, ...settings };
    writeFileSync(path.join(this.path, 'host.json'), JSON.stringify(config));
  }

  get endpointFile(): string {
    return path.join(this.path, 'endpoint.json');
  }

  endpoint(): Endpoint {
    return JSON.parse(readFileSync(this.endpointFile, 'utf8')) as Endpoint;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function fileOf(program: Program): string {
  return program instanceof URL ? fileURLToPath(program) : programs[program];
}

/** The built host as a process of its own. */
export class HostProcess implements AsyncDisposable {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #data: DataDirectory;
  #stdout = '';
  #stderr = '';
  #isRunning = true;

  private constructor(data: DataDirectory, program: Program, { descriptors }: StartOptions) {
    const limit = descriptors === undefined ? [] : ['prlimit', `--nofile=${descriptors}:${descriptors}`];
    const [command = '', ...args] = [
      ...limit,
      ...[process.execPath, fileOf(program), '--port', '0', '--data', data.path, '--no-open'],
    ];
    this.#data = data;
    this.#child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] },
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#isRunning = false;
        resolve({ code, signal });
      });
    });
  }

  /** Returns without waiting for it to serve. */
  static launch(data: DataDirectory, program: Program = 'host', options: StartOptions = {}): HostProcess {
    return new HostProcess(data, program, options);
  }

  static async start(
    data: DataDirectory,
    program: Program = 'host',
    options: StartOptions = {},
  ): Promise<HostProcess> {
    const host = HostProcess.launch(data, program, options);
    try {
      await until('the host serves', () => host.isReady || !host.#isRunning, 45_000);
    } catch (error) {
      // Nobody else knows of it, so nobody else would end it.
      await host.kill();
      throw error;
    }
    if (!host.#isRunning) throw new Error(`The host ended before it was ready: ${host.#stderr}`);
    return host;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isReady(): boolean {
    return this.#stdout.includes(' is ready: ');
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get endpoint(): Endpoint {
    return this.#data.endpoint();
  }

  /** Log lines of the host at level error or above. */
  get loggedErrors(): string[] {
    return this.#stderr.split('\n').filter((line) => {
      try {
        return (JSON.parse(line) as { level?: number }).level! >= 50;
      } catch {
        // A line that is not part of the log was written by something that shouldn't write here.
        return line.trim() !== '';
      }
    });
  }

  /** Bytes of memory, as the system counts them. */
  get residentBytes(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }

  async health(): Promise<{ status: string }> {
    return (await (await fetch(`${this.endpoint.http}/healthz`)).json()) as { status: string };
  }

  /** From one instant to the next. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  async terminate(): Promise<Ended> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isRunning) await this.kill();
  }
}
