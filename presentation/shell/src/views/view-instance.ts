import type { Readable } from '@loggia/client';
import type { OpenedSandbox } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { createAnswers } from './answers.ts';
import type { BridgeOptions } from './bridge.ts';
import type { DisplayMode } from './display-mode.ts';
import type { LineSign } from './frame-line.ts';
import { hostCapabilities } from './host-capabilities.ts';
import type { ContextParts, Room } from './host-context.ts';
import { PageHealth } from './page-health.ts';
import { ScreenRequests } from './screen-requests.ts';
import type { Trouble } from './server-facts.ts';
import { StartGuard } from './start-guard.ts';
import type { ViewSubject } from './subject.ts';
import { describedTool, toolInfoOf, type ToolDescription } from './tool-descriptions.ts';
import type { ViewEnvironment, StagePorts } from './view-environment.ts';
import type { ViewFrame } from './view-frame.ts';
import { ViewHeight } from './view-height.ts';
import { isViewKey } from './view-keys.ts';
import { ViewPage } from './view-page.ts';
import { ViewRecord } from './view-record.ts';
import { ViewRequests } from './view-requests.ts';
import { ViewTools } from './view-tools.ts';
import { beforePage, beforeStart, type ViewSnapshot } from './view-snapshot.ts';
import { failedTrouble, leftTrouble, neverReady, stoppedTrouble, troubleWith } from './view-troubles.ts';

/**
 * One View from its first page to its end; it keeps running while it is out of sight. Its models decide how its page is
 * opened, how requests are answered, how tall it is and whether it gets a mode.
 */
export class ViewInstance implements Readable<ViewSnapshot> {
  readonly id: string;
  readonly subject: ViewSubject;
  readonly tools: ViewTools;
  readonly #host: ShellHost;
  readonly #around: StagePorts;
  readonly #environment: ViewEnvironment;
  readonly #listeners = new Set<() => void>();
  readonly #record: ViewRecord;
  readonly #requests: ViewRequests;
  readonly #screen: ScreenRequests;
  readonly #health: PageHealth;
  readonly #height: ViewHeight;
  readonly #page: ViewPage;
  readonly #guard: StartGuard;
  #snapshot: ViewSnapshot;
  #tool: ToolDescription | undefined;
  /** A new mode is sent together with its room. */
  #toldMode: DisplayMode = 'inline';
  /** Grows with each page; callbacks of older pages are ignored. */
  #attempt = 0;
  #stops: (() => void)[] = [];

