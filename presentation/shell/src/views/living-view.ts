import { globalEnvironment, HostError, type Readable } from '@loggia/client';
import type { OpenedSandbox } from '@loggia/protocol';
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import { mediumOn } from '../host/medium.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { onThemeChange, currentTheme } from '../preferences/use-theme.ts';
import { confirm } from '../ui/confirm.tsx';
import { asLabel } from '../ui/foreign-words.ts';
import { ConsentNeeded, createAnswers, Refusal, type CallConsent, type ViewDesk } from './answers.ts';
import type { Bridge } from './bridge.ts';
import type { DisplayMode } from './display-mode.ts';
import { openLine, type FrameLine, type LineSign } from './frame-line.ts';
import { toSandbox } from './gated-transport.ts';
import { rememberHeight, rememberedHeight } from './heights.ts';
import { hostCapabilities } from './host-capabilities.ts';
import type { ContextParts, Room } from './host-context.ts';
import { Journal } from './journal.ts';
import { modelContextOf, setModelContext } from './model-context.ts';
import { openPage, saveFile } from './page-effects.ts';
import { sayFor } from './say.ts';
import { troubleOf, type Trouble } from './server-facts.ts';
import { refitted, resized, startSizing, type Bounds, type Sizing } from './sizing.ts';
import { SizeReports } from './size-reports.ts';
import { discard, type PageNeed, type SparePage } from './spare-page.ts';
import { StartMarks } from './start-marks.ts';
import { StoppedViews } from './stopped-views.ts';
import type { ViewFacts, ViewSubject } from './subject.ts';
import { readTemplate } from './template.ts';
import { describedTool, type ToolDescription } from './tool-descriptions.ts';
import { ViewFrame } from './view-frame.ts';

export interface ViewSnapshot {
  /**
   * `waiting`: something is in the way, which `trouble` tells. `loading`: it was asked for. `silent`: it never said
   * anything. `closed`: it closed itself. `resting`: too many others are alive. `stopped`: it did what no View may do, or
   * left its page; it runs again when the user wants it to.
   */
  readonly phase: 'waiting' | 'loading' | 'ready' | 'failed' | 'silent' | 'closed' | 'resting' | 'stopped';
  readonly trouble: Trouble | undefined;
  readonly facts: ViewFacts;
  readonly sandbox: OpenedSandbox | undefined;
  readonly mode: DisplayMode;
  /** Those that the View declared. */
  readonly modes: readonly DisplayMode[];
  /** The mode that it asked for and was not given; the user can. */
  readonly asked: DisplayMode | undefined;
  /** False: its document has not run for a while; it hangs, or has crashed. */
  readonly isResponding: boolean;
  readonly height: number;
  /** The slot over which it lies. */
  readonly slot: HTMLElement | undefined;
}

/** What a View has from where it is. */
export interface ViewSurroundings {
  /** What was scrolled over it and is for what is around it. */
  readonly passOn: (by: number) => void;
  /** A page that waits for a View like this, if there is one. */
  readonly takePage: (need: PageNeed) => SparePage | undefined;
  /** Into the document, where it stays. */
  readonly put: (frame: HTMLElement) => void;
  /** Its page saw a gesture in it. */
  readonly noteGesture: () => void;
  /** Whether the user has just done something in it. */
  readonly hasGesture: (inner: OpenedSandbox['inner']) => Promise<boolean>;
}

/** Large, and nobody needs it before there is a View. */
const loadBridge = async () => ({
  ...(await import('./bridge.ts')),
  ...(await import('./host-context.ts')),
});

const silentAfterMs = 15_000;
/** So many pings in a row without an answer: a busy machine is late with one or two. */
const pingEveryMs = 5000;
const mostMissed = 3;
const requestWithinMs = 10 * 60_000;
const inlineBounds = (): Bounds => ({
  least: 48,
  most: Math.max(240, Math.round(window.innerHeight * 0.8)),
});

export const startMarks = new StartMarks({
  storage: localStorage,
  now: Date.now,
  after: globalEnvironment.after,
});
const stoppedViews = new StoppedViews(localStorage);

