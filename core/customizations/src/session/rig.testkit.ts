import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localPrincipal } from '@loggia/access';
import type { Caller } from '@loggia/mcp';
import {
  parseAction,
  reduceSession,
  type Customization,
  type McpServerCustomization,
  type SessionAction,
  type SessionState,
} from '@loggia/protocol';
import type { RunningCall, SessionAccess } from '@loggia/sessions/equipment';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { onTestFinished } from 'vitest';
import type { DeclaredServer } from '../plugins/loaded.ts';
import { createEquipment } from './equipment.ts';
import { FakeGateway } from './fake-gateway.testkit.ts';
import { folderUri } from './folders.ts';
import type { EquipmentPorts, OpenChannel, RecordStore } from './ports.ts';
import type { EquipmentService } from './service.ts';
import { serversOf } from './tree-changes.ts';

/** Sessions in memory, folded by the reducer that everybody uses. */
export class MemorySessions implements SessionAccess {
  readonly log: { uri: string; action: SessionAction }[] = [];
  readonly #sessions = new Map<string, SessionState>();
  readonly #cold = new Map<string, SessionState>();
  declaredChanges = 0;

  create(uri: string, state: Partial<SessionState> = {}): void {
    this.#sessions.set(uri, {
      provider: 'echo',
      title: '',
      status: 1,
      lifecycle: 'ready',
      activeClients: [],
      chats: [],
      ...state,
    });
  }

  state(uri: string): SessionState | undefined {
    return this.#sessions.get(uri);
  }

  async load(uri: string): Promise<SessionState | undefined> {
    const cold = this.#cold.get(uri);
    if (cold) {
      this.#cold.delete(uri);
      this.#sessions.set(uri, cold);
    }
    return this.#sessions.get(uri);
  }

  /** Out of memory, as after a while without anybody. */
  unload(uri: string): void {
    const state = this.#sessions.get(uri);
    if (!state) return;
    this.#cold.set(uri, state);
    this.#sessions.delete(uri);
  }

  append(uri: string, action: SessionAction): void {
    const state = this.#sessions.get(uri);
    if (!state) return;
    // Writes must be valid for the protocol and survive JSON.
    const traveled = JSON.parse(JSON.stringify(action)) as SessionAction;
    assert.deepStrictEqual(parseAction(traveled), traveled);
    const next = reduceSession(state, traveled);
    const ids = idsIn(next.customizations ?? []);
    assert.strictEqual(new Set(ids).size, ids.length, `Two have the same id: ${ids.join(' ')}`);
    this.#sessions.set(uri, next);
    this.log.push({ uri, action: traveled });
  }

  declaredChanged(): void {
    this.declaredChanges += 1;
  }
}

function idsIn(list: readonly Customization[]): string[] {
  return list.flatMap((entry) => [
    entry.id,
    ...('children' in entry ? (entry.children ?? []).map(({ id }) => id) : []),
  ]);
}

export class MemoryRecords implements RecordStore {
  readonly #values = new Map<string, Map<string, unknown>>();

  put(namespace: string, key: string, value: unknown): void {
    const values = this.#values.get(namespace) ?? new Map<string, unknown>();
    this.#values.set(namespace, values.set(key, JSON.parse(JSON.stringify(value))));
  }

  delete(namespace: string, key: string): void {
    this.#values.get(namespace)?.delete(key);
  }

  async list(namespace: string): Promise<{ key: string; value: unknown }[]> {
    return [...(this.#values.get(namespace) ?? [])].map(([key, value]) => ({ key, value }));
  }
}

/** Channels that serve nothing. */
class FakeChannels {
  readonly opened = new Set<string>();
  #made = 0;

  open({ connection }: { connection: { facts: unknown } }): OpenChannel {
    assert.ok(connection.facts, 'A channel is opened for what is ready.');
    this.#made += 1;
    const uri = `mcp://channel-${this.#made}`;
    this.opened.add(uri);
    return {
      uri,
      capabilities: { serverTools: { listChanged: true } },
      close: () => this.opened.delete(uri),
    };
  }
}

export interface RigOptions extends Partial<Omit<EquipmentPorts, 'hostSources'>> {
  readonly servers?: readonly string[];
  readonly plugins?: readonly string[];
  readonly userFolders?: EquipmentPorts['hostSources']['userFolders'];
}

/** A folder with these files, gone with the test. */
export function folderWith(files: Readonly<Record<string, string | object>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'loggia-equipment-'));
  // Not a hook of this module: files of tests share it, and a hook would only run for the first of them.
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) writeIn(root, file, content);
  return root;
}

export function writeIn(root: string, file: string, content: string | object): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

