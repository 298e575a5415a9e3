import {
  libraryUri,
  reduceLibrary,
  reduceWorkspace,
  workspaceUri,
  type ActionEnvelope,
  type ArtifactSummary,
  type LibraryAction,
  type LibraryState,
  type WorkspaceAction,
  type WorkspaceState,
} from '@loggia/protocol';
import { LinkedNetwork, ManualEnvironment } from '@loggia/testing/transport';
import { AhpClient } from '../ahp-client.ts';
import type { Transport } from '../transport/transport.ts';

export const workspace = 'w';
export const collection = 'c';
const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const noCounts = { drafts: 0, committed: 0, archived: 0, deleted: 0 };

interface Listed {
  readonly states?: readonly string[];
  readonly types?: readonly string[];
  readonly deleted?: boolean;
  readonly collection?: string;
  readonly order?: 'modified' | 'created' | 'title';
}
type Message = { readonly id?: number; readonly method: string; readonly params: Record<string, unknown> };

function artifact(id: string, changes: Partial<ArtifactSummary> = {}): ArtifactSummary {
  return {
    id,
    workspace,
    type: 'text/plain',
    title: id,
    state: 'draft',
    revision: 1,
    version: 0,
    collections: [],
    createdAt: at(0),
    createdBy: 'me',
    modifiedAt: at(0),
    modifiedBy: 'me',
    ...changes,
  };
}

/**
 * One workspace and one collection, in a host that is as slow as a real one may be: it answers and tells when it is told
 * to, answers and actions may overtake each other, and its log may forget its beginning.
 */
