import type { OpenedSandbox } from '@loggia/protocol';
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { ShellHost } from '../host/shell-host.ts';
import type { Bridge, BridgeOptions } from './bridge.ts';
import type { FrameLine } from './frame-line.ts';
import { toSandbox } from './gated-transport.ts';
import type { ContextParts } from './host-context.ts';
import { readTemplate } from './template.ts';
import type { BridgeCode, ViewEnvironment, StagePorts } from './view-environment.ts';
import type { ViewFrame } from './view-frame.ts';
import { discard, type PageNeed, type SparePage } from './waiting-page.ts';

interface Ports {
  readonly host: ShellHost;
  readonly view: string;
  readonly around: Pick<StagePorts, 'passOn' | 'put' | 'takePage'>;
  readonly environment: Pick<ViewEnvironment, 'loadBridge' | 'newFrame' | 'openLine' | 'origin' | 'theme'>;
}

/** The inputs for one attempt to open a View's page. */
export interface Opening {
  readonly need: PageNeed;
  /** Another attempt has begun, or the View has ended: this one must have no further effect. */
  isOver(): boolean;
  /** Prepares the context. It runs while the sandbox opens, and is awaited. */
  prepare(): Promise<void>;
  /** Called before anything of the View runs. False: it must not run. */
  admits(sandbox: OpenedSandbox): boolean;
  context(): ContextParts;
  bridge(sandbox: OpenedSandbox): Omit<BridgeOptions, 'context' | 'html' | 'line' | 'theme'>;
  /** The bridge is connected, and the page is about to load. */
  onConnected(bridge: Bridge, sandbox: OpenedSandbox): void;
  /** The View's HTML could not be read, which turns out only after the bridge is connected. */
  onUnreadable(error: unknown): void;
}

/** The page of a View: its frame, the line into the frame, and the bridge over that line. */
export class ViewPage {
  readonly #ports: Ports;
  #frame: ViewFrame;
  #line: FrameLine | undefined;
  #bridge: Bridge | undefined;
  #makeContext: (() => McpUiHostContext) | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#frame = ports.environment.newFrame();
    this.#frame.passOn = ports.around.passOn;
  }

  /** A new one after `drop`, and when a spare page was taken. */
  get frame(): ViewFrame {
    return this.#frame;
  }

  get bridge(): Bridge | undefined {
    return this.#bridge;
  }

  /** Rejects if no sandbox can be opened for it, or no bridge to it. */
  async open(opening: Opening): Promise<void> {
    const { host, view, around, environment } = this.#ports;
    const { need, isOver } = opening;
    const spare = around.takePage(need);
    try {
      const [{ sandbox }, code] = await Promise.all([
        host.ask('x-loggia/openSandbox', {
          server: need.channel,
          resourceUri: need.resourceUri,
          shell: environment.origin(),
          view,
          ...(spare && { ahead: spare.sandbox.url }),
        }),
        environment.loadBridge(),
        opening.prepare(),
      ]);
      const own = spare?.sandbox.url === sandbox.url ? spare : undefined;
      if (spare && (!own || isOver())) discard(spare);
      if (isOver()) return;
      if (!opening.admits(sandbox)) {
        if (own) discard(own);
        return;
      }
      await this.#connect(opening, sandbox, own, code);
    } catch (error) {
      if (spare && this.#frame !== spare.frame) discard(spare);
      throw error;
    }
  }

  async #connect(
    opening: Opening,
    sandbox: OpenedSandbox,
    spare: SparePage | undefined,
    { connectBridge, hostContext }: BridgeCode,
  ): Promise<void> {
    const { host, around, environment } = this.#ports;
    const { isOver } = opening;
    if (spare) {
      // Sent first: the page takes longest. Its messages are queued until the bridge listens.
      spare.line.post(toSandbox('resource-ready', { colorScheme: environment.theme() }));
      this.#replaceFrame(spare.frame);
    }
    const line = spare ? spare.line : environment.openLine(this.#frame.page, sandbox.origin);
    this.#line = line;
    const makeContext = (): McpUiHostContext => hostContext(opening.context());
    const html = spare ? undefined : readTemplate(host, sandbox.template.hash);
    html?.catch((error: unknown) => !isOver() && opening.onUnreadable(error));
    const bridge = await connectBridge({
      ...opening.bridge(sandbox),
      line,
      html,
      theme: environment.theme(),
      context: makeContext(),
    });
    if (isOver()) return bridge.close();
    this.#bridge = bridge;
    this.#makeContext = makeContext;
    opening.onConnected(bridge, sandbox);
    if (spare) return;
    const { page, element } = this.#frame;
    if (!element.isConnected) around.put(element);
    page.allow = sandbox.allow;
    page.src = sandbox.url;
  }

  tellContext(): void {
    if (this.#bridge && this.#makeContext) this.#bridge.setContext(this.#makeContext());
  }

  /** Hands over the bridge, which the caller has to close. */
  takeBridge(): Bridge | undefined {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    return bridge;
  }

  /** Removes the page with everything that runs in it. */
  drop(): void {
    this.#line?.close();
    this.#line = undefined;
    this.#replaceFrame(this.#ports.environment.newFrame());
  }

  #replaceFrame(frame: ViewFrame): void {
    const before = this.#frame;
    frame.title = before.page.title;
    frame.passOn = this.#ports.around.passOn;
    this.#frame = frame;
    before.element.remove();
  }
}
