import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignInError, type RedirectReceiver } from '@loggia/client/oauth';

export interface LoopbackOptions {
  /** Shows the address to the user: in a browser, or by printing it. */
  show(url: string): Promise<void>;
  readonly withinMs: number;
}

const callbackPath = '/oauth/callback';

/** The page contains nothing from the request, so nothing can be injected. */
const page = (title: string, says: string): string =>
  `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${says}</p></html>\n`;

const pages = {
  taken: page('You can close this window', 'Loggia received the answer. See the terminal for the result.'),
  unasked: page('Nothing to do', 'Loggia isn’t waiting for this sign-in.'),
};

/** RFC 8252: hears the answer of the authorization server on a port of this machine that is free at the time. */
export class LoopbackReceiver implements RedirectReceiver {
  readonly #options: LoopbackOptions;
  #server: Server | undefined;
  #uri: Promise<string> | undefined;
  /** The OAuth state of the request that is still at the authorization server. */
  #state: string | undefined;
  #answer: URLSearchParams | undefined;
  #heard: (() => void) | undefined;

  constructor(options: LoopbackOptions) {
    this.#options = options;
  }

  redirectUri(): Promise<string> {
    this.#uri ??= this.#listen();
    return this.#uri;
  }

  async open(url: string): Promise<void> {
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (address === undefined || !/^https?:$/.test(address.protocol)) {
      throw new SignInError(
        'untrusted',
        'The authorization server’s address is not a web page, so it was not opened. Ask its operator to correct it.',
      );
    }
    this.#state = address.searchParams.get('state') ?? undefined;
    this.#answer = undefined;
    await this.#options.show(address.href);
  }

  wait(signal: AbortSignal): Promise<URLSearchParams> {
    const { withinMs } = this.#options;
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#heard = undefined;
        settle();
      };
      const abort = (): void => end(() => reject(signal.reason));
      const timer = setTimeout(() => {
        const minutes = Math.max(1, Math.round(withinMs / 60_000));
        const late = new SignInError(
          'cancelled',
          `Nobody signed in within ${minutes} min. Run the command again.`,
        );
        end(() => reject(late));
      }, withinMs);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) return abort();
      this.#heard = () => {
        const answer = this.#answer;
        if (answer !== undefined) end(() => resolve(answer));
      };
      this.#heard();
    });
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeIdleConnections();
    this.#server?.unref();
  }

  async #listen(): Promise<string> {
    const server = createServer((request, response) => this.#hear(request, response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${callbackPath}`;
  }

  #hear(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname !== callbackPath) return reply(response, 404, '');
    if (request.method !== 'GET') return reply(response, 405, '');
    // Any page that the browser shows can knock here; it does not know the state.
    const state = url.searchParams.get('state');
    if (this.#state === undefined || state !== this.#state) return reply(response, 400, pages.unasked);
    this.#state = undefined;
    reply(response, 200, pages.taken);
    this.#answer = url.searchParams;
    this.#heard?.();
  }
}

function reply(response: ServerResponse, status: number, body: string): void {
  // Without a type of content, browsers look for themselves and see a page.
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  });
  response.end(body);
}
