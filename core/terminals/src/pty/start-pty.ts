import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { StringDecoder } from 'node:string_decoder';
import { ProtocolError } from '@loggia/protocol';
import { z } from 'zod';
import { ptyProgram, type ToPty } from './program.ts';

export interface PtyOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
}

export interface PtyListener {
  output(text: string): void;
  /** All output has been delivered. `exitCode` is absent if a signal ended the program. */
  exited(exit: { readonly exitCode?: number }): void;
}

/** A program in a pseudo-terminal. */
export interface Pty {
  write(text: string): void;
  resize(cols: number, rows: number): void;
  /** Lets the program wait with its output until `resume`. */
  pause(): void;
  resume(): void;
  /** Hangs up, and kills what ignores that. `exited` follows. */
  end(): void;
}

const answerSchema = z.union([
  z.object({ opened: z.literal(true) }),
  z.object({ failed: z.string() }),
  z.object({ exited: z.object({ exitCode: z.number().optional() }) }),
]);
type Answer = z.infer<typeof answerSchema>;

/**
 * Starts a program in a pseudo-terminal, which a process of its own holds.
 *
 * The library leaves the descriptor of a pseudo-terminal open in every process that its own process starts later: other
 * terminals and servers could read what is typed, and would keep the program alive when the host is killed. A process
 * that starts nothing else has neither problem. It ends with the host, and the system then hangs up on the program.
 */
export async function startPty(options: PtyOptions, listener: PtyListener): Promise<Pty> {
  const child = spawn(process.execPath, ['--title=loggia-terminal', '-e', ptyProgram(libraryFile())], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    windowsHide: true,
  });
  const pty = new PtyProcess(child, listener);
  await pty.open(options);
  return pty;
}

class PtyProcess implements Pty {
  readonly #child: ChildProcess;
  readonly #listener: PtyListener;
  #exit: { exitCode?: number } = {};

  constructor(child: ChildProcess, listener: PtyListener) {
    this.#child = child;
    this.#listener = listener;
    child.stdin?.on('error', () => {});
  }

  /** Rejects if the program can't be started. */
  open(options: PtyOptions): Promise<void> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const refuse = (why: string): void => {
        const message = `Could not start ${options.program}: ${why}. Check that this shell is installed.`;
        reject(new ProtocolError('Unavailable', message));
      };
      child.on('error', (error) => refuse(error.message));
      child.on('close', () => refuse('it ended at once'));
      child.on('message', (message) => {
        const answer: Answer | undefined = answerSchema.safeParse(message).data;
        if (!answer) return;
        if ('failed' in answer) return refuse(answer.failed);
        if ('exited' in answer) {
          const { exitCode } = answer.exited;
          this.#exit = exitCode === undefined ? {} : { exitCode };
          return;
        }
        this.#listen();
        resolve();
      });
      this.#send({ open: options });
    });
  }

  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  resize(cols: number, rows: number): void {
    this.#send({ resize: { cols, rows } });
  }

  pause(): void {
    this.#child.stdout?.pause();
  }

  resume(): void {
    this.#child.stdout?.resume();
  }

  end(): void {
    // Unread output would keep the pipe open, and with it the end from being told.
    this.resume();
    this.#send({ end: true });
  }

  #listen(): void {
    const decoder = new StringDecoder('utf8');
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      const text = decoder.write(bytes);
      if (text !== '') this.#listener.output(text);
    });
    this.#child.once('close', () => this.#listener.exited(this.#exit));
  }

  #send(message: ToPty): void {
    // It may have ended a moment ago, which `close` tells.
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}

function libraryFile(): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    const library = resolve('@lydell/node-pty');
    createRequire(library).resolve(`@lydell/node-pty-${process.platform}-${process.arch}/package.json`);
    return library;
  } catch {
    throw new ProtocolError(
      'Unavailable',
      `This host has no pseudo-terminals for ${process.platform}-${process.arch}. Run "npm install --include=optional" in its folder and start it again; on other platforms, use a terminal outside Loggia.`,
    );
  }
}