function hostServer(name: string): DeclaredServer {
  const transport = { kind: 'stdio' as const, command: name, args: [], env: {} };
  const written = { fingerprint: `of ${name}`, launch: { kind: 'stdio', command: name } };
  return { name, uri: 'file:///host.json', definition: { name, transport }, written };
}

/** Equipment with real files and real folding, and servers that the test plays. */
export class Rig {
  readonly clock = new ManualClock();
  readonly scheduler = new ManualScheduler(this.clock);
  readonly gateway = new FakeGateway();
  readonly channels = new FakeChannels();
  readonly reports: string[] = [];
  readonly records: RecordStore;
  readonly sessions: MemorySessions;
  readonly equipment: EquipmentService;

  constructor({ servers = [], plugins = [], userFolders = [], ...ports }: RigOptions = {}) {
    this.records = ports.records ?? new MemoryRecords();
    this.sessions = (ports.sessions as MemorySessions | undefined) ?? new MemorySessions();
    this.equipment = createEquipment({
      gateway: this.gateway,
      sideChannels: this.channels,
      principal: localPrincipal,
      clock: this.clock,
      scheduler: this.scheduler,
      hostSources: {
        servers: servers.map(hostServer),
        plugins: plugins.map((root) => ({ path: root })),
        userFolders,
      },
      fetchedPlugins: {
        folder: path.join(folderWith({}), 'plugins'),
        content: async (hash) => Promise.reject(new Error(`There is no content ${hash}.`)),
        env: process.env,
      },
      trustedFolders: [],
      environment: { variable: () => undefined },
      askClient: async () => Promise.reject(new Error('The client is not here.')),
      report: (problem, error) => this.reports.push(`${problem}: ${String(error)}`),
      ...ports,
      records: this.records,
      sessions: this.sessions,
    });
    onTestFinished(() => this.equipment.stop());
  }

  /** A session in use, with everything read. */
  async session(uri = 'ahp-session:/s', state: Partial<SessionState> = {}): Promise<string> {
    this.sessions.create(uri, state);
    this.equipment.use(uri);
    await this.settled(uri);
    return uri;
  }

  /** Waits until everything is read: the disk takes its own time. */
  async settled(uri: string): Promise<void> {
    await this.equipment.listServers({ session: uri });
  }

  /** Does what a person does who reviews a source and trusts it. */
  async trust(source: string): Promise<void> {
    const { review } = await this.equipment.reviewTrust({ source });
    const { fingerprint } = review;
    await this.equipment.setTrust({ source, decision: 'trusted', fingerprint });
  }

  /** As the session's dispatcher does it. Throws the refusal. */
  dispatch(uri: string, action: SessionAction, clientId = 'client'): void {
    const state = this.sessions.state(uri);
    if (!state) throw new Error(`There is no ${uri}.`);
    const refusal = this.equipment.refuse(uri, state, action);
    if (refusal !== undefined) throw new Error(refusal);
    this.sessions.append(uri, action);
    this.equipment.followed(uri, action, clientId);
  }

  shown(uri: string): Customization[] {
    return this.sessions.state(uri)?.customizations ?? [];
  }

  server(uri: string, name: string): McpServerCustomization {
    const found = this.shown(uri)
      .flatMap(serversOf)
      .find((server) => server.name === name);
    if (!found) throw new Error(`${uri} shows no server "${name}".`);
    return found;
  }

  /** The types of what was written since the last time. */
  written(uri: string): string[] {
    return this.sessions.log.splice(0).flatMap((line) => (line.uri === uri ? [line.action.type] : []));
  }

  tools(uri: string): string[] {
    return (this.sessions.state(uri)?.serverTools ?? []).map(({ name }) => name);
  }
}

/** A call as a turn makes it; what happens to it is in `told`. */
export function runningCall(
  session: string,
  name: string,
  more: Partial<RunningCall> = {},
): RunningCall & { readonly told: string[] } {
  const told: string[] = [];
  return {
    session,
    chat: 'ahp-chat:/c',
    turnId: 'turn',
    toolCallId: 't',
    name,
    input: '{}',
    readOnly: false,
    agent: 'echo',
    person: 'local',
    clientId: 'shell',
    allowedBy: 'asked',
    signal: new AbortController().signal,
    authRequired: ({ reason }) => told.push(`auth ${reason}`),
    resumed: () => told.push('resumed'),
    progress: (text) => told.push(text),
    show: (content) => told.push(JSON.stringify(content)),
    ask: async () => ({ response: 'decline', answers: {} }),
    ...more,
    told,
  };
}

/** A person who calls a tool herself. */
export const byPerson: Caller = {
  by: 'person',
  principal: 'local',
  clientId: 'shell',
  allowedBy: 'request',
};

export function uriOf(folder: string): string {
  return folderUri(folder);
}
