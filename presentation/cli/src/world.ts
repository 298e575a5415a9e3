import os from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';

/** What a command sees of the machine it runs on. Tests make their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly workingDirectory: string;
  readonly nodeVersion: string;
  readonly out: Sink;
  readonly complaints: Sink;
  /** Aborted when the user presses Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** The answer to a question; undefined where nobody sits in front of a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  readInput(): Promise<string>;
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
  const interrupt = (): void => {
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
    ask: process.stdin.isTTY ? (question) => askAtTerminal(question, interruption) : undefined,
    readInput: () => text(process.stdin),
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
