import { isInside, type Roots } from '@loggia/access';
import {
  ChannelExists,
  type Channel,
  type Clock,
  type Kernel,
  type Origin,
  type Scheduler,
} from '@loggia/kernel';
import {
  plainOutput,
  ProtocolError,
  type Params,
  type SessionState,
  type StateAction,
  type TerminalInfo,
  type TerminalState,
} from '@loggia/protocol';
import { printable } from './announced.ts';
import { startPty } from './pty/start-pty.ts';
import { assertSize, assertTerminalUri, refused, taken } from './refusals.ts';
import { RootList } from './root-list.ts';
import { RunningTerminal } from './running-terminal.ts';
import { commandIn, nameOf, ownShell, type Shell } from './shell.ts';

export interface TerminalPorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly roots: Pick<Roots, 'confine'>;
  /** The environment of programs: nothing in it may be secret. */
  readonly env: Readonly<Record<string, string>>;
  /** The URI of the folder of sessions that name none. */
  readonly defaultFolder: string;
  /** The person's own by default. */
  readonly shell?: Shell;
  report(problem: string, error: unknown): void;
}

type SessionClaim = Extract<TerminalState['claim'], { kind: 'session' }>;

type Claim = SessionClaim | Extract<TerminalState['claim'], { kind: 'client' }>;

interface WantedTerminal {
  readonly uri: string;
  readonly claim: Claim;
  readonly size: { readonly cols: number; readonly rows: number };
  readonly shell: Shell;
  /** Its title; that of its program if empty. */
  readonly name: string;
  /** Variables besides those of every terminal. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A program to run in a terminal of its own. */
export interface ProgramStart {
  readonly channel: string;
  /** A client's terminal starts in the host's own folder. */
  readonly claim: Claim;
  /** A line for the person's shell, or a program with its arguments. */
  readonly command: string | Shell;
  readonly name: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface CommandRun {
  readonly channel: string;
  readonly claim: SessionClaim;
  readonly command: string;
  /** It can be watched from now on. */
  opened(): void;
}

export interface CommandEnd {
  /** Absent if a signal ended it, or if it runs. */
  readonly exitCode?: number;
  /** The end of what it wrote, as plain text. */
  readonly output: string;
}

/** A program that was started. */
export interface StartedProgram {
  /** Resolves when it has ended and all of its output can be read. */
  readonly exited: Promise<void>;
  /** Hangs up, and kills what ignores that. */
  end(): void;
  read(): Promise<CommandEnd>;
}

const commandSize = { cols: 120, rows: 30 };

const mostRunning = 64;
const mostPerSession = 16;
/** Ended terminals of a session that stay readable. */
const keptPerSession = 16;
const longestInput = 1024 * 1024;

/**
 * The terminals of sessions. A terminal runs the person's shell in a folder of its session, whoever watches, until the
 * shell exits, the session is disposed of, or the host stops. Its output stays readable after that.
 */
export class Terminals {
  readonly #ports: TerminalPorts;
  readonly #list: RootList;
  readonly #running = new Map<string, RunningTerminal>();
  /** Called when a command has ended, and its end is in the state. */
  readonly #whenExited = new Map<string, () => void>();
  #starting = 0;

  constructor(ports: TerminalPorts) {
    this.#ports = ports;
    this.#list = new RootList(ports.kernel);
  }

