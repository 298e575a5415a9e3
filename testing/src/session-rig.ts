import { Kernel, type Channel, type Origin, type Scheduler, type Store } from '@loggia/kernel';
import {
  sessionOfAnnotations,
  type AnnotationsState,
  type ChatState,
  type Message,
  type ProtectedResourceMetadata,
  type SessionState,
  type SessionSummary,
  type StateAction,
} from '@loggia/protocol';
import {
  Harnesses,
  kinds,
  SessionLog,
  Sessions,
  type ConfirmPolicy,
  type Equipment,
  type Files,
  type FindFiles,
  type Harness,
  type LibraryFor,
  type SessionAccess,
  type ProjectFor,
  type SettingsIn,
  type SessionsOptions,
} from '@loggia/sessions';
import { createHarness } from './echo-harness.ts';
import { knownMedium } from './known-medium.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryDisk, MemoryStore } from './memory-store.ts';

const eventLoop: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

/** Keeps ids unique when a second rig works on the data of a first one. */
let runs = 0;

export interface SessionRigOptions {
  readonly disk?: MemoryDisk;
  /** Replaces the ordinary store on that disk. */
  readonly store?: (disk: MemoryDisk) => Store;
  readonly harnesses?: readonly Harness[];
  readonly graceMs?: number;
  readonly confirm?: ConfirmPolicy;
  readonly modelTokens?: number;
  readonly stallMs?: number;
  /** Replaces real timers of sessions. */
  readonly after?: Scheduler['after'];
  readonly tokenFor?: (resource: string) => Promise<string | undefined>;
  readonly equipment?: (sessionAccess: SessionAccess) => Equipment;
  readonly files?: Files;
  readonly libraryFor?: LibraryFor;
  readonly findFiles?: FindFiles;
  readonly projectFor?: ProjectFor;
  readonly settingsIn?: SettingsIn;
  readonly followTurn?: SessionsOptions['followTurn'];
  readonly filesIn?: SessionsOptions['filesIn'];
  readonly readArtifact?: SessionsOptions['readArtifact'];
  readonly hostTools?: SessionsOptions['hostTools'];
  readonly hostToolRan?: SessionsOptions['hostToolRan'];
  readonly delegation?: SessionsOptions['delegation'];
}

/** Sessions on a kernel in memory, without a wire: clients' actions are called directly. */
export class SessionRig {
  readonly disk: MemoryDisk;
  readonly clock: ManualClock;
  readonly kernel: Kernel;
  readonly harnesses: Harnesses;
  readonly sessions: Sessions;
  readonly announced: {
    added: SessionSummary[];
    removed: string[];
    changed: [string, Partial<SessionSummary>][];
    signInNeeded: ProtectedResourceMetadata[];
  };
  readonly problems: unknown[] = [];
  #clientSeq = 0;

  static async open(options: SessionRigOptions = {}): Promise<SessionRig> {
    const disk = options.disk ?? new MemoryDisk();
    const clock = new ManualClock();
    const store = options.store?.(disk) ?? new MemoryStore(disk);
    const kernel = await Kernel.open({ store, kinds, clock, scheduler: eventLoop });
    const rig = new SessionRig(disk, clock, kernel, options);
    await rig.sessions.start();
    return rig;
  }

