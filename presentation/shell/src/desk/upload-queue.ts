import { Cell, type Readable } from '@loggia/client';
import { asError } from '../host/as-error.ts';
import type { FoundFile } from './dropped-files.ts';

export interface Upload {
  readonly id: number;
  readonly workspace: string;
  readonly path: string;
  readonly size: number;
  readonly sent: number;
  readonly state: 'waiting' | 'sending' | 'saving' | 'done' | 'failed' | 'cancelled';
  readonly error?: Error;
  /** The id of the created artifact. */
  readonly artifact?: string;
}

export interface UploadPorts {
  /** Streams the bytes of a file. */
  send(
    file: Blob,
    options: { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void },
  ): Promise<{ readonly hash: string }>;
  /** Makes an artifact of what was sent, and names it. */
  save(upload: {
    readonly workspace: string;
    readonly name: string;
    readonly hash: string;
    readonly signal: AbortSignal;
    /** It was started before with an unknown outcome: the artifact may exist. */
    readonly isRepeated: boolean;
  }): Promise<string>;
}

const atOnce = 3;

/** Files on their way to the host, a few at a time. It holds files, never what is in them. */
export class UploadQueue implements Readable<readonly Upload[]> {
  readonly #ports: UploadPorts;
  readonly #uploads = new Map<number, Upload>();
  readonly #files = new Map<number, FoundFile>();
  readonly #running = new Map<number, AbortController>();
  readonly #begun = new Set<number>();
  readonly #snapshot = new Cell<readonly Upload[]>([]);
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;
  #lastId = 0;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
  }

  add(workspace: string, files: readonly FoundFile[]): void {
    for (const found of files) {
      const id = ++this.#lastId;
      this.#files.set(id, found);
      const { path, file } = found;
      this.#uploads.set(id, { id, workspace, path, size: file.size, sent: 0, state: 'waiting' });
    }
    this.#changed();
    this.#startNext();
  }

  cancel(id: number): void {
    const { state } = this.#uploads.get(id) ?? {};
    if (state !== 'waiting' && state !== 'sending' && state !== 'saving') return;
    this.#set(id, { state: 'cancelled' });
    this.#running.get(id)?.abort(new Error('The upload was stopped.'));
    this.#startNext();
  }

  cancelAll(): void {
    for (const id of this.#uploads.keys()) this.cancel(id);
  }

  retry(id: number): void {
    const { state } = this.#uploads.get(id) ?? {};
    if (state !== 'failed' && state !== 'cancelled') return;
    const { error: _, ...rest } = this.#uploads.get(id)!;
    this.#uploads.set(id, { ...rest, sent: 0, state: 'waiting' });
    this.#changed();
    this.#startNext();
  }

  retryFailed(): void {
    for (const { id, state } of this.#uploads.values()) if (state === 'failed') this.retry(id);
  }

  /** Removes finished uploads, whatever their outcome. */
  clear(): void {
    for (const { id, state } of this.#uploads.values()) {
      if (state !== 'done' && state !== 'failed' && state !== 'cancelled') continue;
      // One that was cancelled may not have stopped yet.
      this.#uploads.delete(id);
      this.#files.delete(id);
      this.#begun.delete(id);
    }
    this.#changed();
  }

  #startNext(): void {
    for (const { id, state } of this.#uploads.values()) {
      if (this.#running.size >= atOnce) return;
      if (state === 'waiting' && !this.#running.has(id)) void this.#run(id);
    }
  }

  async #run(id: number): Promise<void> {
    const found = this.#files.get(id);
    const upload = this.#uploads.get(id);
    if (!found || !upload) return;
    const abort = new AbortController();
    const { signal } = abort;
    this.#running.set(id, abort);
    this.#set(id, { state: 'sending' });
    try {
      const { hash } = await this.#ports.send(found.file, {
        signal,
        onProgress: (sent) => !signal.aborted && this.#set(id, { sent: Math.min(sent, upload.size) }),
      });
      signal.throwIfAborted();
      this.#set(id, { state: 'saving', sent: upload.size });
      const { workspace } = upload;
      const { name } = found.file;
      const isRepeated = this.#begun.has(id);
      this.#begun.add(id);
      const artifact = await this.#ports.save({ workspace, name, hash, signal, isRepeated });
      // If it was canceled too late, the artifact exists and must not be hidden.
      this.#set(id, { state: 'done', artifact });
      this.#files.delete(id);
      this.#begun.delete(id);
    } catch (error) {
      if (!signal.aborted) this.#set(id, { state: 'failed', error: asError(error) });
    } finally {
      this.#running.delete(id);
      this.#startNext();
    }
  }

  #set(id: number, change: Partial<Upload>): void {
    const before = this.#uploads.get(id);
    if (!before) return;
    this.#uploads.set(id, { ...before, ...change });
    this.#changed();
  }

  #changed(): void {
    this.#snapshot.set([...this.#uploads.values()]);
  }
}

export interface UploadTotal {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly active: number;
  readonly bytes: number;
  readonly sent: number;
}

/** The total of all uploads. Canceled ones don't count. */
export function totalOf(uploads: readonly Upload[]): UploadTotal {
  const total = { files: 0, done: 0, failed: 0, active: 0, bytes: 0, sent: 0 };
  for (const { state, size, sent } of uploads) {
    if (state === 'cancelled') continue;
    total.files += 1;
    if (state === 'done') total.done += 1;
    else if (state === 'failed') total.failed += 1;
    else total.active += 1;
    if (state === 'failed') continue;
    total.bytes += size;
    total.sent += state === 'done' ? size : sent;
  }
  return total;
}
