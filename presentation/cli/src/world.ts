import os from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readlineTerminal } from './terminal/readline-terminal.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What a command sees of the machine it runs on. Tests make their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly workingDirectory: string;
  readonly nodeVersion: string;
  readonly out: Sink;
  readonly complaints: Sink;
  /** Aborted when the user presses Ctrl-C and nobody has asked for it to be told instead. */
  readonly interrupted: AbortSignal;
  /** From now on Ctrl-C is for the listener alone; the newest one gets it. Returns how to end that. */
  onInterrupt(listener: () => void): () => void;
  /** The answer to a question; undefined where nobody sits in front of a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** For conversations; undefined in the same place. */
  readonly terminal: Terminal | undefined;
  readInput(): Promise<string>;
  /** What is piped in, as it comes. Who does not read it to its end destroys it, or the process waits for more. */
  readBytes(): Readable;
  /** To where `out` goes, once what was written before is gone. False: nobody reads any more. */
  writeBytes(bytes: Uint8Array): Promise<boolean>;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Starts the program, detached and without its output. Gives false where it is not there. */
  launch(command: string, args: readonly string[]): Promise<boolean>;
}

/** Where text goes. */
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
  // Whoever reads our output may stop reading (`| head`); that is no failure of ours.
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