/** One View: its page, its bridge, and what it stands for. It lives on while nobody looks. */
export class LivingView implements Readable<ViewSnapshot> {
  readonly id: string;
  readonly subject: ViewSubject;
  readonly #host: ShellHost;
  readonly #around: ViewSurroundings;
  readonly #listeners = new Set<() => void>();
  readonly #journal: Journal;
  #frame = new ViewFrame();
  #snapshot: ViewSnapshot;
  #sizing: Sizing;
  #room: Room = { width: 600, maxHeight: 600 };
  #tool: ToolDescription | undefined;
  #bridge: Bridge | undefined;
  #makeContext: (() => McpUiHostContext) | undefined;
  /** The mode goes along with the room that it brings. */
  #toldMode: DisplayMode = 'inline';
  /** Grows with each page; what belongs to an older one is over. */
  #attempt = 0;
  #stops: (() => void)[] = [];
  #cancelSilence: (() => void) | undefined;
  #line: FrameLine | undefined;
  readonly #sizes: SizeReports;
  /** The user left the screen that it had taken, and has not given it back since. */
  #hasLeftScreen = false;
  #isAskingScreen = false;
  /** The user runs it, whatever it did before. */
  #isForced = false;
  #cancelPing: (() => void) | undefined;
  #missedPings = 0;

