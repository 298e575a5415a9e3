import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../cli/endpoint-file.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built host as a separate process, with its own memory and log. */
export class WalkedHost {
  readonly endpoint: Endpoint;
  readonly #child: ChildProcess;
  readonly #data: string;
  readonly #log: readonly string[];
  readonly #residentAtStart: number;

  private constructor(child: ChildProcess, data: string, log: readonly string[]) {
    this.#child = child;
    this.#data = data;
    this.#log = log;
    this.endpoint = JSON.parse(fs.readFileSync(path.join(data, 'endpoint.json'), 'utf8')) as Endpoint;
    this.#residentAtStart = this.#resident('VmRSS');
  }

  static async start(config: object): Promise<WalkedHost> {
    const data = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia endpoints '));
    fs.writeFileSync(path.join(data, 'host.json'), JSON.stringify(config));
    const child = spawn(process.execPath, [program, '--port', '0', '--data', data, '--no-open'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] },
    });
    const log: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.push(text));
    await new Promise((resolve, reject) => {
      child.stdout?.once('data', resolve);
      child.once('close', () => reject(new Error(`It ended before it was ready: ${log.join('')}`)));
    });
    return new WalkedHost(child, data, log);
  }

  get port(): number {
    return Number(new URL(this.endpoint.http).port);
  }

  /** Its standard error so far. */
  get log(): string {
    return this.#log.join('');
  }

  /**
   * The number of bytes between its peak and its size after the start. The kernel tracks the peak, so none is missed.
   */
  get grownBytes(): number {
    return this.#resident('VmHWM') - this.#residentAtStart;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
    fs.rmSync(this.#data, { recursive: true, force: true });
  }

  #resident(field: 'VmRSS' | 'VmHWM'): number {
    const status = fs.readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  }
}
