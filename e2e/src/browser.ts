import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChat } from '@loggia/client';
import type { ChatState, McpServerCustomization, Message, ToolCall } from '@loggia/protocol';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core';
import { onTestFinished } from 'vitest';
import { DataDirectory, HostProcess, type Program } from './process/host-process.ts';
import { TappedClient } from './process/tapped-client.ts';
import { until } from './process/until.ts';
import { SessionServers } from './servers/session-servers.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const screenshots = path.join(os.tmpdir(), 'loggia-screenshots');

/** Why no browser can be used for tests; undefined where one can. */
export const noBrowser: string | undefined = existsSync(executablePath)
  ? undefined
  : `there is no Chromium at ${executablePath}; name one in CHROMIUM`;

// Skipping these tests would hide that nothing in a browser was tested.
if (noBrowser !== undefined) throw new Error(`Browser tests can't run: ${noBrowser}.`);

/** For a `describe`, so that what is left out says why. */
export function inBrowser(title: string): string {
  return noBrowser === undefined ? title : `${title} (skipped: ${noBrowser})`;
}

/** Another name of this machine for the browser, without names below it, as in a local network. */
export const lanName = 'lan.example';

export interface BrowserNeeds {
  /** Drawing in three dimensions without a graphics card takes a whole processor: only who needs it asks for it. */
  readonly drawing?: 'flat' | 'webgl';
  /** A camera and a microphone that show and say nothing of anybody; the browser lets any page have them that may. */
  readonly devices?: 'none' | 'fake';
  /** A file for everything that the browser does on the network, with names that it looks up. */
  readonly netLog?: string;
}