  /**
   * Tells the terminals of an earlier process that they have ended: none outlives its host. Those of clients are removed,
   * because they belong to something that ended with it.
   */
  async start(): Promise<void> {
    const { kernel } = this.#ports;
    const ofClients = (await this.#list.all()).filter(({ claim }) => claim.kind === 'client');
    await this.#remove(ofClients.map(({ resource }) => resource));
    const ended = new Set(await kernel.busy('terminal'));
    for (const uri of ended) {
      const terminal = await kernel.load<TerminalState>(uri);
      if (!terminal) continue;
      kernel.append(terminal, { type: 'terminal/exited' } as StateAction);
      kernel.forgetPast(terminal);
      await this.#list.update(uri, { lifecycle: { status: 'exited' } });
    }
  }

  /** Resolves when every program has been told and its end is logged, or has ignored it for too long. */
  async stop(): Promise<void> {
    const running = [...this.#running.values()];
    for (const terminal of running) terminal.end();
    const { scheduler } = this.#ports;
    await new Promise<void>((resolve) => {
      const cancel = scheduler.after(3_000, resolve);
      const look = (): void => {
        if (this.#running.size > 0) return void scheduler.after(20, look);
        cancel();
        resolve();
      };
      look();
    });
  }

  async create(params: Params<'createTerminal'>): Promise<null> {
    const { channel: uri, claim } = params;
    assertTerminalUri(uri);
    if (claim.kind !== 'session') {
      throw new ProtocolError(
        'InvalidParams',
        'Terminals of this host belong to sessions. Use a claim of the kind "session", with its chat.',
      );
    }
    const { cols = 80, rows = 24, cwd, name } = params;
    assertSize(cols, rows);
    const session = await this.#session(claim);
    const shell = this.#ports.shell ?? ownShell(this.#ports.env);
    await this.#begin(session, { uri, claim, size: { cols, rows }, shell, name: name ?? '' }, cwd);
    return null;
  }

  /** Starts a program in a terminal of its own, which stays like one that somebody opened. */
  async launch(wanted: ProgramStart): Promise<StartedProgram> {
    const { channel: uri, claim, command, name, env } = wanted;
    if (this.#whenExited.has(uri)) throw taken(uri);
    const { shell = ownShell(this.#ports.env) } = this.#ports;
    const session = claim.kind === 'session' ? await this.#session(claim) : undefined;
    const exited = new Promise<void>((resolve) => this.#whenExited.set(uri, resolve));
    const started = {
      ...{ uri, claim, size: commandSize, name, env },
      shell: typeof command === 'string' ? commandIn(shell, command) : command,
    };
    try {
      await this.#begin(session, started, wanted.cwd);
    } catch (error) {
      this.#whenExited.delete(uri);
      throw error;
    }
    return { exited, end: () => this.#running.get(uri)?.end(), read: () => this.#read(uri) };
  }

  /**
   * Runs a command in the session's main folder, and resolves when it has ended. If `signal` aborts, the command is
   * ended.
   */
  async run({ channel, claim, command, opened }: CommandRun, signal: AbortSignal): Promise<CommandEnd> {
    const { workingDirectories } = await this.#session(claim);
    if (!workingDirectories?.length) {
      throw refused(
        'This session has no folder to run a command in. Ask the user to add one to the session.',
      );
    }
    const program = await this.launch({ channel, claim, command, name: command.slice(0, 80) });
    const end = (): void => program.end();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    opened();
    await program.exited.finally(() => signal.removeEventListener('abort', end));
    return program.read();
  }

  async dispose(uri: string): Promise<null> {
    const terminal = await this.#ports.kernel.load<TerminalState>(uri);
    if (terminal?.kind !== 'terminal') throw new ProtocolError('NotFound', `There is no terminal ${uri}.`);
    await this.#remove([uri]);
    return null;
  }

  /** A client's action. Input isn't logged: it may be a password, and the program decides what of it is shown. */
  dispatch(channel: Channel<TerminalState>, action: StateAction, origin: Origin): void {
    const { uri } = channel;
    if (action.type === 'terminal/titleChanged') return this.#rename(channel, action.title, origin);
    const terminal = this.#running.get(uri);
    if (!terminal) throw refused('The program in this terminal has ended. Open a new terminal.');
    switch (action.type) {
      case 'terminal/input':
        if (action.data.length > longestInput)
          throw refused('This is too much input at once. Send it in parts.');
        return terminal.input(action.data);
      case 'terminal/resized':
        assertSize(action.cols, action.rows);
        return terminal.resize(action.cols, action.rows, origin);
      case 'terminal/cleared':
        return terminal.clear(origin);
      case 'terminal/claimed':
        throw refused('A terminal stays with its session. Open one in the other session.');
      default:
        throw refused(`The action ${action.type} does not belong to a terminal.`);
    }
  }

  /** Ends the terminals of a session that is gone, and removes them. */
  sessionRemoved(uri: string): void {
    this.#list
      .ofSession(uri)
      .then((all) => this.#remove(all.map(({ resource }) => resource)))
      .catch((error: unknown) => this.#ports.report(`Could not end the terminals of ${uri}`, error));
  }

  async #read(uri: string): Promise<CommandEnd> {
    const { state } = (await this.#ports.kernel.load<TerminalState>(uri)) ?? {};
    const { lifecycle, content = [] } = state ?? {};
    const code = lifecycle?.status === 'exited' ? lifecycle.exitCode : undefined;
    return { output: plainOutput(content), ...(code !== undefined && { exitCode: code }) };
  }

  async #begin(session: SessionState | undefined, wanted: WantedTerminal, cwd?: string): Promise<void> {
    assertTerminalUri(wanted.uri);
    if (await this.#ports.kernel.exists(wanted.uri)) throw taken(wanted.uri);
    await this.#assertRoom(wanted.claim);
    const folder = await this.#folder(session, cwd);
    this.#starting += 1;
    try {
      await this.#open(wanted, folder);
    } finally {
      this.#starting -= 1;
    }
  }

  async #open(
    { uri, claim, size, shell, name, env: own }: WantedTerminal,
    folder: { readonly uri: string; readonly path: string },
  ): Promise<void> {
    const { kernel, clock, scheduler, env, report } = this.#ports;
    // Output may arrive before the channel exists.
    const early: string[] = [];
    let exit: { exitCode?: number } | undefined;
    let terminal: RunningTerminal | undefined;
    const pty = await startPty(
      {
        ...shell,
        ...size,
        cwd: folder.path,
        env: { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor', ...own },
      },
      {
        output: (text) => (terminal ? terminal.output(text) : void early.push(text)),
        exited: (how) => {
          exit = how;
          if (terminal) void this.#exited(uri, terminal, how);
        },
      },
    );
    const title = printable(name) || nameOf(shell);
    const info: TerminalInfo = { resource: uri, title, claim, lifecycle: { status: 'running' } };
    const state: TerminalState = {
      ...{ title, claim, cwd: folder.uri, ...size },
      ...{ content: [], lifecycle: info.lifecycle, isPty: true },
    };
    try {
      // The session may have been disposed of meanwhile.
      if (claim.kind === 'session') await this.#session(claim);
      const parent = claim.kind === 'session' ? { parent: claim.session } : {};
      const channel = kernel.create<TerminalState>(uri, 'terminal', state, parent);
      const listed = (changes: Partial<TerminalInfo>): void => {
        this.#list.update(uri, changes).catch((error: unknown) => report(`Could not list ${uri}`, error));
      };
      terminal = new RunningTerminal(channel, pty, { kernel, clock, scheduler, listed });
    } catch (error) {
      pty.end();
      throw error instanceof ChannelExists ? taken(uri) : error;
    }
    this.#running.set(uri, terminal);
    await this.#list.add(info);
    for (const text of early) terminal.output(text);
    if (exit) await this.#exited(uri, terminal, exit);
  }

  async #exited(uri: string, terminal: RunningTerminal, exit: { readonly exitCode?: number }): Promise<void> {
    try {
      await terminal.exited(exit);
    } catch (error) {
      this.#ports.report(`Could not log the end of ${uri}`, error);
    } finally {
      if (this.#running.get(uri) === terminal) this.#running.delete(uri);
      this.#whenExited.get(uri)?.();
      this.#whenExited.delete(uri);
    }
  }

  async #remove(uris: readonly string[]): Promise<void> {
    if (uris.length === 0) return;
    const { kernel } = this.#ports;
    for (const uri of uris) {
      this.#running.get(uri)?.abandon();
      this.#running.delete(uri);
      this.#whenExited.get(uri)?.();
      this.#whenExited.delete(uri);
      kernel.remove(uri);
    }
    await this.#list.remove(uris);
  }

  #rename(channel: Channel<TerminalState>, given: string, origin: Origin): void {
    const title = printable(given);
    if (title === '' || title.length > 256)
      throw refused('A title has 1 to 256 characters that can be shown.');
    this.#ports.kernel.append(channel, { type: 'terminal/titleChanged', title } as StateAction, origin);
    this.#list
      .update(channel.uri, { title })
      .catch((error: unknown) => this.#ports.report(`Could not list ${channel.uri}`, error));
  }

  async #session(claim: SessionClaim): Promise<SessionState> {
    const session = await this.#ports.kernel.load<SessionState>(claim.session);
    if (session?.kind !== 'session') {
      throw new ProtocolError('SessionNotFound', `There is no session ${claim.session}.`);
    }
    if (session.state.chats.some(({ resource }) => resource === claim.chat)) return session.state;
    throw new ProtocolError(
      'InvalidParams',
      `${claim.chat} isn't a chat of this session. Claim the terminal for one of its chats.`,
    );
  }

  async #assertRoom(claim: Claim): Promise<void> {
    const own = claim.kind === 'session' ? await this.#list.ofSession(claim.session) : [];
    const running = own.filter(({ lifecycle }) => lifecycle.status === 'running');
    if (running.length >= mostPerSession || this.#running.size + this.#starting >= mostRunning) {
      const most = running.length >= mostPerSession ? `${mostPerSession} in this session` : `${mostRunning}`;
      throw new ProtocolError('Unavailable', `Too many terminals are open (${most}). Close some first.`);
    }
    const ended = own.filter(({ lifecycle }) => lifecycle.status !== 'running');
    await this.#remove(
      ended.slice(0, Math.max(0, ended.length + 1 - keptPerSession)).map(({ resource }) => resource),
    );
  }

  /** The folder to start in. It must lie in one of the session's folders, all links followed. */
  async #folder(
    session: SessionState | undefined,
    cwd: string | undefined,
  ): Promise<{ uri: string; path: string }> {
    const { roots, defaultFolder } = this.#ports;
    const folders = session?.workingDirectories?.length ? session.workingDirectories : [defaultFolder];
    const uri = cwd ?? folders[0] ?? defaultFolder;
    const path = await roots.confine(uri, 'write');
    for (const folder of folders) {
      const own = await roots.confine(folder, 'write').catch(() => undefined);
      if (own !== undefined && isInside(own, path)) return { uri, path };
    }
    throw new ProtocolError(
      'PermissionDenied',
      `${JSON.stringify(uri)} is outside the folders of this session. Choose one inside them, or add the folder to the session first.`,
    );
  }
}
