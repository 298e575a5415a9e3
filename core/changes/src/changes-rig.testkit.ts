import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { createLocks } from '@loggia/files';
import { Kernel, type AnyChannelKind, type Scheduler } from '@loggia/kernel';
import {
  changesetOfSession,
  reduceChat,
  reduceSession,
  turnChangesOf,
  type ChangesetState,
  type ChatState,
  type SessionState,
  type TurnChanges,
} from '@loggia/protocol';
import { MemoryDisk, MemoryStore } from '@loggia/testing';
import { onTestFinished, vi } from 'vitest';
import { Changes } from './changes.ts';
import { bytesAt } from './folder/held.ts';
import type { FolderLimits } from './folder/limits.ts';
import { changesetKind } from './kind.ts';

const described = () => ({ busy: false, modifiedAt: '' });
const kinds: readonly AnyChannelKind[] = [
  changesetKind,
  { name: 'session', reduce: reduceSession, describe: described },
  { name: 'chat', reduce: reduceChat, describe: described },
];

const scheduler: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

export const session = 'ahp-session:/s';
const chat = 'ahp-chat:/c';
export const wholeSession = changesetOfSession(session);

export function ofTurn(turnId: string): string {
  return `${wholeSession}/${turnId}`;
}

interface Options {
  readonly limits?: Partial<FolderLimits>;
  /** Where the host's data are, beside the project by default. */
  readonly data?: string;
}

/** Real files, and Git where a test asks for it, on a kernel in memory. */
export class ChangesRig {
  readonly folder: string;
  readonly #data: string;
  readonly #options: Options;
  readonly #disk = new MemoryDisk();
  readonly #contents = new Map<string, Buffer>();
  readonly problems: unknown[] = [];
  /** The paths that were read to look at the folder. */
  readonly reads: string[] = [];
  /** Runs once, when contents for a revert are read: the files were checked, but nothing is written yet. */
  onceChecked: () => Promise<unknown> = async () => undefined;
  kernel!: Kernel;
  changes!: Changes;

  static async open(options: Options = {}): Promise<ChangesRig> {
    const home = await realpath(await mkdtemp(path.join(tmpdir(), 'loggia-changes-')));
    const rig = new ChangesRig(path.join(home, 'project'), path.join(home, options.data ?? 'data'), options);
    await mkdir(rig.folder);
    onTestFinished(async () => {
      await rig.changes.settled();
      await rig.kernel.close().catch(() => {});
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    });
    await rig.restart();
    const open = { status: 1, title: 'Work', modifiedAt: '' };
    const workingDirectories = [pathToFileURL(rig.folder).href];
    rig.kernel.create<SessionState>(session, 'session', {
      ...{ provider: 'test', lifecycle: 'ready', activeClients: [], workingDirectories, ...open },
      chats: [{ resource: chat, ...open }],
      defaultChat: chat,
    });
    rig.kernel.create<ChatState>(chat, 'chat', { resource: chat, turns: [], ...open }, { parent: session });
    await rig.kernel.settled();
    return rig;
  }

  private constructor(folder: string, data: string, options: Options) {
    this.folder = folder;
    this.#data = data;
    this.#options = options;
  }