class ModelHost {
  readonly artifacts = new Map<string, ArtifactSummary>();
  readonly asked: Message[] = [];
  /** Answers the next listing with an error. */
  failsNext = false;
  #workspace: WorkspaceState = {
    id: workspace,
    title: 'Work',
    createdAt: at(0),
    counts: noCounts,
    artifacts: [],
    types: [],
  };
  #library: LibraryState = {
    workspaces: [],
    collections: [{ id: collection, title: 'C', createdAt: at(0), modifiedAt: at(0), count: 0 }],
  };
  readonly #log: ActionEnvelope[] = [];
  #answers: string[] = [];
  #news: string[] = [];
  #seq = 0;
  #now = 1;
  #trimmedThrough = 0;
  #transport: Transport | undefined;

  readonly accept = (transport: Transport): void => {
    this.#transport = transport;
    this.#answers = [];
    this.#news = [];
    transport.onMessage((text) => this.#receive(JSON.parse(text) as Message));
  };

  tick(ms: number): void {
    this.#now += ms;
  }

  trim(): void {
    this.#trimmedThrough = this.#seq;
  }

  /** Changes the artifact, makes it where there is none, or removes it for good; and tells of it later. */
  change(id: string, make: ((before: ArtifactSummary) => Partial<ArtifactSummary>) | 'purge'): void {
    const before = this.artifacts.get(id);
    if (make === 'purge') {
      if (before?.deletedAt === undefined) return;
      this.artifacts.delete(id);
      this.#append({ type: 'x-loggia/artifactsRemoved', ids: [id], counts: noCounts });
      return;
    }
    const moment = at(this.#now);
    const known = before ?? artifact(id, { createdAt: moment, revision: 0 });
    const after = { ...known, revision: known.revision + 1, modifiedAt: moment, ...make(known) };
    this.artifacts.set(id, after);
    this.#append(
      after.deletedAt === undefined
        ? { type: 'x-loggia/artifactsSet', artifacts: [after], counts: noCounts }
        : { type: 'x-loggia/artifactsRemoved', ids: [id], counts: noCounts },
    );
    if (known.collections.length > 0 || after.collections.length > 0) this.#touchCollection();
  }

  #touchCollection(): void {
    const [known] = this.#library.collections;
    if (!known) return;
    const changed = { ...known, modifiedAt: at(this.#seq) };
    this.#appendTo(libraryUri, { type: 'x-loggia/collectionSet', collection: changed });
  }

  /** All of it, worked out the simple way. */
  list({ states, types, deleted = false, collection: of, order = 'modified' }: Listed): ArtifactSummary[] {
    const key = ({ title, modifiedAt, createdAt }: ArtifactSummary): string =>
      order === 'title' ? title.toLowerCase() : order === 'modified' ? modifiedAt : createdAt;
    const direction = order === 'title' ? 1 : -1;
    const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
    return [...this.artifacts.values()]
      .filter(({ deletedAt }) => (deletedAt !== undefined) === deleted)
      .filter(({ collections }) => of === undefined || collections.includes(of))
      .filter(({ state }) => states === undefined || states.includes(state))
      .filter(
        ({ type }) =>
          types === undefined || types.some((one) => type.startsWith(one.toLowerCase().replace('*', ''))),
      )
      .sort((a, b) => direction * (bytes(key(a), key(b)) || bytes(a.id, b.id)));
  }

  answerOne(): void {
    this.#sendText(this.#answers.shift());
  }

  tellOne(): void {
    this.#sendText(this.#news.shift());
  }

  /** Says all that it has held back. False when there was nothing. */
  speak(): boolean {
    const held = this.#news.length + this.#answers.length;
    while (this.#news.length > 0) this.tellOne();
    while (this.#answers.length > 0) this.answerOne();
    return held > 0;
  }

  #append(action: WorkspaceAction): void {
    this.#appendTo(workspaceUri(workspace), action);
  }

  #appendTo(channel: string, action: WorkspaceAction | LibraryAction): void {
    if (channel === libraryUri) this.#library = reduceLibrary(this.#library, action as LibraryAction);
    else this.#workspace = reduceWorkspace(this.#workspace, action as WorkspaceAction);
    const envelope = { channel, action, serverSeq: ++this.#seq } as unknown as ActionEnvelope;
    this.#log.push(envelope);
    this.#news.push(JSON.stringify({ jsonrpc: '2.0', method: 'action', params: envelope }));
  }

  #receive(message: Message): void {
    this.asked.push(message);
    if (message.id === undefined) return;
    const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, ...this.#answer(message) });
    if (message.method === 'x-loggia/listArtifacts') {
      this.#answers.push(text);
      return;
    }
    // The snapshot includes all earlier news; a channel's own actions never come late.
    while (this.#news.length > 0) this.tellOne();
    this.#sendText(text);
  }

  #answer({ method, params }: Message): object {
    switch (method) {
      case 'initialize': {
        const uris = (params['initialSubscriptions'] ?? []) as string[];
        const snapshots = uris.map((uri) => this.#snapshotOf(uri));
        return { result: { protocolVersion: '1.0.0', serverSeq: this.#seq, snapshots } };
      }
      case 'reconnect':
        return { result: this.#reconnected(params) };
      case 'subscribe':
        return { result: { snapshot: this.#snapshotOf(String(params['channel'])) } };
      case 'x-loggia/listArtifacts':
        return this.#listed(params);
      default:
        return { result: null };
    }
  }

  #reconnected(params: Record<string, unknown>): object {
    const asked = params['subscriptions'] as string[];
    const after = params['lastSeenServerSeq'] as number;
    if (after < this.#trimmedThrough) {
      return { type: 'snapshot', snapshots: asked.map((uri) => this.#snapshotOf(uri)) };
    }
    const actions = this.#log.filter(
      ({ channel, serverSeq }) => serverSeq > after && asked.includes(channel),
    );
    return { type: 'replay', actions, missing: [] };
  }

  #snapshotOf(resource: string): object {
    const state = resource === libraryUri ? this.#library : this.#workspace;
    return { resource, state, fromSeq: this.#seq };
  }

  #listed({ cursor, limit, ...query }: Record<string, unknown>): object {
    if (this.failsNext) {
      this.failsNext = false;
      return { error: { code: -32603, message: 'Disk on fire.' } };
    }
    const order = (query as Listed).order ?? 'modified';
    const all = this.list(query as Listed);
    // By position, as the host does it: the artifact that the page before ended with may be anywhere by now.
    const before = typeof cursor === 'string' ? (JSON.parse(cursor) as ArtifactSummary) : undefined;
    const rest = before === undefined ? all : all.filter((one) => isBehind(one, before, order));
    const page = rest.slice(0, Number(limit));
    const last = rest.length > page.length ? page.at(-1) : undefined;
    return { result: { artifacts: page, ...(last && { nextCursor: JSON.stringify(last) }) } };
  }

  #sendText(text: string | undefined): void {
    if (text !== undefined) this.#transport?.send(text);
  }
}

function isBehind(
  one: ArtifactSummary,
  end: ArtifactSummary,
  order: 'modified' | 'created' | 'title',
): boolean {
  const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (order === 'title') {
    return (bytes(one.title.toLowerCase(), end.title.toLowerCase()) || bytes(one.id, end.id)) > 0;
  }
  const key = order === 'modified' ? 'modifiedAt' : 'createdAt';
  return (bytes(one[key], end[key]) || bytes(one.id, end.id)) < 0;
}

/** A client of such a host. */
export class ModelWorld {
  readonly host = new ModelHost();
  readonly environment = new ManualEnvironment('client');
  readonly network = new LinkedNetwork(this.host.accept);
  readonly client = new AhpClient({
    connect: this.network.connect,
    environment: this.environment,
    clientId: 'me',
    limits: { keepAliveMs: 0 },
    requestTimeoutMs: 1e9,
    onProblem: (problem) => {
      throw new Error(problem.message, { cause: problem.error });
    },
  });

  async connect(): Promise<void> {
    void this.client.connect();
    await this.settle();
  }

  /** Until nobody has anything more to say. */
  async settle(): Promise<void> {
    do await this.network.settle();
    while (this.host.speak());
  }

  async lose(): Promise<void> {
    if (this.network.links.length > 0) this.network.link.cut();
    await this.environment.advance(60_000);
  }
}