export function launchBrowser({
  drawing = 'flat',
  devices = 'none',
  netLog,
}: BrowserNeeds = {}): Promise<Browser> {
  const names = `--host-resolver-rules=MAP ${lanName} 127.0.0.1`;
  const graphics =
    drawing === 'flat' ? ['--disable-gpu'] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  const media =
    devices === 'none' ? [] : ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const logs = netLog === undefined ? [] : [`--log-net-log=${netLog}`, '--net-log-capture-mode=Everything'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', names, ...graphics, ...media, ...logs] });
}

/**
 * A browser that lets frames of other sites store things, in a profile of its own. Browsers that block third-party
 * cookies don't, and some of them do that by default.
 */
export function launchStoringBrowser(profile: string): Promise<BrowserContext> {
  const folder = path.join(profile, 'Default');
  mkdirSync(folder, { recursive: true });
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(path.join(folder, 'Preferences'), JSON.stringify(preferences));
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

export interface ScreenOptions extends BrowserContextOptions {
  /** Console messages that must not fail the test. */
  readonly expected?: readonly RegExp[];
  /** Under which name of this machine the shell is opened, instead of its address. */
  readonly at?: string;
}

/** A product that runs, a browser that shows it, and a client that does what is not for the screen. */
export class Product implements AsyncDisposable {
  readonly data: DataDirectory;
  readonly browser: Browser;
  readonly client: TappedClient;
  #host: HostProcess;

  private constructor(data: DataDirectory, host: HostProcess, browser: Browser) {
    this.data = data;
    this.#host = host;
    this.browser = browser;
    this.client = new TappedClient('beside-the-browser', () => data.endpoint(), { mcpApps: {} });
  }

  static async start(
    mcpServers: Readonly<Record<string, unknown>> = {},
    settings: Readonly<Record<string, unknown>> = {},
    needs: BrowserNeeds = {},
    program: Program = 'product',
  ): Promise<Product> {
    const data = new DataDirectory({ mcpServers, ...settings });
    const [host, browser] = await Promise.all([HostProcess.start(data, program), launchBrowser(needs)]);
    return new Product(data, host, browser);
  }

  get host(): HostProcess {
    return this.#host;
  }

  /** The host goes, and another one comes at another port, with the same data. */
  async restart(how: 'kill' | 'terminate' = 'kill'): Promise<void> {
    await this.#host[how]();
    this.#host = await HostProcess.start(this.data, 'product');
  }

  /** A browser of its own that is signed in, for the test that asks for it: closed, and kept as a picture if it fails. */
  async screen(options: ScreenOptions = {}): Promise<Screen> {
    const screen = await this.sharedScreen(options);
    onTestFinished(async ({ task }) => {
      await screen.pictureOfFailure(task);
      await screen.context.close();
    });
    return screen;
  }

  /** The same for several tests: whoever shares it closes it. */
  async sharedScreen({ expected = [], at, ...options }: ScreenOptions = {}): Promise<Screen> {
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const screen = new Screen(context, await context.newPage(), expected);
    const { http, token } = this.#host.endpoint;
    const shell = new URL(http);
    if (at !== undefined) shell.hostname = at;
    await screen.page.goto(`${shell.origin}/#token=${token}`);
    await screen.page.locator('.frame').waitFor();
    return screen;
  }

  /** A session of the echo agent, which calls the tool that it is told to. */
  async session(...ready: readonly string[]): Promise<Conversation> {
    const servers = await SessionServers.create(this.client);
    for (const name of ready) await servers.until(name, 'ready', 30_000);
    const conversation = new Conversation(servers, servers.view.state?.defaultChat ?? '');
    await conversation.ready();
    return conversation;
  }

  /** The audit of a session, newest last, as `method target decision`. */
  async audit(session: string): Promise<readonly AuditLine[]> {
    const { records } = (await this.client.ahp.call('x-loggia/listAudit', {
      channel: 'ahp-root://',
      session,
      limit: 1000,
    })) as { records: AuditLine[] };
    return records;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    this.client[Symbol.dispose]();
    await this.#host[Symbol.asyncDispose]();
    this.data[Symbol.dispose]();
  }
}

interface RanTask {
  readonly name: string;
  readonly result?: { readonly state: string } | undefined;
}

export interface AuditLine {
  readonly by?: string;
  readonly method: string;
  readonly target?: string;
  readonly decision: string;
  readonly reason?: string;
  readonly view?: string;
}

/** One chat, and what is said in it. */
export class Conversation {
  readonly servers: SessionServers;
  readonly chat: string;
  readonly #view;

  constructor(servers: SessionServers, chat: string) {
    this.servers = servers;
    this.chat = chat;
    this.#view = servers.client.ahp.chat(chat);
  }

  get session(): string {
    return this.servers.uri;
  }

  get state(): ChatState | undefined {
    return this.#view.state;
  }

  async ready(): Promise<void> {
    await this.#view.ready;
  }

  /** Another chat of the same session, so that its servers need not start again. */
  async another(): Promise<Conversation> {
    const chat = await createChat(this.servers.client.ahp, this.session);
    const conversation = new Conversation(this.servers, chat);
    await conversation.ready();
    return conversation;
  }

  server(name: string): McpServerCustomization {
    return this.servers.named(name);
  }

  say(text: string): void {
    this.#view.dispatch({
      type: 'chat/turnStarted',
      turnId: crypto.randomUUID(),
      startedAt: new Date().toISOString(),
      message: { text, origin: { kind: 'user' } },
    });
  }

  /** Cancels the turn that runs. */
  cancel(): void {
    const turnId = this.#view.state?.activeTurn?.id;
    if (turnId === undefined) throw new Error('No turn runs.');
    this.#view.dispatch({ type: 'chat/turnCancelled', turnId, duration: 1 });
  }

  /** Lets the agent call a tool, and waits until the call is there. The tool has to be offered to the agent. */
  async call(
    tool: string,
    input: object = {},
    how: 'tool' | 'stream' | 'confirm' = 'tool',
  ): Promise<ToolCall> {
    const name = await until(`${tool} is offered`, () => this.offered(tool), 30_000);
    const before = this.calls.length;
    this.say(`/${how} ${name} ${JSON.stringify(input)}`);
    return until(`${tool} is called`, () => this.calls[before]);
  }

  async completed(tool: string, input: object = {}): Promise<ToolCall> {
    const { toolCallId } = await this.call(tool, input);
    return until(`${tool} has ended`, () =>
      this.calls.find((call) => call.toolCallId === toolCallId && call.status === 'completed'),
    );
  }

  /** As the agent knows it: with the name of its server before it, where two servers have one of that name. */
  offered(tool: string): string | undefined {
    const { tools } = this.servers;
    return tools.find((name) => name === tool) ?? tools.find((name) => name.endsWith(`__${tool}`));
  }

  get calls(): readonly ToolCall[] {
    const { turns = [], activeTurn } = this.#view.state ?? {};
    return [...turns, ...(activeTurn ? [activeTurn] : [])].flatMap(({ responseParts }) =>
      responseParts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : [])),
    );
  }

  /** The messages of the user's side, whoever wrote them. */
  get said(): readonly Message[] {
    const { turns = [], activeTurn, queuedMessages = [], steeringMessage } = this.#view.state ?? {};
    const pending = [...(steeringMessage ? [steeringMessage] : []), ...queuedMessages];
    return [...turns, ...(activeTurn ? [activeTurn] : []), ...pending].map(({ message }) => message);
  }

  get messages(): readonly string[] {
    return this.said.map(({ text }) => text);
  }
}