  private constructor(disk: MemoryDisk, clock: ManualClock, kernel: Kernel, options: SessionRigOptions) {
    let ids = 0;
    const run = ++runs;
    this.disk = disk;
    this.clock = clock;
    this.kernel = kernel;
    this.announced = { added: [], removed: [], changed: [], signInNeeded: [] };
    const { added, removed, changed, signInNeeded } = this.announced;
    const report = (_problem: string, error: unknown): void => void this.problems.push(error);
    const log = new SessionLog({
      kernel,
      listener: {
        added: (summary) => void added.push(summary),
        removed: (uri) => void removed.push(uri),
        changed: (uri, changes) => void changed.push([uri, changes]),
        signInNeeded: (resource) => void signInNeeded.push(resource),
      },
      report,
    });
    this.harnesses = new Harnesses(options.harnesses ?? [createHarness()]);
    this.sessions = new Sessions({
      kernel,
      clock,
      scheduler: { ...eventLoop, ...(options.after && { after: options.after }) },
      harnesses: this.harnesses,
      graceMs: options.graceMs,
      confirm: options.confirm,
      modelTokens: options.modelTokens,
      mediumOf: knownMedium,
      stallMs: options.stallMs,
      log,
      equipment: options.equipment?.(log.sessionAccess),
      files: options.files,
      libraryFor: options.libraryFor,
      findFiles: options.findFiles,
      projectFor: options.projectFor,
      settingsIn: options.settingsIn,
      followTurn: options.followTurn,
      filesIn: options.filesIn,
      readArtifact: options.readArtifact,
      hostTools: options.hostTools,
      hostToolRan: options.hostToolRan,
      delegation: options.delegation,
      ...(options.tokenFor && { tokenFor: options.tokenFor }),
      newId: () => `id-${run}-${++ids}`,
      report,
    });
  }

  async session(uri: string): Promise<SessionState> {
    const channel = await this.kernel.load<SessionState>(uri);
    if (!channel) throw new Error(`There is no session ${uri}.`);
    return channel.state;
  }

  async chat(uri: string): Promise<ChatState> {
    const channel = await this.kernel.load<ChatState>(uri);
    if (!channel) throw new Error(`There is no chat ${uri}.`);
    return channel.state;
  }

  /** A session and the URI of its first chat. */
  async create(uri = 'ahp-session:/s', clientId = 'c1'): Promise<{ session: string; chat: string }> {
    await this.sessions.createSession({ channel: uri }, clientId);
    await this.kernel.settled();
    await this.kernel.settled();
    const { defaultChat } = await this.session(uri);
    if (!defaultChat) throw new Error('A new session has a default chat.');
    return { session: uri, chat: defaultChat };
  }

  dispatch(uri: string, action: StateAction, clientId = 'c1'): Promise<boolean> {
    const origin: Origin = { clientId, clientSeq: ++this.#clientSeq, by: 'local' };
    return this.#dispatch(uri, action, origin);
  }

  /** False if there is no such channel. */
  async #dispatch(uri: string, action: StateAction, origin: Origin): Promise<boolean> {
    if (sessionOfAnnotations(uri) !== undefined) await this.sessions.annotations.begin(uri);
    const channel = await this.kernel.load(uri);
    if (!channel) return false;
    if (channel.kind === 'chat')
      await this.sessions.dispatchToChat(channel as Channel<ChatState>, action, origin);
    else if (channel.kind === 'annotations')
      await this.sessions.annotations.dispatch(channel as Channel<AnnotationsState>, action, origin);
    else this.sessions.dispatchToSession(channel as Channel<SessionState>, action, origin);
    return true;
  }

  async say(chat: string, text: string, turnId = `turn-${this.#clientSeq + 1}`): Promise<string> {
    const startedAt = new Date(this.clock.now()).toISOString();
    await this.dispatch(chat, { type: 'chat/turnStarted', turnId, startedAt, message: userMessage(text) });
    return turnId;
  }

  /** Waits until the chat's state matches, for any number of turns of the event loop. */
  async until(chat: string, wanted: (state: ChatState) => boolean, withinMs = 4_000): Promise<ChatState> {
    const deadline = Date.now() + withinMs;
    while (Date.now() < deadline) {
      const state = await this.chat(chat);
      if (wanted(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    throw new Error(`The chat did not get there: ${JSON.stringify(await this.chat(chat), null, 2)}`);
  }

  idle(chat: string): Promise<ChatState> {
    return this.until(chat, (state) => !state.activeTurn && !state.queuedMessages && state.turns.length > 0);
  }

  async close(): Promise<void> {
    await this.sessions.stop();
    await this.kernel.close();
  }
}

export function userMessage(text: string): Message {
  return { text, origin: { kind: 'user' } };
}
