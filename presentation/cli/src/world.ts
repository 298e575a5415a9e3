import os from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readlineTerminal } from './terminal/readline-terminal.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A command's view of the machine it runs on. Tests make their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly workingDirectory: string;
  readonly nodeVersion: string;
  readonly out: Sink;
  readonly complaints: Sink;
  /** Aborted when the user presses Ctrl-C and no listener is registered. */
  readonly interrupted: AbortSignal;
  /** Sends Ctrl-C to this listener alone until the returned function is called; the newest listener gets it. */
  onInterrupt(listener: () => void): () => void;
  /** Asks the user; undefined without a person at a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** The same with hidden input. */
  readonly askSecret: ((question: string) => Promise<string>) | undefined;
  /** For conversations; undefined in the same place. */
  readonly terminal: Terminal | undefined;
  readInput(): Promise<string>;
  /** Standard input as it arrives. The caller reads it to the end or destroys it, or the process waits for more. */
  readBytes(): Readable;
  /** Writes to where `out` goes, after everything written before. False: the reader is gone. */
  writeBytes(bytes: Uint8Array): Promise<boolean>;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Starts the program, detached and without its output. Gives false where it is not there. */
  launch(command: string, args: readonly string[]): Promise<boolean>;
}

/** A destination for text. */
export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** How wide the terminal is; undefined where there is none. */
  readonly columns: number | undefined;
}

/**
 * The real one. Until disposed of it listens for Ctrl-C: the first asks the command to stop, the second ends the process.
 */
export function thisWorld(launch: World['launch']): { readonly world: World; dispose(): void } {
  const interruption = new AbortController();
  const listeners: (() => void)[] = [];
  const interrupt = (): void => {
    const listener = listeners.at(-1);
    if (listener !== undefined) return listener();
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  const world: World = {
    env: process.env,
    platform: process.platform,
    home: os.homedir(),
    workingDirectory: process.cwd(),
    nodeVersion: process.versions.node,
    out: sinkOf(process.stdout),
    complaints: sinkOf(process.stderr),
    interrupted: interruption.signal,
    onInterrupt(listener) {
      listeners.push(listener);
      return () => {
        const at = listeners.lastIndexOf(listener);
        if (at >= 0) listeners.splice(at, 1);
      };
    },
    ask: process.stdin.isTTY ? (question) => askAtTerminal(question, interruption) : undefined,
    askSecret: process.stdin.isTTY ? (question) => askUnseen(question, interruption) : undefined,
    terminal: process.stdin.isTTY
      ? readlineTerminal({
          input: process.stdin,
          output: process.stderr,
          editor: process.env['VISUAL'] || process.env['EDITOR'] || undefined,
        })
      : undefined,
    readInput: () => text(process.stdin),
    readBytes: () => process.stdin,
    writeBytes: (bytes) => writtenTo(process.stdout, bytes),
    now: () => Date.now(),
    launch,
  };
  return { world, dispose: () => void process.off('SIGINT', interrupt) };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  // The reader of our output may stop reading (`| head`), which is not a failure.
  stream.on('error', () => undefined);
  return {
    write: (line) => void stream.write(line),
    isTerminal: stream.isTTY,
    get columns() {
      return stream.isTTY ? stream.columns : undefined;
    },
  };
}

function writtenTo(stream: NodeJS.WriteStream, bytes: Uint8Array): Promise<boolean> {
  if (stream.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    stream.write(bytes, (error) => resolve(error === undefined || error === null));
  });
}

/** Writes the question, and nothing of what is typed. */
async function askUnseen(question: string, interruption: AbortController): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  prompt.on('SIGINT', () => interruption.abort());
  process.stderr.write(question);
  try {
    return await prompt.question('', { signal: interruption.signal });
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}

async function askAtTerminal(question: string, interruption: AbortController): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  // While it asks, the terminal gives Ctrl-C to it and not to the process.
  prompt.on('SIGINT', () => interruption.abort());
  try {
    return await prompt.question(question, { signal: interruption.signal });
  } finally {
    prompt.close();
  }
}