  /** Another host on the same data. */
  async restart(): Promise<void> {
    const roots = createRoots();
    await roots.add(this.folder, 'write');
    const clock = { now: () => Date.now() };
    const store = new MemoryStore(this.#disk);
    const observer = {
      appended: () => undefined,
      removed: (uri: string): void => this.changes.sessionRemoved(uri),
    };
    this.kernel = await Kernel.open({ store, kinds, clock, scheduler, observer });
    const { kernel } = this;
    this.changes = new Changes({
      ...{ kernel, roots, locks: createLocks(), limits: this.#options.limits ?? {} },
      excluded: this.#data,
      directory: path.join(this.#data, 'copies'),
      defaultFolder: pathToFileURL(this.folder).href,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.#data },
      now: () => clock.now(),
      keep: async (bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        this.#contents.set(hash, bytes);
        return hash;
      },
      read: async (hash) => {
        const { onceChecked } = this;
        this.onceChecked = async () => undefined;
        await onceChecked();
        return this.#contents.get(hash) ?? Promise.reject(new Error(`${hash} isn't kept.`));
      },
      bytesAt: (file, ...rest) => {
        this.reads.push(path.relative(this.folder, file));
        return bytesAt(file, ...rest);
      },
      appendToSession: (channel, action) => void kernel.append(channel, action),
      appendToChat: (open, action) => void kernel.append(open.chat, action),
      report: (problem, error) => void this.problems.push([problem, error]),
    });
    await this.changes.start();
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  uri(name: string): string {
    return pathToFileURL(this.at(name)).href;
  }

  async write(name: string, content: string | Uint8Array, mode?: number): Promise<void> {
    await mkdir(path.dirname(this.at(name)), { recursive: true });
    await writeFile(this.at(name), content);
    if (mode !== undefined) await chmod(this.at(name), mode);
  }

  read(name: string): Promise<string> {
    return readFile(this.at(name), 'utf8');
  }

  bytes(name: string): Promise<Buffer> {
    return readFile(this.at(name));
  }

  git(...args: string[]): string {
    const as = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    return execFileSync('git', [...as, ...args], { cwd: this.folder, encoding: 'utf8' });
  }

  /** Waits until no file is so new that another change could go unseen. */
  async untilOld(names: readonly string[]): Promise<void> {
    const newest = Math.max(
      ...(await Promise.all(names.map(async (name) => (await stat(this.at(name))).ctimeMs))),
    );
    await vi.waitFor(() => {
      if (Date.now() < newest + 100) throw new Error('The files are new.');
    }, patiently);
  }

  /** An agent's turn that does this. */
  async turn(id: string, work: () => Promise<unknown>): Promise<void> {
    const [one, other] = await Promise.all([
      this.kernel.load<SessionState>(session),
      this.kernel.load<ChatState>(chat),
    ]);
    if (!one || !other) throw new Error('There is no session.');
    const ended = await this.changes.begin({ session: one, chat: other }, id);
    await work();
    ended();
    await this.changes.settled();
    await this.kernel.settled();
  }

  async state(uri: string): Promise<ChangesetState | undefined> {
    return (await this.kernel.load<ChangesetState>(uri))?.state;
  }

  /** The files of a changeset in short: what happened to which, and how many lines. */
  async files(uri: string): Promise<readonly string[] | undefined> {
    const short = (file?: string) => file && path.relative(this.folder, new URL(file).pathname);
    return (await this.state(uri))?.files.map(({ edit: { before, after, diff } }) => {
      const lines = diff ? ` +${diff.added} -${diff.removed}` : '';
      if (!before) return `new ${short(after?.uri)}${lines}`;
      if (!after) return `gone ${short(before.uri)}${lines}`;
      return before.uri === after.uri
        ? `${short(after.uri)}${lines}`
        : `${short(before.uri)} to ${short(after.uri)}${lines}`;
    });
  }

  async invoke(uri: string, operationId: string, name?: string): Promise<unknown> {
    const target =
      name === undefined ? {} : { target: { kind: 'resource' as const, resource: this.uri(name) } };
    const result = await this.changes.invoke({ channel: uri, operationId, ...target }, { by: 'local' });
    await this.kernel.settled();
    return result.message;
  }

  /** An operation on lines of a file, counted from 1. */
  async invokeOnLines(
    uri: string,
    operationId: string,
    name: string,
    lines: { readonly first: number; readonly last: number; readonly side?: 'before' | 'after' },
  ): Promise<unknown> {
    const { first, last, side } = lines;
    const range = { start: { line: first - 1, character: 0 }, end: { line: last, character: 0 } };
    const target = { kind: 'range' as const, resource: this.uri(name), range, ...(side && { side }) };
    const result = await this.changes.invoke({ channel: uri, operationId, target }, { by: 'local' });
    await this.kernel.settled();
    return result.message;
  }

  async turns(): Promise<Record<string, TurnChanges>> {
    const found = await this.kernel.load<ChatState>(chat);
    return Object.fromEntries(found ? turnChangesOf(found.state) : []);
  }

  async sessionState(): Promise<SessionState | undefined> {
    return (await this.kernel.load<SessionState>(session))?.state;
  }
}

const patiently = { timeout: 60_000, interval: 20 };