  constructor(host: ShellHost, subject: ViewSubject, around: StagePorts, environment: ViewEnvironment) {
    this.id = subject.id;
    this.#host = host;
    this.subject = subject;
    this.#around = around;
    this.#environment = environment;
    this.#height = new ViewHeight({
      view: this.id,
      environment,
      onChange: (height) => this.#change({ height }),
    });
    this.#snapshot = { ...beforeStart, facts: subject.getSnapshot(), height: this.#height.height };
    this.#record = new ViewRecord({
      after: environment.after,
      send: (records) => {
        const { channel } = this;
        if (channel === undefined) return undefined;
        return host.ask('x-loggia/recordView', { server: channel, view: this.id, records: [...records] });
      },
    });
    this.#requests = new ViewRequests({
      host,
      subject,
      record: this.#record,
      facts: () => this.#snapshot.facts,
      sandbox: () => this.#snapshot.sandbox,
      tool: () => this.#tool,
      confirm: environment.confirm,
      openLink: environment.openLink,
      save: environment.save,
    });
    this.#screen = new ScreenRequests({
      record: this.#record,
      mode: () => this.#snapshot.mode,
      setMode: (mode) => this.setMode(mode),
      asked: () => this.#snapshot.asked,
      setAsked: (asked) => this.#change({ asked }),
      hasGesture: around.hasGesture,
    });
    this.#health = new PageHealth({
      after: environment.after,
      isSeen: () => !environment.isHidden() && this.#snapshot.slot !== undefined,
      ping: () => this.#page.bridge?.ping(),
      onSilent: (seconds) => this.#fallSilent(seconds),
      onResponding: (isResponding) => this.#change({ isResponding }),
    });
    this.#guard = new StartGuard(this.id, environment);
    this.#page = new ViewPage({ host, view: this.id, around, environment });
    const parts = { host, environment, record: this.#record, subject, snapshot: this.getSnapshot };
    this.tools = new ViewTools({ ...parts, bridge: () => this.#page.bridge });
  }

  readonly getSnapshot = (): ViewSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A new one for each page. */
  get frame(): ViewFrame {
    return this.#page.frame;
  }

  get channel(): string | undefined {
    return this.#snapshot.facts.server?.channel;
  }

  get isAlive(): boolean {
    return this.#page.bridge !== undefined || this.#snapshot.phase === 'loading';
  }

  /** Follows its subject; the page loads as soon as nothing prevents it. */
  start(): void {
    if (this.#stops.length > 0) return;
    // Loads ahead of the page that will need it.
    void this.#environment.loadBridge();
    this.#stops = [
      this.subject.subscribe(this.#look),
      this.#environment.onThemeChange(() => this.#tellContext()),
      this.subject.follow(),
    ];
    this.#look();
  }

  /** Loads a new page. */
  reload(): void {
    void this.#end('waiting').then(() => this.#look());
  }

  /** Retries after a failure. Opens its subject again where a new page isn't enough. */
  retry(): void {
    const { phase, sandbox } = this.#snapshot;
    if (phase === 'failed' && this.subject.reopen) this.subject.reopen();
    if (phase === 'stopped') this.#guard.force(sandbox?.template.hash);
    this.reload();
  }

  /** Shows a page that never reported that it is ready: it may have an error of its own to show. */
  showAnyway(): void {
    if (this.#snapshot.phase !== 'silent') return;
    this.#change({ phase: 'ready' });
    this.#look();
  }

  /** Gives up its page until it is visible again. */
  rest(): Promise<void> {
    return this.#end('resting');
  }

  wake(): void {
    if (this.#snapshot.phase === 'resting') this.reload();
  }

  /** The user chose this mode. */
  showIn(mode: DisplayMode): void {
    this.#screen.show(mode);
  }

  /** The user left full screen or the small window. */
  leaveScreen(): void {
    this.#screen.leave();
  }

  setMode(mode: DisplayMode): void {
    if (mode !== this.#snapshot.mode) this.#change({ mode, asked: undefined });
  }

  setSlot(slot: HTMLElement | undefined, room: Room | undefined): void {
    if (slot !== this.#snapshot.slot) this.#change({ slot });
    const isSame = !room || this.#height.isIn(room);
    if (isSame && this.#toldMode === this.#snapshot.mode) return;
    if (room) this.#height.setRoom(room);
    this.#tellContext();
  }

  roomIn(kind: 'inline' | 'fixed', width: number, height: number): Room {
    return this.#height.roomIn(kind, width, height);
  }

  listChanged(of: 'tools' | 'resources' | 'prompts'): void {
    this.#page.bridge?.listChanged(of);
  }

  refuseFocus(): void {
    this.#record.refused('focus', 'It took the focus while you were typing.');
  }

  /** It broke a rule for Views. It stays stopped until the user runs it again, even after a reload. */
  stopFor(reason: string, template?: string): void {
    if (this.#snapshot.phase === 'stopped') return;
    this.#record.refused('stopped', reason);
    this.#guard.stop(template, reason);
    this.#cut(stoppedTrouble(reason));
  }

  /** The shell's page is closing, which doesn't wait. */
  sayGoodbye(): void {
    this.tools.end();
    void this.#page.bridge?.tearDown();
  }

  async dispose(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.#end('closed');
    this.#record.flush();
  }

  readonly #look = (): void => {
    const facts = this.subject.getSnapshot();
    const before = this.#snapshot.facts;
    this.frame.title = facts.server ? `${facts.title}, a View of ${facts.server.name}` : facts.title;
    const { phase } = this.#snapshot;
    // It is shown though it never initialized.
    const isMute = phase === 'ready' && this.#page.bridge?.isInitialized === false;
    const trouble = troubleWith(facts) ?? (isMute ? neverReady : undefined);
    // The reason for a failure stays on screen until a retry.
    if (phase === 'failed' || phase === 'stopped') this.#change({ facts });
    else this.#change({ facts, trouble });
    this.#page.bridge?.setData(facts.data);
    if (facts.artifact !== before.artifact) this.#tellContext();
    const { channel } = facts.server ?? {};
    if (channel !== undefined && before.server?.channel !== channel) {
      this.#record.flush();
      // A restarted host has forgotten the View's permissions for an artifact.
      if (this.#page.bridge && before.server?.channel !== undefined) this.subject.reopen?.();
      // A failure before the server restarted may not happen again.
      if (this.#snapshot.phase === 'failed' && before.server?.channel !== undefined) this.reload();
    }
    if (this.#snapshot.phase === 'waiting' && !trouble && facts.state === 'known') void this.#load();
  };

  async #load(): Promise<void> {
    const { facts } = this.#snapshot;
    const { channel } = facts.server ?? {};
    const { resourceUri } = facts;
    if (channel === undefined || resourceUri === undefined) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const isOver = (): boolean => attempt !== this.#attempt;
    this.#change(beforePage);
    const start = this.#guard.start();
    const hindrance = await start.hindrance();
    if (isOver()) return;
    if (hindrance) return this.#cut(hindrance);
    this.#guard.begin();
    try {
      await this.#page.open({
        need: { channel, resourceUri },
        isOver,
        prepare: async () =>
          void (this.#tool = await describedTool(this.#host, channel, this.subject.getSnapshot())),
        admits: (sandbox) => {
          const found = start.hindranceOf(sandbox.template.hash);
          if (!found) return true;
          this.#change({ sandbox });
          this.#cut(found);
          return false;
        },
        context: () => this.#contextParts(),
        bridge: (sandbox) => this.#bridgeOptions(sandbox, isOver),
        onConnected: (bridge, sandbox) => {
          bridge.setData(this.#snapshot.facts.data);
          this.#change({ sandbox });
        },
        onUnreadable: (error) => this.#fail(error),
      });
    } catch (error) {
      if (!isOver()) this.#fail(error);
    }
  }

  #bridgeOptions(
    sandbox: OpenedSandbox,
    isOver: () => boolean,
  ): Omit<BridgeOptions, 'context' | 'html' | 'line' | 'theme'> {
    return {
      capabilities: hostCapabilities(this.#snapshot.facts.server?.capabilities ?? {}, sandbox),
      mode: () => this.#snapshot.mode,
      // Created for each page: questions to the user end with the page that asked them.
      answer: createAnswers(this.#requests.services()),
      onHandedOver: () => !isOver() && this.#health.handedOver(),
      onInitialized: ({ modes, declaresTools }) => {
        if (isOver()) return;
        this.#change({ phase: 'ready', modes, declaresTools });
        this.#health.initialized();
        this.#height.begin();
        this.#look();
      },
      onSize: (height) => !isOver() && this.#height.report(height),
      onMode: (mode) => this.#screen.request(mode, isOver),
      onSign: (sign) => !isOver() && this.#takeSign(sign, sandbox),
      // Other Views of this template would do the same.
      onFlooded: (reason) => !isOver() && this.stopFor(reason, sandbox.template.hash),
      onToolsChanged: () => !isOver() && this.tools.listChanged(),
      onLog: (params) => this.#requests.log(params),
      onWantsToClose: () => {
        this.#record.allowed('ui/notifications/request-teardown');
        void this.#end('closed');
      },
      onFault: (fault) => {
        this.#record.tolerated('ui/initialize', fault);
        this.#change({ faults: [...this.#snapshot.faults, fault] });
      },
      onRefused: (method, reason) => this.#record.refused(method, reason),
    };
  }

  #takeSign({ sign, isConfirmed, tried, text }: LineSign, { kind }: OpenedSandbox): void {
    this.#health.answered();
    // A View without an origin can't run code in its page, so it can't forge a sign.
    if (sign === 'gesture') this.#around.noteGesture(isConfirmed || kind === 'shared');
    else if (sign === 'escape') this.leaveScreen();
    else if (isViewKey(sign)) this.#around.pressed(sign);
    else if (sign === 'error' && this.#snapshot.error === undefined) this.#change({ error: text });
    else if (sign === 'left') {
      const reason = tried === undefined ? 'Its page was replaced.' : `It tried to open ${tried}.`;
      this.#record.refused('left', reason);
      this.#cut(leftTrouble(tried));
    }
  }

  #fallSilent(seconds: number): void {
    if (this.#page.bridge?.isInitialized !== false) return;
    this.#record.refused('ui/initialize', `It sent nothing within ${seconds} seconds.`);
    this.#change({ phase: 'silent' });
  }

  #fail(error: unknown): void {
    void this.#end('failed');
    this.#change({ trouble: failedTrouble(error) });
  }

  /** Without teardown: it would not listen, and could misuse the time. */
  #cut(trouble: Trouble): void {
    this.#attempt += 1;
    this.#page.takeBridge()?.close();
    this.#health.stop();
    this.#dropPage();
    this.#change({ phase: 'stopped', mode: 'inline', trouble });
  }

  /** Gives the View a moment for teardown, then removes it. */
  async #end(phase: ViewSnapshot['phase']): Promise<void> {
    this.#attempt += 1;
    const bridge = this.#page.takeBridge();
    this.#health.stop();
    const attempt = this.#attempt;
    this.#change({ phase: phase === 'waiting' ? 'loading' : phase, mode: 'inline', isResponding: true });
    if (bridge) {
      await bridge.tearDown();
      bridge.close();
    }
    if (attempt !== this.#attempt) return;
    this.#dropPage();
    this.#change({ phase });
  }

  #dropPage(): void {
    this.#height.clear();
    this.#guard.end();
    this.#page.drop();
  }

  #contextParts(): ContextParts {
    const { mode, facts } = this.#snapshot;
    const { artifact } = facts;
    return { mode, room: this.#height.room, toolInfo: toolInfoOf(facts, this.#tool), artifact };
  }

  #tellContext(): void {
    this.#toldMode = this.#snapshot.mode;
    this.#page.tellContext();
  }

  #change(change: Partial<ViewSnapshot>): void {
    const next = { ...this.#snapshot, ...change };
    const keys = Object.keys(change) as (keyof ViewSnapshot)[];
    if (keys.every((key) => Object.is(next[key], this.#snapshot[key]))) return;
    this.#snapshot = next;
    this.tools.look();
    for (const listener of this.#listeners) listener();
  }
}
