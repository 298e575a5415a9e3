import type { Readable } from 'node:stream';
import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { lastWords, type LastWords } from '../last-words.ts';
import type { Line } from './line-splitter.ts';
import type { MessageGuard } from './message-guard.ts';
import { PacedLines } from './paced-lines.ts';
import type { ServerBudget } from './server-budget.ts';
import { StreamWatch } from './stream-watch.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OutputPorts {
  readonly guard: MessageGuard;
  readonly budget: ServerBudget;
  /** The limit for one message. */
  readonly messageBytes: number;
  /** Sees each message first. Messages it takes belong to a direct request, and are neither checked nor delivered. */
  take(message: Json): boolean;
  deliver(message: JSONRPCMessage): void;
  tooLong(): void;
  /** Output of the process outside the protocol. */
  stderr(line: string): void;
  /** The process wrote a message, or something like one. */
  spoke(): void;
  /** Removes secrets from a line. */
  clean(line: string): string;
  remark(text: string): void;
  failed(error: Error): void;
}

const stderrLineBytes = 64 * 1024;
const shownBytes = 200;
/** A text on usage can follow the line that says what is wrong. */
const rememberedLines = 200;
const rememberedLength = 2000;
const openingBrace = 0x7b;

/** A process's output: protocol messages on stdout, text on stderr. Both are read at a bounded pace. */
export class ProcessOutput {
  readonly #ports: OutputPorts;
  readonly #streams: readonly Readable[];
  readonly #readers: readonly PacedLines[];
  #words: string[] = [];
  #stopped = false;

  constructor(stdout: Readable, stderr: Readable, ports: OutputPorts) {
    const { guard, budget, messageBytes } = ports;
    this.#ports = ports;
    this.#streams = [stdout, stderr];
    this.#readers = [
      new PacedLines(stdout, messageBytes, new StreamWatch(budget), {
        read: (bytes) => guard.read(bytes),
        handle: (line) => this.#receive(line),
        holdMs: () => guard.holdMs,
      }),
      this.#wordsFrom(stderr),
    ];
  }

  /** The last thing the process printed about a failure. */
  get lastWords(): LastWords | undefined {
    return lastWords(this.#words.map((line) => this.#ports.clean(line)));
  }

  /** Stops reporting. Output of a process that sent too much isn't read any more. */
  stop(): void {
    this.#stopped = true;
    for (const reader of this.#readers) reader.stop();
    if (this.#ports.guard.isSpent) for (const stream of this.#streams) stream.destroy();
  }

  #wordsFrom(stderr: Readable): PacedLines {
    const { budget } = this.#ports;
    let holdUntil = 0;
    const hold = (ms: number) => {
      if (ms > 0) holdUntil = Math.max(holdUntil, performance.now() + ms);
    };
    return new PacedLines(stderr, stderrLineBytes, new StreamWatch(budget), {
      read: (bytes) => hold(budget.charge('bytes', bytes)),
      handle: ({ bytes, isCut }) => {
        hold(budget.charge('lines', 1, 'lines on its standard error'));
        this.#hear(isCut ? `${bytes.toString('utf8')}…` : bytes.toString('utf8'));
        return undefined;
      },
      holdMs: () => (holdUntil === 0 ? 0 : Math.max(0, holdUntil - performance.now())),
    });
  }

  #receive({ bytes, isCut }: Line): Promise<void> | undefined {
    if (this.#stopped) return undefined;
    this.#ports.guard.readLine();
    if (isCut) {
      this.#ports.tooLong();
      return undefined;
    }
    if (bytes.length === 0) return undefined;
    if (bytes[0] === openingBrace) this.#ports.spoke();
    try {
      return this.#handle(bytes);
    } catch (error) {
      this.#ports.failed(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  /**
   * The SDK handles notifications a moment later than answers: after a notification the next line has to wait, or the
   * last progress of a call would come too late.
   */
  #handle(line: Buffer): Promise<void> | undefined {
    const { guard, take, deliver } = this.#ports;
    const said = jsonIn(line);
    if (isObject(said) && take(said)) {
      if ('method' in said) guard.progressed();
      else guard.answered();
      return undefined;
    }
    const message = said === undefined ? undefined : messageIn(said);
    if (message === undefined) {
      this.#passOver(line);
      return undefined;
    }
    if (!guard.admits(message)) return undefined;
    deliver(message);
    return 'method' in message ? Promise.resolve() : undefined;
  }

  #passOver(line: Buffer): void {
    this.#ports.guard.noise();
    const start = line.toString('utf8', 0, shownBytes);
    this.#ports.remark(
      `The server wrote something to its standard output that isn't an MCP message; it was ignored: ${start}`,
    );
  }

  #hear(line: string): void {
    if (this.#stopped || line.trim() === '') return;
    this.#words.push(line.slice(0, rememberedLength));
    if (this.#words.length > rememberedLines) this.#words.shift();
    this.#ports.stderr(line);
  }
}

/** Undefined if it isn't JSON. */
function jsonIn(line: Buffer): unknown {
  // Checked without an exception, which costs more than most messages.
  if (line[0] !== openingBrace && line.toString('utf8', 0, shownBytes).trimStart()[0] !== '{')
    return undefined;
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function messageIn(said: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(said);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
