import type { MessagePort, Worker } from 'node:worker_threads';
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js';
import type { PdfLimits } from './limits.ts';

export type PdfFailure = 'encrypted' | 'damaged';
export type PdfAnswer = { readonly text: string } | { readonly failure: PdfFailure };

export interface ProgramSetup {
  readonly limits: PdfLimits;
  /** The locations of PDF.js's parts, as file URLs. */
  readonly library: { readonly main: string; readonly worker: string; readonly characterMaps: string };
  /** The exit code of a process that has grown too large. */
  readonly tooLargeCode: number;
}

type Library = Pick<typeof import('pdfjs-dist'), 'getDocument'>;

interface Tools {
  readonly port: MessagePort;
  readonly setup: ProgramSetup;
  load(url: string): Promise<unknown>;
  readFile(url: URL): Promise<Uint8Array>;
}

/** Runs in a thread of the process, and can only use its own code and the tools passed to it. */
async function readDocuments({ port, setup, load, readFile }: Tools): Promise<void> {
  const { limits, library } = setup;
  const world = globalThis as Record<string, unknown>;
  // PDF.js uses files, the network and a native canvas. Extracting words needs none of them, so they are removed before
  // it is loaded, except for one name that it must find while loading.
  world['DOMMatrix'] = Object;
  world['fetch'] = undefined;
  (process as unknown as Record<string, unknown>)['getBuiltinModule'] = (): undefined => undefined;
  // Under this name, PDF.js finds the parser and runs it in this thread.
  world['pdfjsWorker'] = await load(library.worker);
  const { getDocument } = (await load(library.main)) as Library;

  /** The tables for Chinese, Japanese and Korean characters, which files refer to by name. */
  class CharacterMaps {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error('There is no such file.');
      return new Uint8Array(await readFile(new URL(filename, library.characterMaps)));
    }
  }

  const textOf = async (document: Awaited<ReturnType<Library['getDocument']>['promise']>) => {
    const until = performance.now() + limits.enoughMs;
    const texts: string[] = [];
    let length = 0;
    let unread = 0;
    const isEnough = (): boolean => length >= limits.text || performance.now() > until;
    const pages = Math.min(document.numPages, limits.pages);
    for (let number = 1; number <= pages && !isEnough(); number++) {
      try {
        const page = await document.getPage(number);
        const chunks = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
        for (let next = await chunks.read(); !next.done && !isEnough(); next = await chunks.read()) {
          for (const item of next.value.items) {
            if (!('str' in item)) continue;
            const text = item.hasEOL ? `${item.str}\n` : item.str;
            texts.push(text);
            length += text.length;
          }
        }
        texts.push('\n');
        page.cleanup();
      } catch {
        unread += 1;
      }
    }
    const text = texts.join('').slice(0, limits.text).trim();
    return text === '' && unread > 0 ? undefined : text;
  };

  const read = async (data: Uint8Array): Promise<void> => {
    const task = getDocument({
      data,
      verbosity: 0,
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      useWasm: false,
      useWorkerFetch: false,
      cMapUrl: library.characterMaps,
      BinaryDataFactory: CharacterMaps,
    });
    let answer: PdfAnswer;
    try {
      const text = await textOf(await task.promise);
      answer = text === undefined ? { failure: 'damaged' } : { text };
    } catch (error) {
      const isLocked = error instanceof Error && error.name === 'PasswordException';
      answer = { failure: isLocked ? 'encrypted' : 'damaged' };
    }
    port.postMessage(answer);
    await task.destroy();
  };
  port.on('message', (data: Uint8Array) => void read(data).catch(() => {}));
}

/** The main thread of the process: it can still end the process when the other thread hangs. */
function watchReader(thread: Worker, { limits, tooLargeCode }: ProgramSetup): void {
  const endWith = (code: number) => (): never => process.exit(code);
  process.on('disconnect', endWith(0));
  process.on('message', (message) => {
    // A copy that starts at offset zero of its buffer, so that it can be transferred.
    const data = new Uint8Array(message as Uint8Array);
    thread.postMessage(data, [data.buffer]);
  });
  thread.on('message', (answer) => process.send?.(answer));
  thread.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLargeCode : 1),
  );
  // A thread's limit doesn't cover the memory of buffers, into which streams are unpacked.
  setInterval(() => {
    if (process.memoryUsage.rss() > limits.memory) process.exit(tooLargeCode);
  }, 50);
}

/**
 * The program of the process, as text: tests run the sources without a build, and Node can't load such a file. So each
 * function is self-contained, and gets what it needs as arguments.
 */
export function pdfProgram(setup: ProgramSetup): string {
  const thread = `
    const { parentPort: port, workerData: setup } = require('node:worker_threads');
    const { readFile } = require('node:fs/promises');
    (${readDocuments.toString()})({ port, setup, readFile, load: (url) => import(url) });`;
  const options = {
    eval: true,
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: setup.limits.heapMb },
  };
  return `
    const { Worker } = require('node:worker_threads');
    const thread = new Worker(${JSON.stringify(thread)}, ${JSON.stringify(options)});
    (${watchReader.toString()})(thread, ${JSON.stringify(setup)});`;
}
