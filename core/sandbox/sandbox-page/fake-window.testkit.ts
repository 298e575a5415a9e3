import type { ProxySettings } from '../src/proxy-settings.ts';
import { connectView, type ProxyWindow } from './proxy.ts';
import type { WaitingWindow } from './waiting.ts';

export const shell = 'https://shell.example';
export const own = 'https://v-1.views.example';
export const waitingPage = '<html data-waits>';

type Listener = (event: never) => void;

/** The listeners of a window, in the order in which they were added. */
class FakeListeners {
  readonly added: { readonly name: string; readonly listener: Listener; readonly capture: boolean }[] = [];

  readonly add = (name: string, listener: Listener, capture = false): void => {
    this.added.push({ name, listener, capture });
  };

  fire(name: string, event: object): void {
    for (const one of this.added.filter((each) => each.name === name)) one.listener(event as never);
  }
}

/** One end of a message channel; both record the messages sent. */
export class FakePort {
  readonly sent: unknown[] = [];
  readonly options: unknown[] = [];
  readonly #listeners = new FakeListeners();
  #isStarted = false;

  postMessage(message: unknown, options?: unknown): void {
    this.sent.push(message);
    this.options.push(options);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.add(name, listener);
  }

  start(): void {
    this.#isStarted = true;
  }

  /** A port delivers nothing before it is started. */
  deliver(data: unknown): void {
    if (this.#isStarted) this.#listeners.fire('message', { data });
  }
}

interface Posted {
  readonly message: unknown;
  readonly to: string;
  readonly ports: readonly unknown[];
}

/** A window of another page: one can only post to it. */
export class FakeOther {
  readonly posted: Posted[] = [];

  postMessage(message: unknown, to: string, ports: readonly unknown[] = []): void {
    this.posted.push({ message, to, ports });
  }
}

/** The proxy page, as set up by `connectView`. */
export class FakeProxyPage {
  readonly shellWindow = new FakeOther();
  readonly viewWindow = new FakeOther();
  readonly style = { colorScheme: '' };
  readonly frames: FakeFrame[] = [];
  readonly timers: { readonly run: () => void; readonly ms: number }[] = [];
  readonly #channels: { readonly port1: FakePort; readonly port2: FakePort }[] = [];
  readonly #listeners = new FakeListeners();

  constructor(settings: Partial<ProxySettings> = {}, { isFramed = true } = {}) {
    const channels = this.#channels;
    const viewWindow = this.viewWindow;
    class Channel {
      readonly port1 = new FakePort();
      readonly port2 = new FakePort();

      constructor() {
        channels.push(this);
      }
    }
    const window: object = {
      document: {
        documentElement: { style: this.style },
        body: { append: (frame: FakeFrame) => void this.frames.push(frame) },
        createElement: () => new FakeFrame(viewWindow),
      },
      location: { origin: own },
      addEventListener: this.#listeners.add,
      setTimeout: (run: () => void, ms: number) => void this.timers.push({ run, ms }),
      MessageChannel: Channel,
      navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' },
    };
    Object.assign(window, { parent: isFramed ? this.shellWindow : window });
    const whole = { shell, sandbox: 'allow-scripts', allow: '', hasOrigin: false, ...settings };
    connectView(window as ProxyWindow, whole, waitingPage);
  }

  get frame(): FakeFrame {
    const [frame] = this.frames;
    if (frame === undefined || this.frames.length > 1) throw new Error('There is not exactly one frame.');
    return frame;
  }

  /** The page's own end of the channel to the shell, and the end it passes on. */
  get line(): { readonly port1: FakePort; readonly port2: FakePort } {
    return this.#channel(0);
  }

  /** The same for the channel to the View's document. */
  get pulse(): { readonly port1: FakePort; readonly port2: FakePort } {
    return this.#channel(1);
  }

  #channel(index: number): { readonly port1: FakePort; readonly port2: FakePort } {
    const channel = this.#channels[index];
    if (channel === undefined) throw new Error('There is no such channel.');
    return channel;
  }

  /** The messages sent to the shell. */
  get told(): readonly unknown[] {
    return this.line.port1.sent;
  }

  /** The messages sent to the View's frame. */
  get passed(): readonly unknown[] {
    return this.viewWindow.posted.map(({ message }) => message);
  }

  fire(message: { readonly data: unknown; readonly source: unknown; readonly origin: string }): void {
    this.#listeners.fire('message', message);
  }

  receive(data: unknown, source: unknown, origin: string): void {
    this.fire({ data, source, origin });
  }

  fromShell(data: unknown): void {
    this.receive(data, this.shellWindow, shell);
  }

  fromView(data: unknown, origin = 'null'): void {
    this.receive(data, this.viewWindow, origin);
  }

  violate(effectiveDirective: string, blockedURI: string): void {
    this.#listeners.fire('securitypolicyviolation', { effectiveDirective, blockedURI });
  }

  /** Shows a View, as the shell does, and clears the recorded messages. */
  show(): this {
    this.frame.load();
    this.fromShell(resource('ready', { html: '<p>' }));
    this.frame.load();
    this.viewWindow.posted.length = 0;
    return this;
  }
}

class FakeFrame {
  readonly attributes = new Map<string, string>();
  readonly contentWindow: FakeOther;
  readonly #listeners = new FakeListeners();
  title = '';
  allow: string | undefined;
  srcdoc = '';

  constructor(contentWindow: FakeOther) {
    this.contentWindow = contentWindow;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.add(name, listener);
  }

  load(): void {
    this.#listeners.fire('load', {});
  }
}

export function rpc(method: string, params?: unknown): object {
  return { jsonrpc: '2.0', method, ...(params !== undefined && { params }) };
}

export function resource(when: 'ahead' | 'ready', params: unknown): object {
  return rpc(`ui/notifications/sandbox-resource-${when}`, params);
}

/** The window of the View's frame while the waiting page is in it. */
export class FakeWaitingWindow {
  readonly proxyWindow = new FakeOther();
  readonly port = new FakePort();
  /** Operations on the document, with the listeners present at each. */
  readonly steps: unknown[] = [];
  readonly listeners = new FakeListeners();
  /** The errors that reached the console. */
  readonly printed: unknown[][] = [];
  readonly console = { error: (...parts: unknown[]) => void this.printed.push(parts) };

  get window(): WaitingWindow {
    const names = (): string[] =>
      this.listeners.added.map(({ name, capture }) => `${name} ${String(capture)}`);
    const document = {
      open: () => {
        // Browsers do the same.
        this.listeners.added.length = 0;
        this.steps.push('open');
      },
      write: (html: string) => this.steps.push({ html, listeners: names() }),
      close: () => this.steps.push('close'),
    };
    const navigator = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' };
    const window: object = {
      parent: this.proxyWindow,
      document,
      navigator,
      console: this.console,
      addEventListener: this.listeners.add,
    };
    return window as WaitingWindow;
  }

  receive(data: unknown, ports: readonly FakePort[] = [], source: unknown = this.proxyWindow): void {
    this.listeners.fire('message', { data, ports, source });
  }
}
