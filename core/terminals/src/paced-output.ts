import type { Clock, Scheduler } from '@loggia/kernel';
import { endOfOutput, retainedOutput } from '@loggia/protocol';

/** In UTF-16 units, except for the time. */
export const outputLimits = {
  /** Written at once, and then this much a second. Ordinary use stays far below. */
  burst: 512 * 1024,
  perSecond: 512 * 1024,
  /** Beyond that, the end of what came is written this often, */
  windowMs: 100,
  /** and this much of it, which is more than a screen. */
  keptPerWindow: 64 * 1024,
  /** The program waits when it has written this much in one window, so that it can't take up the host. */
  readPerWindow: 2 * 1024 * 1024,
};

/** One write counts as this much output, at least: a program that writes single characters floods as well. */
export const costOfWrite = 256;

export interface OutputPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly source: { pause(): void; resume(): void };
  /** Tells clients of the output. Resolves when there may be more. */
  write(output: string): Promise<void>;
}

/**
 * Brings a program's output to the log.
 *
 * Output goes out at once, as long as a person could read along, and is logged a moment later: numbers, snapshots and
 * replays need no exception. That is affordable because clients and the log get a bounded amount of it. A program that
 * floods its terminal is read on, but what it writes is collected, what lies further back than the state would keep is
 * left out, and a line says how much.
 */
export class PacedOutput {
  readonly #ports: OutputPorts;
  #pending = '';
  #skipped = 0;
  /** The length of the output that was read since the last write. */
  #read = 0;
  #writing: Promise<void> | undefined;
  #cancelWindow: (() => void) | undefined;
  #allowance = outputLimits.burst;
  #allowedAt: number;

  constructor(ports: OutputPorts) {
    this.#ports = ports;
    this.#allowedAt = ports.clock.now();
  }

  push(output: string): void {
    this.#read += output.length;
    this.#pending += output;
    if (this.#pending.length > 2 * retainedOutput) this.#cutTo(retainedOutput);
    if (this.#read >= outputLimits.readPerWindow) this.#ports.source.pause();
    this.#goOn();
  }

  /** Writes what is left. Nothing may be pushed after this. */
  async end(): Promise<void> {
    this.#cancelWindow?.();
    await this.#writing;
    if (this.#pending !== '') await this.#write(retainedOutput);
  }

  /** Drops what isn't written yet. */
  discard(): void {
    this.#cancelWindow?.();
    this.#cancelWindow = undefined;
    this.#pending = '';
    this.#skipped = 0;
  }

  #goOn(): void {
    if (this.#writing || this.#cancelWindow || this.#pending === '') return;
    if (this.#pending.length <= this.#allowed()) return void this.#write(this.#pending.length);
    this.#cancelWindow = this.#ports.scheduler.after(outputLimits.windowMs, () => {
      this.#cancelWindow = undefined;
      void this.#write(Math.max(outputLimits.keptPerWindow, this.#allowed()));
    });
  }

  #write(most: number): Promise<void> {
    this.#cutTo(most);
    const output = this.#skippedLine() + this.#pending;
    this.#allowance = Math.max(-costOfWrite, this.#allowed() - output.length - costOfWrite);
    this.#pending = '';
    this.#skipped = 0;
    this.#read = 0;
    this.#writing = this.#ports.write(output).finally(() => {
      this.#writing = undefined;
      this.#ports.source.resume();
      this.#goOn();
    });
    return this.#writing;
  }

  #cutTo(length: number): void {
    const all = this.#pending.length;
    this.#pending = endOfOutput(this.#pending, length);
    this.#skipped += Math.max(0, all - this.#pending.length);
  }

  #allowed(): number {
    const now = this.#ports.clock.now();
    const earned = (Math.max(0, now - this.#allowedAt) * outputLimits.perSecond) / 1000;
    this.#allowedAt = now;
    this.#allowance = Math.min(outputLimits.burst, this.#allowance + earned);
    return this.#allowance;
  }

  /** Begins with a character that ends any escape sequence that was cut through. */
  #skippedLine(): string {
    if (this.#skipped === 0) return '';
    return `\u0018\r\n\u001B[2m… ${amountOf(this.#skipped)} of output left out …\u001B[22m\r\n`;
  }
}

function amountOf(length: number): string {
  return length < 1024 * 1024 ? `${Math.ceil(length / 1024)} kB` : `${(length / 1024 / 1024).toFixed(1)} MB`;
}
