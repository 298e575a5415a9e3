import { fileURLToPath } from 'node:url';
import { createSession, type ChannelView } from '@loggia/client';
import type { McpServerCustomization } from '@loggia/protocol';
import type { Browser, Page } from 'playwright-core';
import { startHost } from '../hosts/running-host.ts';
import { firstLoad } from './first-load.ts';

const echo = fileURLToPath(new URL('../../../testing/dist/echo-harness.js', import.meta.url));
const clock = fileURLToPath(
  new URL(
    '../../../node_modules/@modelcontextprotocol/server-basic-vanillajs/dist/index.js',
    import.meta.url,
  ),
);
const template = 'ui://get-time/mcp-app.html';

/** The product with an App server, an agent that calls what it is told to, and the shell in a browser. */
export interface ShownProduct {
  readonly page: Page;
  /** The View's page, as served by its server. */
  readonly html: string;
  /** The size of the shell's first load, in bytes. */
  readonly weight: number;
  call(): void;
  /** Text without Views, to scroll through. */
  say(text: string): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function showProduct(directory: string, browser: Browser): Promise<ShownProduct> {
  const config = {
    agents: [{ module: echo, options: { delayMs: 0 } }],
    hostTools: false,
    mcpServers: { clock: { command: process.execPath, args: [clock, '--stdio'] } },
  };
  const host = await startHost(directory, config, 'product');
  const client = await host.connect();
  // Before there is a session, whose Views the desk would show beside it.
  const weight = await firstLoad(browser, host.address);
  const session = client.session(await createSession(client, { provider: 'echo' }));
  const server = await until(session, ({ customizations = [] }) => {
    const all = customizations.flatMap((entry) =>
      entry.type === 'mcpServer' ? [entry] : (entry.children ?? []),
    );
    return all.find(
      (entry): entry is McpServerCustomization =>
        entry.type === 'mcpServer' &&
        entry.name === 'clock' &&
        entry.state.kind === 'ready' &&
        entry.channel !== undefined,
    );
  });
  const { contents } = (await client.call('resources/read', {
    channel: server.channel ?? '',
    uri: template,
  })) as {
    readonly contents: readonly { readonly text: string }[];
  };
  const chat = client.chat((await until(session, ({ defaultChat }) => defaultChat)) ?? '');
  await chat.ready;
  const tool = await until(session, ({ serverTools = [] }) =>
    serverTools.find(({ name }) => name.endsWith('get-time')),
  );
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(host.address);
  await page.locator('.frame').waitFor();
  const route = ['-', 'session', session.uri, chat.uri].map(encodeURIComponent).join('/');
  await page.evaluate((to) => location.assign(to), `#/${route}`);
  await page
    .getByRole('textbox', { name: /message/i })
    .first()
    .waitFor();
  const start = (text: string): void => {
    chat.dispatch({
      type: 'chat/turnStarted',
      turnId: crypto.randomUUID(),
      startedAt: new Date().toISOString(),
      message: { text, origin: { kind: 'user' } },
    });
  };
  return {
    page,
    weight,
    html: contents[0]?.text ?? '',
    call: () => start(`/tool ${tool.name} {}`),
    say: start,
    settled: async () => {
      await until(chat, ({ activeTurn }) => (activeTurn === undefined ? true : undefined));
    },
    close: async () => {
      await context.close();
      client.close();
      await host.stop();
    },
  };
}

/** Runs in the page: records when a result arrived, and when a View reported ready. The shell doesn't have to know. */
function watch(): void {
  const seen = { results: [] as number[], initialized: [] as number[] };
  Object.assign(globalThis, { seen });
  const Original = globalThis.WebSocket;
  globalThis.WebSocket = class extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"chat/toolCallComplete"'))
          seen.results.push(performance.now());
      });
    }
  };
  // The shell reads View messages in workers, which pass them on as text.
  const OriginalWorker = globalThis.Worker;
  globalThis.Worker = class extends OriginalWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ text?: unknown } | null>) => {
        if (typeof data?.text === 'string' && data.text.includes('"ui/notifications/initialized"'))
          seen.initialized.push(performance.now());
      });
    }
  };
}

function until<State, Value>(
  view: ChannelView<State>,
  look: (state: State) => Value | undefined,
): Promise<NonNullable<Value>> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const found = view.state === undefined ? undefined : look(view.state);
      if (found === undefined || found === null) return;
      stop();
      clearTimeout(timer);
      resolve(found);
    };
    const stop = view.subscribe(check);
    const timer = setTimeout(() => reject(new Error(`${view.uri} did not get there.`)), 60_000);
    check();
  });
}
