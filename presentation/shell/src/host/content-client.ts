import type { ShellHost } from './shell-host.ts';

interface Ports {
  readonly origin: string;
  readonly key: string;
  readonly fetch: ShellHost['fetch'];
  readonly ask: ShellHost['ask'];
}

export interface Uploaded {
  readonly hash: string;
  readonly size: number;
}

/** Bytes to and from the host. */
export class ContentClient {
  readonly #ports: Ports;
  readonly #pictures = new Map<string, Promise<string | undefined>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Streams a file; `fetch` cannot tell how far an upload has come. */
  upload(
    file: Blob,
    options: { readonly signal?: AbortSignal; readonly onProgress?: (sent: number) => void } = {},
  ): Promise<Uploaded> {
    const { signal, onProgress } = options;
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const cancel = (): void => request.abort();
      request.open('PUT', new URL('/api/content', this.#ports.origin));
      request.setRequestHeader('Authorization', `Bearer ${this.#ports.key}`);
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.responseType = 'json';
      request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded));
      request.addEventListener('abort', () => reject(signal?.reason ?? new Error('The upload was stopped.')));
      request.addEventListener('error', () =>
        reject(new Error('The host could not be reached. Check that it is running, then try again.')),
      );
      request.addEventListener('load', () => {
        if (request.status < 300) resolve((request.response as { readonly content: Uploaded }).content);
        else reject(new Error(messageOf(request.response) ?? `The host refused it (${request.status}).`));
      });
      if (signal?.aborted) return reject(signal.reason as Error);
      signal?.addEventListener('abort', cancel, { once: true });
      request.send(file);
    });
  }

  /** An address that an element such as `video` can load by itself, for a while. */
  async link(artifact: string, version?: number): Promise<string> {
    const { path } = await this.#ports.ask('x-loggia/linkContent', {
      artifact,
      ...(version !== undefined && { version }),
    });
    return path;
  }

  /** The same for a file that is attached to a message of the chat. */
  async linkFile(chat: string, hash: string): Promise<string> {
    const { path } = await this.#ports.ask('x-loggia/linkAttachment', { chat, hash });
    return path;
  }

  /** The bytes of an artifact as the host sends them. Rejects with what the host says where it sends none. */
  async read(
    { artifact, version }: { readonly artifact: string; readonly version?: number | undefined },
    init: RequestInit = {},
  ): Promise<Response> {
    const query = version === undefined ? '' : `?version=${version}`;
    const response = await this.#ports.fetch(`/api/artifacts/${artifact}/content${query}`, init);
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  /** The bytes at the address of a link. */
  async bytesAt(path: string): Promise<Uint8Array> {
    const response = await this.#ports.fetch(path);
    if (!response.ok) throw await failureOf(response);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** The small picture of a card, as an address for `img`. Kept by its hash, for as long as the page lives. */
  thumbnail(artifact: string, hash: string): Promise<string | undefined> {
    const known = this.#pictures.get(hash);
    if (known) return known;
    const loading = this.#load(`/api/artifacts/${artifact}/thumbnail`);
    this.#pictures.set(hash, loading);
    return loading;
  }

  async #load(path: string): Promise<string | undefined> {
    try {
      const response = await this.#ports.fetch(path);
      return response.ok ? URL.createObjectURL(await response.blob()) : undefined;
    } catch {
      return undefined;
    }
  }
}

function messageOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { readonly error?: { readonly message?: string } };
  return error?.message;
}

async function failureOf(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined);
  return new Error(messageOf(body) ?? `The host answered with ${response.status}. Try again.`);
}
