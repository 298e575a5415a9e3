import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';

/** The minimum of a sandbox: it puts the View into a frame and forwards messages both ways. */
const proxy = `<!doctype html><meta charset="utf-8"><body style="margin:0"><script>
let inner;
addEventListener('message', ({ source, data }) => {
  if (source === parent && data.method === 'ui/notifications/sandbox-resource-ready') {
    inner = document.createElement('iframe');
    inner.sandbox = 'allow-scripts';
    inner.style.cssText = 'border:0;width:100%;height:100vh';
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else if (source === parent) inner?.contentWindow.postMessage(data, '*');
  else if (source === inner?.contentWindow) parent.postMessage(data, '*');
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

/** A page with nothing but AppBridge, and a sandbox on another port. */
export interface BareHost {
  readonly page: string;
  readonly proxy: string;
  close(): void;
}

export async function startBareHost(directory: string): Promise<BareHost> {
  await build({
    root: fileURLToPath(new URL('../../pages', import.meta.url)),
    configFile: false,
    envFile: false,
    logLevel: 'error',
    build: { outDir: directory, emptyOutDir: true, target: 'es2023' },
  });
  const pages = await serve(async (address) =>
    readFile(path.join(directory, address === '/' ? 'index.html' : address)),
  );
  const sandbox = await serve(async () => Buffer.from(proxy));
  return {
    page: originOf(pages),
    proxy: originOf(sandbox),
    close: () => {
      pages.close();
      sandbox.close();
    },
  };
}

/** From the result until the View reports that it is ready. */
export function showBare(page: Page, { proxy: at }: BareHost, html: string): Promise<number> {
  const call = { arguments: {}, result: { content: [{ type: 'text', text: new Date(0).toISOString() }] } };
  return page.evaluate(
    ([from, template, given]) =>
      (globalThis as unknown as { show(proxy: string, html: string, call: unknown): Promise<number> }).show(
        from,
        template,
        given,
      ),
    [at, html, call] as const,
  );
}

async function serve(answer: (address: string) => Promise<Buffer>): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    const send = async (): Promise<void> => {
      const body = await answer(url);
      response.writeHead(200, { 'Content-Type': type }).end(body);
    };
    send().catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