  constructor(host: ShellHost, subject: ViewSubject, around: ViewSurroundings) {
    this.id = subject.id;
    this.#host = host;
    this.subject = subject;
    this.#around = around;
    this.#frame.passOn = around.passOn;
    this.#sizing = startSizing(rememberedHeight(subject.id) ?? 240);
    this.#snapshot = {
      phase: 'waiting',
      trouble: undefined,
      facts: subject.getSnapshot(),
      sandbox: undefined,
      mode: 'inline',
      modes: ['inline'],
      asked: undefined,
      isResponding: true,
      height: this.#sizing.height,
      slot: undefined,
    };
    this.#sizes = new SizeReports({
      now: () => performance.now(),
      nextFrame: (run) => {
        const frame = requestAnimationFrame(run);
        return () => cancelAnimationFrame(frame);
      },
      after: globalEnvironment.after,
      apply: (height) => this.#takeHeight(height),
    });
    this.#journal = new Journal({ after: globalEnvironment.after, send: (records) => this.#report(records) });
  }

  readonly getSnapshot = (): ViewSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Another one where a page that waited for a View was this one's. */
  get frame(): ViewFrame {
    return this.#frame;
  }

  get channel(): string | undefined {
    return this.#snapshot.facts.server?.channel;
  }

  get isAlive(): boolean {
    return this.#bridge !== undefined || this.#snapshot.phase === 'loading';
  }

  /** Begins to follow what it stands for; its page loads as soon as nothing is in the way. */
  start(): void {
    if (this.#stops.length > 0) return;
    // Whatever comes first is then already there.
    void loadBridge();
    this.#stops = [
      this.subject.subscribe(this.#look),
      onThemeChange(() => this.#tellContext()),
      this.subject.follow(),
    ];
    this.#look();
  }

  /** A new page, from the beginning. */
  reload(): void {
    void this.#end('waiting').then(() => this.#look());
  }

  /** After something went wrong: what it stands for anew where that is more than its page. */
  retry(): void {
    const { phase, sandbox } = this.#snapshot;
    if (phase === 'failed' && this.subject.reopen) this.subject.reopen();
    if (phase === 'stopped') {
      this.#isForced = true;
      startMarks.forget(this.id);
      stoppedViews.release(this.id, sandbox?.template.hash);
    }
    this.reload();
  }

  /** Gives up its page until somebody looks again. */
  rest(): Promise<void> {
    return this.#end('resting');
  }

  wake(): void {
    if (this.#snapshot.phase === 'resting') this.reload();
  }

  /** The user wants to see it so. */
  showIn(mode: DisplayMode): void {
    this.#hasLeftScreen = false;
    this.setMode(mode);
  }

  /** The user is done with it on the screen, which is final: the View can't go back there by itself. */
  leaveScreen(): void {
    if (this.#snapshot.mode === 'inline') return;
    this.#hasLeftScreen = true;
    this.setMode('inline');
  }

  setMode(mode: DisplayMode): void {
    if (mode !== this.#snapshot.mode) this.#change({ mode, asked: undefined });
  }

  setSlot(slot: HTMLElement | undefined, room: Room | undefined): void {
    if (slot !== this.#snapshot.slot) this.#change({ slot });
    const isSame = !room || JSON.stringify(room) === JSON.stringify(this.#room);
    if (isSame && this.#toldMode === this.#snapshot.mode) return;
    if (room) this.#room = room;
    if (room && 'maxHeight' in room) this.#takeSizing(refitted(this.#sizing, inlineBounds()));
    this.#tellContext();
  }

  roomIn(kind: 'inline' | 'fixed', width: number, height: number): Room {
    return kind === 'inline' ? { width, maxHeight: inlineBounds().most } : { width, height };
  }

  listChanged(of: 'tools' | 'resources' | 'prompts'): void {
    this.#bridge?.listChanged(of);
  }

  refuseFocus(): void {
    this.#refuse('focus', 'It took the focus from somebody who was writing.');
  }

  /** It did what no View may do. It stays stopped until the user runs it again, also over a reload. */
  stopFor(reason: string, template?: string): void {
    if (this.#snapshot.phase === 'stopped') return;
    this.#refuse('stopped', reason);
    stoppedViews.stop(this.id, template, reason);
    this.#cut(stoppedTrouble(reason));
  }

  /** Without a word to it: it would not listen, and each moment that it has is one that it can use. */
  #cut(trouble: Trouble): void {
    this.#attempt += 1;
    this.#bridge?.close();
    this.#bridge = undefined;
    this.#cancelSilence?.();
    this.#dropPage();
    this.#change({ phase: 'stopped', mode: 'inline', trouble });
  }

  /** With everything that runs in it. */
  #dropPage(): void {
    this.#line?.close();
    this.#line = undefined;
    this.#cancelPing?.();
    this.#sizes.clear();
    startMarks.end(this.id);
    const before = this.#frame;
    this.#frame = new ViewFrame();
    this.#frame.title = before.page.title;
    this.#frame.passOn = this.#around.passOn;
    before.element.remove();
  }

  /** The page of the shell goes away, which waits for nobody. */
  sayGoodbye(): void {
    void this.#bridge?.tearDown();
  }

  async dispose(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    await this.#end('closed');
    this.#journal.flush();
  }

  readonly #look = (): void => {
    const facts = this.subject.getSnapshot();
    const before = this.#snapshot.facts;
    this.frame.title = facts.server ? `${facts.title}, a View of ${facts.server.name}` : facts.title;
    const trouble = this.#troubleWith(facts);
    // Why it failed stays to be read until it is tried again.
    const { phase } = this.#snapshot;
    if (phase === 'failed' || phase === 'stopped') this.#change({ facts });
    else this.#change({ facts, trouble });
    this.#bridge?.setData(facts.data);
    const { channel } = facts.server ?? {};
    if (channel !== undefined && before.server?.channel !== channel) {
      this.#journal.flush();
      // What an artifact's View may do is forgotten with a host that was started anew.
      if (this.#bridge && before.server?.channel !== undefined) this.subject.reopen?.();
      // What went wrong before the server was started anew may go well now.
      if (this.#snapshot.phase === 'failed' && before.server?.channel !== undefined) this.reload();
    }
    if (this.#snapshot.phase === 'waiting' && !trouble && facts.state === 'known') void this.#load();
  };

  #troubleWith(facts: ViewFacts): Trouble | undefined {
    if (facts.state === 'looking') return undefined;
    if (facts.state === 'gone')
      return { title: 'There is nothing to show', text: 'What this View belongs to is not there any more.' };
    const trouble = troubleOf(facts.server);
    if (trouble) return trouble;
    return facts.resourceUri === undefined
      ? {
          title: 'It has no View',
          text: 'The tool that opens this names no page of its own. Open it with something else.',
        }
      : undefined;
  }

  async #load(): Promise<void> {
    const { facts } = this.#snapshot;
    const { channel } = facts.server ?? {};
    if (channel === undefined || facts.resourceUri === undefined) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const isOver = (): boolean => attempt !== this.#attempt;
    this.#change({ phase: 'loading', sandbox: undefined, modes: ['inline'], asked: undefined });
    const isForced = this.#isForced;
    this.#isForced = false;
    if (!isForced) {
      const stopped = stoppedViews.reasonFor({ view: this.id });
      if (stopped !== undefined) return this.#cut(stoppedTrouble(stopped));
      if (await startMarks.isSuspect(this.id)) return isOver() ? undefined : this.#cut(suspectTrouble);
      if (isOver()) return;
    }
    startMarks.begin(this.id);
    const spare = this.#around.takePage({ channel, resourceUri: facts.resourceUri });
    try {
      const [{ sandbox }, { connectBridge, hostContext }] = await Promise.all([
        this.#host.ask('x-loggia/openSandbox', {
          server: channel,
          resourceUri: facts.resourceUri,
          shell: location.origin,
          view: this.id,
          ...(spare && { ahead: spare.sandbox.url }),
        }),
        loadBridge(),
        this.#describeTool(channel, facts.tool.name),
      ]);
      const isThere = spare?.sandbox.url === sandbox.url;
      if (spare && (!isThere || isOver())) discard(spare);
      if (isOver()) return;
      const { hash } = sandbox.template;
      if (isForced) stoppedViews.release(this.id, hash);
      const stopped = stoppedViews.reasonFor({ template: hash });
      if (stopped !== undefined) {
        if (spare && isThere) discard(spare);
        this.#change({ sandbox });
        return this.#cut(stoppedTrouble(stopped));
      }
      if (isThere) {
        // First of all, since it has long to go; what it says is heard once all of this is through.
        spare.line.post(toSandbox('resource-ready', { colorScheme: currentTheme() }));
        this.#adopt(spare.frame);
      }
      const line = isThere ? spare.line : openLine(this.frame.page, sandbox.origin);
      this.#line = line;
      const makeContext = (): McpUiHostContext => hostContext(this.#contextParts());
      const html = isThere ? undefined : readTemplate(this.#host, hash);
      html?.catch((error: unknown) => !isOver() && this.#fail(error));
      const bridge = await connectBridge({
        line,
        html,
        theme: currentTheme(),
        capabilities: hostCapabilities(this.#snapshot.facts.server?.capabilities ?? {}, sandbox),
        context: makeContext(),
        mode: () => this.#snapshot.mode,
        // Anew for each page: what the user was asked is over with the one that asked.
        answer: createAnswers(this.#desk()),
        onHandedOver: () => this.#awaitWord(isOver),
        onInitialized: ({ modes }) => {
          if (isOver()) return;
          this.#cancelSilence?.();
          this.#change({ phase: 'ready', modes });
          this.#ping(isOver);
        },
        onSize: (height) => !isOver() && this.#sizes.report(height),
        onMode: (mode) => this.#takeScreen(mode, sandbox.inner, isOver),
        onSign: (sign) => !isOver() && this.#takeSign(sign),
        // The next one of this kind would do the same.
        onFlooded: (reason) => !isOver() && this.stopFor(reason, hash),
        onLog: (params) => this.#log(params),
        onWantsToClose: () => {
          this.#record('ui/notifications/request-teardown');
          void this.#end('closed');
        },
        onRefused: (method, reason) => this.#refuse(method, reason),
      });
      if (isOver()) return bridge.close();
      this.#bridge = bridge;
      this.#makeContext = makeContext;
      bridge.setData(this.#snapshot.facts.data);
      this.#change({ sandbox });
      if (isThere) return;
      const { page, element } = this.frame;
      if (!element.isConnected) this.#around.put(element);
      page.allow = sandbox.allow;
      // The address that is shown to others must not be one that can be used.
      page.src = sandbox.url;
    } catch (error) {
      if (spare && this.#frame !== spare.frame) discard(spare);
      if (!isOver()) this.#fail(error);
    }
  }

  #adopt(frame: ViewFrame): void {
    const before = this.#frame;
    frame.title = before.page.title;
    frame.passOn = this.#around.passOn;
    this.#frame = frame;
    before.element.remove();
  }

  #takeSign({ sign, tried }: LineSign): void {
    this.#missedPings = 0;
    this.#change({ isResponding: true });
    if (sign === 'gesture') this.#around.noteGesture();
    else if (sign === 'escape') this.leaveScreen();
    else if (sign === 'left') {
      this.#refuse('left', tried === undefined ? 'Its page was replaced.' : `It tried to open ${tried}.`);
      this.#cut(leftTrouble(tried));
    }
  }

  /** A frame that hangs or has crashed says nothing of it. */
  #ping(isOver: () => boolean): void {
    this.#cancelPing?.();
    this.#missedPings = 0;
    const next = (): void => {
      if (isOver()) return;
      this.#cancelPing = globalEnvironment.after(pingEveryMs, next);
      // Browsers may put frames that nobody sees to sleep.
      if (document.hidden || this.#snapshot.slot === undefined) return;
      if (this.#missedPings >= mostMissed) this.#change({ isResponding: false });
      this.#missedPings += 1;
      this.#bridge?.ping();
    };
    next();
  }

  /** What a View asks for is a wish: it takes more than its word to give it the screen. */
  async #takeScreen(
    mode: DisplayMode,
    inner: OpenedSandbox['inner'],
    isOver: () => boolean,
  ): Promise<DisplayMode> {
    const current = (): DisplayMode => this.#snapshot.mode;
    if (isOver() || this.#isAskingScreen) return current();
    if (mode !== 'inline') {
      this.#isAskingScreen = true;
      const hasGesture = !this.#hasLeftScreen && (await this.#around.hasGesture(inner));
      this.#isAskingScreen = false;
      if (isOver() || current() === mode) return current();
      if (!hasGesture || this.#hasLeftScreen) {
        const reason = this.#hasLeftScreen
          ? 'The user has left it before.'
          : 'The user has not done anything in the View.';
        if (this.#snapshot.asked !== mode) this.#refuse('ui/request-display-mode', reason);
        this.#change({ asked: mode });
        return current();
      }
    }
    this.#record('ui/request-display-mode', mode);
    this.setMode(mode);
    return current();
  }

  /** From the moment its page has everything it needs, a View has so long to say something. */
  #awaitWord(isOver: () => boolean): void {
    this.#cancelSilence?.();
    this.#cancelSilence = globalEnvironment.after(silentAfterMs, () => {
      if (isOver() || this.#bridge?.isInitialized !== false) return;
      this.#refuse('ui/initialize', `It said nothing within ${silentAfterMs / 1000} seconds.`);
      this.#change({ phase: 'silent' });
    });
  }

  #fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    void this.#end('failed');
    this.#change({ trouble: { title: 'This View cannot be shown', text } });
  }

  /** The View is told, has a moment, and is gone. */
  async #end(phase: ViewSnapshot['phase']): Promise<void> {
    this.#attempt += 1;
    const bridge = this.#bridge;
    this.#bridge = undefined;
    this.#cancelSilence?.();
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

  #takeHeight(height: number): boolean {
    const before = this.#snapshot.height;
    if ('maxHeight' in this.#room)
      this.#takeSizing(resized(this.#sizing, height, performance.now(), inlineBounds()));
    return this.#snapshot.height !== before;
  }

  #takeSizing(sizing: Sizing): void {
    if (sizing === this.#sizing) return;
    this.#sizing = sizing;
    if (sizing.height === this.#snapshot.height) return;
    rememberHeight(this.id, sizing.height);
    this.#change({ height: sizing.height });
  }

  #contextParts(): ContextParts {
    const { mode, facts } = this.#snapshot;
    const { callId } = facts.tool;
    const tool = this.#tool ?? { name: facts.tool.name, inputSchema: { type: 'object' as const } };
    const toolInfo = { ...(callId !== undefined && { id: callId }), tool };
    return { mode, room: this.#room, toolInfo };
  }

  #tellContext(): void {
    this.#toldMode = this.#snapshot.mode;
    if (this.#bridge && this.#makeContext) this.#bridge.setContext(this.#makeContext());
  }

  async #describeTool(channel: string, name: string): Promise<void> {
    this.#tool = await describedTool(this.#host, { channel, view: this.subject.getSnapshot().key, name });
  }

  #desk(): ViewDesk {
    const current = (): ViewFacts => this.#snapshot.facts;
    return {
      get name() {
        const { title, server } = current();
        return server ? `${asLabel(title)} (${asLabel(server.name)})` : asLabel(title);
      },
      consentTo: async (kind) => {
        const { policies } = await this.#host.ask('x-loggia/listViewPolicies', {});
        const own = policies.find(({ server }) => server === current().server?.id);
        return (own?.consent ?? this.#snapshot.sandbox?.consent)?.[kind] ?? 'ask';
      },
      confirm,
      openLink: openPage,
      save: saveFile,
      mediumOf: () => mediumOn(this.#host, current().shownOn),
      say: async (given) => {
        const chat = await this.subject.conversation();
        if (chat === undefined) throw new Error('There is no conversation to say it in. Start one first.');
        const { title, server } = current();
        await sayFor(this.#host, chat, { id: this.id, title, ...(server && { server: server.name }) }, given);
      },
      context: async () => {
        const chat = await this.subject.conversation();
        return chat === undefined ? [] : modelContextOf(chat).of(this.id);
      },
      tellModel: async (content, structuredContent) => {
        const chat = await this.subject.conversation();
        if (chat === undefined)
          throw new Refusal(-32000, 'There is no conversation whose model could be told.');
        const { title, server } = current();
        setModelContext(chat, { view: this.id, title, server: server?.name, content, structuredContent });
      },
      forward: (method, params, signal, consent) => this.#forward(method, params, signal, consent),
      offers: (capability) => current().server?.capabilities[capability] !== undefined,
      record: (entry) => this.#journal.record(entry),
    };
  }

  async #forward(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    consent?: CallConsent,
  ): Promise<unknown> {
    const { server, key } = this.#snapshot.facts;
    const trouble = troubleOf(server);
    if (server?.channel === undefined || trouble)
      throw new Refusal(-32000, trouble ? `${trouble.title}. ${trouble.text}` : 'No server.');
    const said = consent === 'ask' && this.#isOpener(params['name']) ? 'opener' : consent;
    const _meta = {
      ...metaOfView(params),
      'loggia.view': key,
      ...(said && { 'loggia.consent': said }),
    };
    try {
      return await this.#host.client.call(
        method,
        { ...params, channel: server.channel, _meta },
        { signal, timeoutMs: requestWithinMs },
      );
    } catch (error) {
      throw (consent === 'ask' && consentNeeded(error)) || error;
    }
  }

  /** Whether a call of this tool opened the View. The host may offer it under another name than its server does. */
  #isOpener(name: unknown): boolean {
    const { name: offered } = this.#snapshot.facts.tool;
    if (typeof name !== 'string' || name === '') return false;
    return name === (this.#tool?.name ?? offered) || (!this.#tool && offered.endsWith(`__${name}`));
  }

  #log(params: Readonly<Record<string, unknown>>): void {
    const { server, key } = this.#snapshot.facts;
    if (server?.channel !== undefined && server.capabilities.logging) {
      const meta = { 'loggia.view': key };
      this.#host.client.notify('notifications/message', { ...params, channel: server.channel, _meta: meta });
      return;
    }
    const { level, data } = params;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.#journal.record({
      method: 'notifications/message',
      ...(typeof level === 'string' && { target: level }),
      decision: 'allowed',
      reason: text ?? '',
      bytes: text?.length ?? 0,
    });
  }

  #record(method: string, target?: string): void {
    this.#journal.record({ method, ...(target !== undefined && { target }), decision: 'allowed', bytes: 0 });
  }

  #refuse(method: string, reason: string): void {
    this.#journal.record({ method, decision: 'refused', reason, bytes: 0 });
  }

  #report(records: readonly Parameters<Journal['record']>[0][]): Promise<unknown> | undefined {
    const { channel } = this;
    if (channel === undefined) return undefined;
    return this.#host.ask('x-loggia/recordView', { server: channel, view: this.id, records: [...records] });
  }

  #change(change: Partial<ViewSnapshot>): void {
    const next = { ...this.#snapshot, ...change };
    const keys = Object.keys(change) as (keyof ViewSnapshot)[];
    if (keys.every((key) => Object.is(next[key], this.#snapshot[key]))) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

function stoppedTrouble(reason: string): Trouble {
  return { title: 'This View was stopped', text: reason };
}

function leftTrouble(tried: string | undefined): Trouble {
  const text =
    tried === undefined
      ? 'It navigated away or reloaded itself, which Views are not allowed to do.'
      : `It tried to open ${asLabel(tried)}, which Views are not allowed to do on their own.`;
  return { title: 'This View left its page', text };
}

const suspectTrouble: Trouble = {
  title: 'This View may have frozen the page',
  text: 'The page stopped responding when this View was last started, so it was not started again.',
};

/** What the shell says for the user is not a View's to say. */
function metaOfView({ _meta }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof _meta !== 'object' || _meta === null || Array.isArray(_meta)) return {};
  return Object.fromEntries(Object.entries(_meta).filter(([key]) => !key.startsWith('loggia.')));
}

function consentNeeded(error: unknown): ConsentNeeded | undefined {
  if (!(error instanceof HostError) || error.kind !== 'PermissionDenied') return undefined;
  const { consent } = (error.data ?? {}) as { readonly consent?: { readonly remembers?: unknown } };
  return consent && new ConsentNeeded(error.message, consent.remembers === true);
}