/** A page of the shell, and what it complained about. */
export class Screen {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the console and of scripts, without those that the policy of a View makes. */
  readonly problems: string[] = [];
  readonly dialogs: string[] = [];

  constructor(context: BrowserContext, page: Page, expected: readonly RegExp[]) {
    this.context = context;
    this.page = page;
    const note = (text: string): void => {
      if (!expected.some((pattern) => pattern.test(text))) this.problems.push(text);
    };
    page.on('pageerror', (error) => note(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
    });
    page.on('dialog', (dialog) => {
      this.dialogs.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
  }

  /** Opens a chat on the page for sessions. */
  async open({ session, chat }: Pick<Conversation, 'session' | 'chat'>): Promise<void> {
    await this.go('session', session, chat);
  }

  /** Goes to a page of the shell, in the first workspace. */
  async go(...parts: readonly string[]): Promise<void> {
    const hash = `#/${['-', ...parts].map(encodeURIComponent).join('/')}`;
    await this.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }

  /** Where one writes to the agent. */
  get composer(): Locator {
    return this.page.getByRole('textbox', { name: /message/i }).first();
  }

  /** The shell still answers: what one types is there, at once for whoever types it. */
  async answers(): Promise<void> {
    const text = `still here ${Date.now()}`;
    await this.composer.fill(text);
    await until('the composer shows it', async () => (await this.composer.inputValue()) === text);
    await this.composer.fill('');
  }

  /** The frames of Views' own documents: they have no address, and their parents have one of the sandbox. */
  get views(): readonly Frame[] {
    return this.proxies.flatMap((proxy) => proxy.childFrames().slice(-1));
  }

  get proxies(): readonly Frame[] {
    return this.page
      .mainFrame()
      .childFrames()
      .filter((frame) => isSandbox(frame.url(), this.page.url()));
  }

  /** The {@link views} that the shell has a slot for. A page may be loaded ahead of its View. */
  async shownViews(): Promise<readonly Frame[]> {
    const { views } = this;
    const shown = await Promise.all(views.map((frame) => hasPlace(frame).catch(() => false)));
    return views.filter((_, index) => shown[index]);
  }

  /** Waits for the only View on the page, or the one that `which` picks, and for what it shows. */
  async view(which: (frame: Frame) => Promise<boolean> | boolean = () => true): Promise<Frame> {
    return until(
      'the View is there',
      async () => {
        for (const frame of this.views) {
          if (
            await holdsView(frame).then(
              (isView) => isView && which(frame),
              () => false,
            )
          )
            return frame;
        }
        return undefined;
      },
      30_000,
    );
  }

  /** Does what makes a View appear, and waits for the one that was not there before. */
  async newView(act: () => Promise<unknown>): Promise<Frame> {
    const before = new Set(await this.shownViews());
    await act();
    try {
      return await until(
        'a View is there',
        async () => {
          for (const frame of await this.shownViews())
            if (!before.has(frame) && (await holdsView(frame).catch(() => false))) return frame;
          return undefined;
        },
        30_000,
      );
    } catch (error) {
      throw new Error(`There is no View. The page says: ${this.problems.join('\n') || 'nothing'}`, {
        cause: error,
      });
    }
  }

  /** Waits until the frame of the View lies in its slot, and has come to rest there. */
  async settle(view: Frame): Promise<void> {
    const frame = await view.parentFrame()?.frameElement();
    if (!frame) throw new Error('The View is gone.');
    let before = '';
    await until('the View lies still', async () => {
      const place = await frame.evaluate((node) => {
        const at = (node as Element).getBoundingClientRect();
        const slots = [...document.querySelectorAll('[data-view-slot]')].map((slot) =>
          slot.getBoundingClientRect(),
        );
        const fits = slots.some(
          ({ left, top }) => Math.abs(left - at.left) < 4 && Math.abs(top - at.top) < 4,
        );
        return fits ? JSON.stringify(at) : '';
      });
      const isStill = place !== '' && place === before;
      before = place;
      if (!isStill) await view.waitForTimeout(100);
      return isStill;
    });
  }

  /** Turns the wheel at the edge of the transcript: who scrolls up is not taken back to its end when something grows. */
  async scrollUp(): Promise<void> {
    const box = await this.page.locator('.transcript-scroller').boundingBox();
    if (!box) return;
    await this.page.mouse.move(box.x + 10, box.y + box.height / 2);
    await this.page.mouse.wheel(0, -1_000_000);
  }

  /**
   * Nobody writes in the shell. The browser's remote control tells no page that its mouse has come to a frame in it, so
   * a shell in which somebody writes takes a press there for one that took the focus. From a real mouse it would know.
   */
  async nobodyWrites(): Promise<void> {
    await this.page.evaluate(() => document.getElementById('main')?.focus({ preventScroll: true }));
  }

  /**
   * Somebody types until this is seen. A key that is on its way to a frame when the frame is removed is never
   * acknowledged, so no key is waited for longer than a second.
   */
  async typeUntilSeen(what: string, seen: Locator): Promise<void> {
    await until(what, async () => {
      const pressed = this.page.keyboard.press('x').catch(() => undefined);
      await Promise.race([pressed, sleep(1000)]);
      return seen.isVisible();
    });
  }

  /**
   * A real click that arrives. A View moves with the transcript around it, and a click on its way to where the target
   * was a moment ago lands on something else, or on nothing. The target itself tells whether it was clicked.
   */
  async click(view: Frame, what: string | Locator): Promise<void> {
    const target = typeof what === 'string' ? view.locator(what) : what;
    await until(
      `${String(what)} has been clicked`,
      async () => {
        await this.#bringIntoSight(view, target);
        await this.nobodyWrites();
        const clicks = await target.evaluateHandle((node) => {
          const heard = { node, count: 0 };
          node.addEventListener('click', () => heard.count++, { capture: true });
          return heard;
        });
        await target.click();
        // A View that left or replaced the target did so because of the click.
        const arrived = async (): Promise<boolean> =>
          clicks.evaluate(({ node, count }) => count > 0 || !node.isConnected).catch(() => true);
        return until(`${String(what)} hears the click`, arrived, 1000).catch(() => false);
      },
      30_000,
    );
  }

  /**
   * Clicks until the View has the focus. A click moves it through three documents in as many processes, and a browser
   * that has much to do now and then loses it on the way: a user would click again.
   */
  async focusIn(view: Frame, what: string | Locator): Promise<void> {
    await until('the View has the focus', async () => {
      await this.click(view, what);
      return until('it has it', () => this.isInView(), 2000).catch(() => false);
    });
  }

  /** Whether the shell sees that a View has the focus. */
  isInView(): Promise<boolean> {
    return this.page.evaluate(() => document.activeElement instanceof HTMLIFrameElement);
  }

  /**
   * Scrolls to the target as a user would. The frame of a View isn't a descendant of the scrolled element, so Playwright
   * doesn't scroll it into view.
   */
  async #bringIntoSight(view: Frame, target: Locator): Promise<void> {
    await until('it is in sight', async () => {
      await target.scrollIntoViewIfNeeded();
      await this.settle(view);
      const box = await target.boundingBox();
      const { height = 0 } = this.page.viewportSize() ?? {};
      if (!box) return false;
      const middle = box.y + box.height / 2;
      if (middle > 150 && middle < height - 200) return true;
      const scrolled = await this.page.evaluate(
        (by) => {
          for (const slot of document.querySelectorAll('[data-view-slot]')) {
            for (let around: Element | null = slot; around; around = around.parentElement) {
              const { overflowY } = getComputedStyle(around);
              if (overflowY !== 'auto' && overflowY !== 'scroll') continue;
              const start = around.scrollTop;
              around.scrollBy({ top: by, behavior: 'instant' });
              if (around.scrollTop !== start) return true;
            }
          }
          return false;
        },
        middle - height / 2,
      );
      // At the end of the scroll range, the position no longer changes.
      return !scrolled && middle > 0 && middle < height;
    });
  }

  async pictureOfFailure({ name, result }: RanTask): Promise<void> {
    if (result?.state === 'fail') await this.picture(name);
  }

  async picture(name: string): Promise<string> {
    mkdirSync(screenshots, { recursive: true });
    const file = path.join(screenshots, `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 80)}.png`);
    await this.page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined);
    return file;
  }
}

/** As the shell sees it, which always answers. */
async function hasPlace(frame: Frame): Promise<boolean> {
  const page = await frame.parentFrame()?.frameElement();
  return (
    (await page?.evaluate((element) =>
      (element as Element).closest('.view-frame')?.hasAttribute('data-kind'),
    )) === true
  );
}

/** Pages may be there before there is a View for them, with a frame that holds nothing yet; and some never answer. */
async function holdsView(frame: Frame): Promise<boolean> {
  const isHeld = frame.evaluate(() => !document.documentElement.hasAttribute('data-waits'));
  return Promise.race([isHeld, sleep(1000, false)]);
}

/** Views have names of their own, or a port that they share under the name of the shell. */
function isSandbox(url: string, shell: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, origin } = new URL(url);
  const page = new URL(shell);
  return /^[vd]-[0-9a-f]+\./.test(hostname) || (hostname === page.hostname && origin !== page.origin);
}
