import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenedSandbox } from '@loggia/protocol';
import type { Page } from 'playwright-core';

/** The messages that the page received, oldest first. `from` is the number of the frame, or another sender. */
export interface Heard {
  readonly from: number | 'nobody of ours';
  readonly origin: string;
  readonly data: { readonly method?: string; readonly params?: unknown; readonly id?: unknown };
}

/** The least that frames a sandbox: it knows nothing of the bridge, and writes down every message that reaches it. */
const script = `
window.heard = [];
window.frames_ = [];
addEventListener('message', (event) => {
  const at = window.frames_.findIndex(({ frame }) => frame.contentWindow === event.source);
  window.heard.push({ from: at < 0 ? 'nobody of ours' : at, origin: event.origin, data: event.data });
  const known = window.frames_[at];
  if (!known || known.sent || event.origin !== known.origin) return;
  if (event.data?.method !== 'ui/notifications/sandbox-proxy-ready') return;
  known.sent = true;
  event.ports[0].onmessage = ({ data }) => {
    if (data.view === null) return;
    const said = data.view ?? { method: 'page/' + data.page, params: data };
    window.heard.push({ from: at, origin: event.origin, data: said });
  };
  known.send({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-' + known.as, params: known.params });
});
window.show = ({ url, origin, allow }, params, as) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.allow = allow;
  frame.src = url;
  const send = (message) => frame.contentWindow.postMessage(message, origin);
  window.frames_.push({ frame, origin, params, as, send, sent: false });
  document.body.append(frame);
  return window.frames_.length - 1;
};`;

export class FakeShell implements AsyncDisposable {
  readonly origin: string;
  readonly #server: Server;
  requests = 0;

  private constructor(server: Server, name: string) {
    this.#server = server;
    server.on('request', () => (this.requests += 1));
    this.origin = `http://${name}:${(server.address() as AddressInfo).port}`;
  }

  static async open(name = '127.0.0.1'): Promise<FakeShell> {
    const server = createServer((request, response) => {
      const isScript = request.url === '/shell.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      // As the shell itself is served: frames of Views, and no others.
      response.setHeader('content-security-policy', 'frame-src http://*.localhost:* http://127.0.0.1:*');
      response.end(
        isScript ? script : '<!doctype html><title>Shell</title><body><script src="/shell.js"></script>',
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeShell(server, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Puts the View into the page, or its HTML ahead of it; the result is the number of its frame. */
export function show(
  page: Page,
  { url, origin, allow }: OpenedSandbox,
  params: Readonly<Record<string, unknown>>,
  as: 'resource-ready' | 'resource-ahead' = 'resource-ready',
): Promise<number> {
  return page.evaluate(
    (given) => (globalThis as unknown as { show(...given: readonly unknown[]): number }).show(...given),
    [{ url, origin, allow }, params, as] as const,
  );
}

/** Says something to the View as the shell. */
export function tell(page: Page, frame: number, message: unknown): Promise<void> {
  return page.evaluate(
    ([number, sent]) =>
      (globalThis as unknown as { frames_: { send(message: unknown): void }[] }).frames_[
        number as number
      ]?.send(sent),
    [frame, message] as const,
  );
}

export function heard(page: Page): Promise<readonly Heard[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
}
