import {
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  getDocument,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- Vite makes an address of it
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { openWorker } from '../host/own-worker.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { PdfFiles } from './pdf-files.ts';

/** Read at once; longer ones by the parts that are looked at. */
const smallBytes = 2_000_000;
const partBytes = 262_144;
/** A picture that claims to be larger is left out rather than given the memory. */
const mostPixels = 64_000_000;

interface PdfPlace {
  readonly artifact: string;
  readonly version: number | undefined;
  readonly size: number;
}

export interface OpenedPdf {
  readonly task: PDFDocumentLoadingTask;
  close(): void;
}

/** Reads a PDF in a worker of its own. Nothing in it is run: neither its scripts nor its forms have anything to act on. */
export async function openPdf(
  host: ShellHost,
  { size, ...from }: PdfPlace,
  signal: AbortSignal,
): Promise<OpenedPdf> {
  const source =
    size > smallBytes
      ? { range: new Parts(host, from, size, signal), rangeChunkSize: partBytes }
      : { data: new Uint8Array(await (await host.content.read(from, { signal })).arrayBuffer()) };
  const port = openWorker(workerUrl);
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    ...source,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    BinaryDataFactory: PdfFiles,
    cMapPacked: true,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: mostPixels,
    canvasMaxAreaInBytes: mostPixels * 4,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = async (): Promise<void> => {
    await task.destroy();
    worker.destroy();
    port.terminate();
  };
  return { task, close: () => void close() };
}

class Parts extends PDFDataRangeTransport {
  readonly #read: (begin: number, end: number) => Promise<Response>;
  readonly #stop = new AbortController();

  constructor(
    host: ShellHost,
    from: { readonly artifact: string; readonly version: number | undefined },
    size: number,
    signal: AbortSignal,
  ) {
    super(size, null);
    signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
    this.#read = (begin, end) =>
      host.content.read(from, {
        headers: { Range: `bytes=${begin}-${end - 1}` },
        signal: this.#stop.signal,
      });
  }

  override requestDataRange(begin: number, end: number): void {
    this.#read(begin, end)
      .then((response) => response.arrayBuffer())
      .then((part) => this.onDataRange(begin, new Uint8Array(part)))
      // The page learns of the failure when it is rendered again.
      .catch(() => undefined);
  }

  override abort(): void {
    this.#stop.abort();
  }
}
