import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { Kernel, type AnyChannelKind, type Entry, type Scheduler } from '@loggia/kernel';
import {
  reduceRoot,
  rootUri,
  type RootState,
  type TerminalAction,
  type TerminalState,
} from '@loggia/protocol';
import { MemoryDisk, MemoryStore, tapStore, type StoreTap } from '@loggia/testing';
import { onTestFinished, vi } from 'vitest';
import { terminalKind } from './kind.ts';
import { Terminals } from './terminals.ts';

const described = () => ({ busy: false, modifiedAt: '' });
const kinds: readonly AnyChannelKind[] = [
  terminalKind,
  { name: 'root', reduce: reduceRoot, describe: described },
  { name: 'session', reduce: (state: unknown) => state, describe: described },
];

const scheduler: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

const session = 'ahp-session:/s';
export const claim = { kind: 'session', session, chat: 'ahp-chat:/c' } as const;

/** Real shells on a kernel in memory. */
export class TerminalRig {
  readonly folder: string;
  readonly disk = new MemoryDisk();
  readonly problems: unknown[] = [];
  kernel!: Kernel;
  store!: StoreTap;
  terminals!: Terminals;

  static async open(): Promise<TerminalRig> {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'loggia-terminals-')));
    const rig = new TerminalRig(folder);
    onTestFinished(async () => {
      await rig.terminals.stop();
      await rig.kernel.close().catch(() => {});
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    await rig.restart();
    rig.kernel.create<RootState>(rootUri, 'root', { agents: [] });
    const chats = [{ resource: claim.chat }];
    rig.kernel.create(session, 'session', { chats, workingDirectories: [rig.uri] });
    await rig.kernel.settled();
    return rig;
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  get uri(): string {
    return pathToFileURL(this.folder).href;
  }

  /** Another host on the same data, as after a crash. */
  async restart(): Promise<void> {
    const roots = createRoots();
    await roots.add(this.folder, 'write');
    const clock = { now: () => Date.now() };
    const removed = (uri: string): void => this.terminals.sessionRemoved(uri);
    this.store = tapStore(new MemoryStore(this.disk));
    const { store } = this;
    const observer = { appended: () => undefined, removed };
    this.kernel = await Kernel.open({ store, kinds, clock, scheduler, observer });
    this.terminals = new Terminals({
      ...{ kernel: this.kernel, clock, scheduler, roots },
      env: { PATH: process.env['PATH'] ?? '', PS1: '> ', HOME: this.folder },
      defaultFolder: this.uri,
      shell: { program: '/bin/sh', args: [] },
      report: (problem, error) => void this.problems.push([problem, error]),
    });
    await this.terminals.start();
  }

  async create(uri = 'ahp-terminal:/t', more: object = {}): Promise<void> {
    await this.terminals.create({ channel: uri, claim, ...more });
    await this.kernel.settled();
  }

  async state(uri = 'ahp-terminal:/t'): Promise<TerminalState> {
    const channel = await this.kernel.load<TerminalState>(uri);
    if (!channel) throw new Error(`There is no channel ${uri}.`);
    return channel.state;
  }

  async text(uri?: string): Promise<string> {
    const { content } = await this.state(uri);
    return content.map((part) => (part.type === 'unclassified' ? part.value : '')).join('');
  }

  /** The entries of a terminal from now on. */
  async entries(uri = 'ahp-terminal:/t'): Promise<Entry[]> {
    const seen: Entry[] = [];
    const channel = await this.kernel.load(uri);
    if (channel) this.kernel.subscribe(channel, { deliver: (entry) => void seen.push(entry) });
    return seen;
  }

  async act(action: TerminalAction, uri = 'ahp-terminal:/t'): Promise<void> {
    const channel = await this.kernel.load<TerminalState>(uri);
    if (channel) this.terminals.dispatch(channel, action, { clientId: 'c', clientSeq: 1, by: 'local' });
  }

  type(data: string, uri?: string): Promise<void> {
    return this.act({ type: 'terminal/input', data }, uri);
  }

  /** Waits until the output has this. A loaded machine may take long to start a shell. */
  async shows(text: string | RegExp, uri?: string): Promise<void> {
    await vi.waitFor(async () => {
      const shown = await this.text(uri);
      if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
        throw new Error(shown.slice(-500));
    }, patiently);
  }

  async ends(uri?: string): Promise<TerminalState> {
    return vi.waitFor(async () => {
      const state = await this.state(uri);
      if (state.lifecycle.status !== 'exited') throw new Error(`It runs: ${await this.text(uri)}`);
      return state;
    }, patiently);
  }

  async listed(): Promise<RootState['terminals']> {
    return (await this.kernel.load<RootState>(rootUri))?.state.terminals;
  }
}

export const patiently = { timeout: 60_000, interval: 20 };
