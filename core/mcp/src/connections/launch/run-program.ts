import type { Readable } from 'node:stream';
import type { Scheduler } from '@loggia/kernel';
import { StartFailure } from '../start-failure.ts';
import type { Launcher } from './launcher.ts';

/** A program that runs once, is given something to read, and answers with what it writes. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** In addition to a small safe base; nothing else of the host's own environment is passed. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** Its standard input, which ends after it. */
  readonly input: string;
  readonly timeoutMs: number;
  /** For its output and its errors each. */
  readonly maxBytes: number;
}

export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string; readonly errors: string }
  /** A sentence that says why it has no exit code. */
  | { readonly kind: 'failed'; readonly problem: string };

/** How long its pipes may stay open after it has ended, because something that it started holds them. */
const drainMs = 250;

/** Resolves however it ends. Nothing that it started is left then. Aborting the signal ends it. */
export async function runProgram(
  program: Program,
  ports: {
    readonly launcher: Launcher;
    readonly scheduler: Pick<Scheduler, 'after'>;
    readonly endMs: number;
  },
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const { command, args, env, cwd, input, timeoutMs, maxBytes } = program;
  if (signal.aborted) return failed(canceled);
  let launched;
  try {
    launched = await ports.launcher.launch({ kind: 'stdio', command, args, env, cwd });
  } catch (error) {
    if (error instanceof StartFailure) return failed(error.message);
    throw error;
  }
  const { process: child } = launched;
  const cancels: (() => void)[] = [];
  try {
    return await new Promise<ProgramEnd>((resolve) => {
      const tooMuch = (): void => resolve(failed(`It wrote more than ${maxBytes} bytes and was ended.`));
      const output = collect(child.stdout, maxBytes, tooMuch);
      const errors = collect(child.stderr, maxBytes, tooMuch);
      const exited = (code: number | null, by: NodeJS.Signals | null): void =>
        resolve(
          code === null
            ? failed(`It was ended by ${by ?? 'a signal'}.`)
            : { kind: 'exited', code, output: output(), errors: errors() },
        );
      child.once('close', exited);
      child.once('exit', (code, by) => {
        cancels.push(ports.scheduler.after(drainMs, () => exited(code, by)));
      });
      const late = `It took longer than ${Math.round(timeoutMs / 1000)} s and was ended.`;
      cancels.push(ports.scheduler.after(timeoutMs, () => resolve(failed(late))));
      const abort = (): void => resolve(failed(canceled));
      signal.addEventListener('abort', abort, { once: true });
      cancels.push(() => signal.removeEventListener('abort', abort));
      // A program need not read what it is given.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  } finally {
    for (const cancel of cancels) cancel();
    child.stdout.destroy();
    child.stderr.destroy();
    await launched.end(ports.endMs);
  }
}

const canceled = 'It was ended because nobody waits for it any longer.';

function failed(problem: string): ProgramEnd {
  return { kind: 'failed', problem };
}

function collect(stream: Readable, maxBytes: number, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let total = 0;
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maxBytes) tooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}
