import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { pdfLimits, type PdfLimits } from './limits.ts';
import { pdfProgram, type PdfAnswer, type PdfFailure } from './program.ts';

/**
 * `slow` and `large`: it reached the limit of time or memory; `ended`: for another reason, possibly an external one.
 */
export type Reading =
  | { readonly text: string }
  | { readonly failure: PdfFailure | 'slow' | 'large' | 'ended' };

const answerSchema: z.ZodType<PdfAnswer> = z.union([
  z.object({ text: z.string() }),
  z.object({ failure: z.enum(['encrypted', 'damaged']) }),
]);

const tooLargeCode = 3;

function libraryFiles() {
  const { resolve } = createRequire(import.meta.url);
  const main = pathToFileURL(resolve('pdfjs-dist/legacy/build/pdf.mjs')).href;
  return {
    main,
    worker: new URL('pdf.worker.mjs', main).href,
    characterMaps: new URL('../../cmaps/', main).href,
  };
}

/**
 * Reads PDFs in a separate process, one at a time. A thread isn't enough: if it runs out of memory in a single large
 * step it aborts the whole process, whatever its limits are.
 *
 * The process starts with the first file and ends some time after the last. It never keeps this one alive, and ends
 * with it. Time is real, since it limits another process.
 */
export class PdfReader {
  readonly #limits: PdfLimits;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(limits: PdfLimits = pdfLimits) {
    this.#limits = limits;
  }

  /** The process id, while there is a process. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Gets the bytes when it is their turn. Rejects if that fails, or if the queue is full. */
  async read(bytes: () => Promise<Uint8Array>): Promise<Reading> {
    if (this.#waiting >= this.#limits.waiting) {
      throw new Error('Too many PDFs are waiting to be read. Try again in a few minutes.');
    }
    this.#waiting += 1;
    const reading = this.#last.then(async () => this.#readNow(await bytes()));
    this.#last = reading.catch(() => {});
    try {
      return await reading;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends the process. The next file starts another. */
  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #readNow(bytes: Uint8Array): Promise<Reading> {
    clearTimeout(this.#idle);
    const reading = await this.#ask((this.#child ??= this.#start()), bytes);
    // Its state is unknown now.
    if ('failure' in reading && reading.failure !== 'encrypted') this.end();
    else this.#idle = setTimeout(() => this.end(), this.#limits.idleMs).unref();
    return reading;
  }

  #start(): ChildProcess {
    const program = pdfProgram({ limits: this.#limits, library: libraryFiles(), tooLargeCode });
    // It must not see the secrets in our environment, nor inherit our process's options.
    const child = spawn(process.execPath, ['--title=loggia-pdf', '-e', program], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    child.unref();
    child.channel?.unref();
    const forget = (): void => {
      if (this.#child === child) this.#child = undefined;
    };
    child.on('error', () => {
      // It never started, so there is no exit event.
      if (child.pid === undefined) forget();
    });
    child.once('exit', forget);
    return child;
  }

  #ask(child: ChildProcess, bytes: Uint8Array): Promise<Reading> {
    return new Promise((resolve) => {
      const finish = (reading: Reading): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        resolve(reading);
      };
      const onMessage = (message: unknown): void => {
        const { data } = answerSchema.safeParse(message);
        finish(data ?? { failure: 'ended' });
      };
      const onExit = (code: number | null, signal: string | null): void => {
        // V8 aborts the process when memory runs out suddenly.
        finish({ failure: code === tooLargeCode || signal === 'SIGABRT' ? 'large' : 'ended' });
      };
      const onError = (): void => finish({ failure: 'ended' });
      const timer = setTimeout(() => finish({ failure: 'slow' }), this.#limits.timeMs).unref();
      child.once('message', onMessage).once('exit', onExit).once('error', onError);
      // Without free descriptors there is no channel, and the error comes later. If sending fails otherwise, the
      // process has ended or is about to, and reports that.
      if (child.channel) child.send(bytes, () => {});
    });
  }
}
