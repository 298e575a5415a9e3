import path from 'node:path';
import type { Roots } from '@loggia/access';
import type { Locks } from '@loggia/files';
import type { Attribution, Channel, Kernel, Origin } from '@loggia/kernel';
import {
  changesetOfSession,
  chatCatalog,
  expandChangeset,
  ProtocolError,
  sessionCatalog,
  turnChangesOf,
  type ChangesetFile,
  type ChangesetState,
  type ChatAction,
  type ChatState,
  type Params,
  type Result,
  type SessionAction,
  type SessionState,
  type StateAction,
} from '@loggia/protocol';
import { reversed, type Change } from './change.ts';
import { changesOf, chatsOf, summaryOf } from './changeset-file.ts';
import { Changesets, touches } from './changesets.ts';
import { sameHeld } from './folder/held.ts';
import { defaultLimits, type FolderLimits } from './folder/limits.ts';
import { Follower, type FollowerPorts, type Outcome } from './follower.ts';
import { revertLines, revertUnkept, type LinesPorts, type RangeTarget } from './lines.ts';
import { counted, countedChanges, Marks, type Chosen } from './marks.ts';
import { notAllRestored, restore } from './restore.ts';
import { targetsOf } from './targets.ts';

export interface ChangesPorts extends Omit<FollowerPorts, 'roots' | 'limits'> {
  readonly kernel: Kernel;
  readonly roots: Roots;
  /** Shared with everything else that writes files for clients. */
  readonly locks: Locks;
  readonly limits?: Partial<FolderLimits>;
  /** The URI of the folder of sessions that name none. */
  readonly defaultFolder: string;
  /** Stores bytes, which stay if something refers to them within minutes. Resolves to their hash. */
  keep(bytes: Buffer): Promise<string>;
  read(hash: string, length: number): Promise<Buffer>;
  appendToSession(session: Channel<SessionState>, action: SessionAction): void;
  appendToChat(open: OpenChat, action: ChatAction): void;
}

interface OpenChat {
  readonly session: Channel<SessionState>;
  readonly chat: Channel<ChatState>;
}

interface Followed {
  /** The files of the turn that were reverted, wholly or in part. */
  readonly listed: readonly ChangesetFile[];
  /** The files that the session's changeset still lists. */
  readonly left: readonly ChangesetFile[];
  readonly undone: readonly Change[];
}

const mostFiles = 500;
const mostKeptBytes = 64 * 1024 * 1024;

/**
 * Tells what turns change in the folders of their sessions: a changeset for each turn that changed something, and one for
 * each session. Their files can be kept or brought back to how they were.
 */
export class Changes {
  readonly #ports: ChangesPorts;
  readonly #limits: FolderLimits;
  readonly #follower: Follower;
  readonly #changesets: Changesets;
  readonly #lines: LinesPorts;
  readonly #marks: Marks;
  /** The number of running turns by session. */
  readonly #running = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  constructor(ports: ChangesPorts) {
    this.#ports = ports;
    this.#limits = { ...defaultLimits, ...ports.limits };
    this.#follower = new Follower({
      ...ports,
      limits: this.#limits,
      now: () => ports.now(),
      report: (problem, error) => ports.report(problem, error),
    });
    const read = (hash: string) => ports.read(hash, this.#limits.fileBytes + 1);
    this.#changesets = new Changesets({ kernel: ports.kernel, read });
    this.#lines = { read, keep: (bytes) => ports.keep(bytes) };
    this.#marks = new Marks(this.#changesets, this.#lines);
  }

  async start(): Promise<void> {
    await this.#follower.start();
    await this.#changesets.settleInterrupted();
  }

  /** Resolves when everything that turns changed so far is told. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Call this before an agent starts to work, and the result when its turn is over. Never rejects. */
  async begin(open: OpenChat, turnId: string): Promise<() => void> {
    const { uri } = open.session;
    this.#running.set(uri, (this.#running.get(uri) ?? 0) + 1);
    const end = await this.#follower.begin(this.#foldersOf(open)).catch((error: unknown) => {
      this.#ports.report(`Could not look at the folders of ${uri}`, error);
    });
    return () => this.#track(this.#ended(open, turnId, end));
  }

  /** A client's action. */
  dispatch(channel: Channel<ChangesetState>, action: StateAction, origin: Origin): void {
    if (action.type !== 'changeset/filesReviewChanged')
      throw refused(`The action ${action.type} does not belong to a changeset.`);
    const named = channel.state.files.filter(({ id }) => action.files.includes(id));
    if (named.length === 0)
      throw refused('None of these files is in this changeset. Use the ids of its files.');
    const { kernel, locks } = this.#ports;
    kernel.append(channel, action, origin);
    const from = origin.by === undefined ? undefined : { by: origin.by };
    const ids = named.map(({ id }) => id);
    if (!action.reviewed) this.#marks.reopen(channel, ids, from);
    this.#track(locks.hold([channel.parent ?? ''], () => this.#marks.follow(channel.uri, ids, from)));
  }

  async invoke(
    { channel: uri, operationId, target }: Params<'invokeChangesetOperation'>,
    from: Attribution,
  ): Promise<Result<'invokeChangesetOperation'>> {
    const { session } = await this.#changesets.open(uri);
    const { kernel, locks } = this.#ports;
    return locks.hold([session], async () => {
      const { channel } = await this.#changesets.open(uri);
      const files = targetsOf(channel.state, operationId, target);
      const chosen = { channel, files, ...(target?.kind === 'range' && { target }) };
      if (operationId !== 'keep' && (this.#running.get(session) ?? 0) > 0) {
        throw new ProtocolError(
          'TurnInProgress',
          'A turn of this session is running. Revert when it has ended, or cancel it.',
        );
      }
      const release = kernel.pin(channel);
      try {
        const done = operationId === 'keep' ? this.#marks.keep(chosen, from) : this.#revert(chosen, from);
        return { message: await done };
      } finally {
        release();
      }
    });
  }

  /** Removes the changesets of a session that is gone. */
  sessionRemoved(uri: string): void {
    this.#track(this.#changesets.removeOf(uri));
  }

  async #revert({ channel, files, target }: Chosen, from: Attribution): Promise<string> {
    const { roots, locks } = this.#ports;
    const { changes, said } = await this.#steps(files, target);
    const ports = { roots, locks, fileBytes: this.#limits.fileBytes, read: this.#lines.read };
    await this.#changesets.during(channel, 'revert', async () => {
      const restored = await restore(changes, ports);
      if (restored.done.length > 0) await this.#reverted(channel, restored.done, from);
      if (restored.failed.length === 0) return;
      for (const { change, error } of restored.failed)
        if (!(error instanceof ProtocolError)) this.#ports.report(`Could not revert ${change.path}`, error);
      throw notAllRestored(restored);
    });
    return said;
  }

  /** The changes to take back, and a sentence for when they are. */
  async #steps(
    files: readonly ChangesetFile[],
    target: RangeTarget | undefined,
  ): Promise<{ readonly changes: readonly Change[]; readonly said: string }> {
    const [first] = files;
    if (target && first) {
      const { changes, count } = await revertLines(first, target, this.#lines);
      return { changes, said: `Reverted ${countedChanges(count, first)}.` };
    }
    const changes: Change[] = [];
    for (const file of files) changes.push(...(await revertUnkept(file, this.#lines)));
    return { changes, said: `Reverted ${counted(files.length)}.` };
  }

  #foldersOf({ session, chat }: OpenChat): readonly string[] {
    const own = chat.state.workingDirectories ?? [];
    const all = own.length > 0 ? own : (session.state.workingDirectories ?? []);
    return all.length > 0 ? all : [this.#ports.defaultFolder];
  }

  #track(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.#ports.report('Could not tell what a turn changed', error))
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  async #ended(open: OpenChat, turnId: string, end: (() => Promise<Outcome>) | void): Promise<void> {
    const { uri } = open.session;
    let outcome: Outcome | undefined;
    try {
      outcome = (await end?.()) ?? undefined;
      const { changes, problems } = outcome ?? { changes: [], problems: [] };
      if (changes.length > 0 || problems.length > 0) {
        const kept = await this.#kept(changes.slice(0, mostFiles));
        const said =
          changes.length > mostFiles
            ? [...problems, `${changes.length} files changed; only ${mostFiles} of them are listed.`]
            : problems;
        await this.#ports.locks.hold([uri], () => this.#record(open, turnId, kept, said));
      }
    } finally {
      outcome?.release();
      const left = (this.#running.get(uri) ?? 1) - 1;
      if (left > 0) this.#running.set(uri, left);
      else this.#running.delete(uri);
    }
    await this.#follower.tidy();
  }

  /** Stores the contents on both sides. What would be too much is listed without. */
  async #kept(changes: readonly Change[]): Promise<readonly Change[]> {
    let bytes = 0;
    const keep = async (held: Change['before']): Promise<Change['before']> => {
      if (held?.hash === undefined) return held;
      bytes += held.size;
      const { hash, ...rest } = held;
      if (bytes > mostKeptBytes) return rest;
      await this.#ports.keep(await this.#follower.copyOf(hash));
      return held;
    };
    const kept: Change[] = [];
    for (const change of changes) {
      kept.push({ ...change, before: await keep(change.before), after: await keep(change.after) });
    }
    return kept;
  }

  async #record(
    place: OpenChat,
    turnId: string,
    changes: readonly Change[],
    problems: readonly string[],
  ): Promise<void> {
    const open = await this.#opened(place.session.uri, place.chat.uri);
    if (!open) return;
    const chats = [open.chat.uri];
    const session = open.session.uri;
    const turn = await this.#changesets.merge({ uri: turnUri(session, turnId), session, changes, chats });
    const whole = await this.#changesets.merge({ uri: changesetOfSession(session), session, changes, chats });
    const problem = problems.join(' ');
    // A folder that is too large is said once, not under every turn.
    const isSaid = [...turnChangesOf(open.chat.state).values()].some((other) => other.problem === problem);
    if (turn.length === 0 && (problem === '' || isSaid)) return;
    this.#tell(open, whole, turnId, {
      ...summaryOf(turn),
      ...(problem !== '' && !isSaid && { problem }),
    });
  }

  /** Follows in the changesets of a session what was reverted in one of them. */
  async #reverted(
    { uri, parent: session = '' }: Channel<ChangesetState>,
    changes: readonly Change[],
    from: Attribution,
  ): Promise<void> {
    const whole = changesetOfSession(session);
    const undone = reversed(changes);
    const paths = new Set(changes.map((change) => change.path));
    const left = await this.#changesets.merge({ uri: whole, session, changes: undone, chats: [], from });
    const turns =
      uri === whole ? (await this.#changesets.of(session)).filter((other) => other !== whole) : [uri];
    for (const turn of turns) {
      const listed = (await this.#changesets.filesOf(turn)).filter((file) => touches(file, paths));
      if (listed.length === 0) continue;
      if (uri === whole) await this.#followWhole(turn, session, { listed, left, undone }, from);
      else await this.#changesets.merge({ uri: turn, session, changes: undone, chats: [], from });
      for (const chat of new Set(listed.flatMap(chatsOf))) await this.#tellAgain(session, chat, turn, left);
    }
  }

  /**
   * Follows in a turn's changeset what was reverted for the whole session. A file that is as before the session leaves
   * every turn. Otherwise, turns that left it as it was are the ones that it was reverted in.
   */
  async #followWhole(
    turn: string,
    session: string,
    { listed, left, undone }: Followed,
    from: Attribution,
  ): Promise<void> {
    const stays = new Set(left.flatMap(changesOf).map(({ path: file }) => file));
    const gone = undone.filter((change) => !stays.has(change.path)).map((change) => change.path);
    await this.#changesets.drop(turn, new Set(gone), from);
    const ends = new Map(listed.flatMap(changesOf).map((change) => [change.path, change.after]));
    const changes = undone.filter(
      ({ path: file, before }) => stays.has(file) && ends.has(file) && sameHeld(ends.get(file), before),
    );
    if (changes.length > 0) await this.#changesets.merge({ uri: turn, session, changes, chats: [], from });
  }

  async #tellAgain(
    session: string,
    chat: string,
    turn: string,
    whole: readonly ChangesetFile[],
  ): Promise<void> {
    const open = await this.#opened(session, chat);
    if (!open) return;
    const turnId = decodeURIComponent(path.posix.basename(turn));
    const { problem } = turnChangesOf(open.chat.state).get(turnId) ?? {};
    const files = await this.#changesets.filesOf(turn);
    this.#tell(open, whole, turnId, { ...summaryOf(files), ...(problem !== undefined && { problem }) });
  }

  #tell(
    open: OpenChat,
    whole: readonly ChangesetFile[],
    turnId: string,
    changes: ReturnType<typeof summaryOf> & { readonly problem?: string },
  ): void {
    const { appendToChat, appendToSession } = this.#ports;
    const { session, chat } = open;
    const own = whole.filter((file) => chatsOf(file).includes(chat.uri));
    appendToChat(open, {
      type: 'chat/changesetsChanged',
      changesets: chatCatalog(session.uri, chat.state, turnId, changes),
    });
    appendToSession(session, {
      type: 'session/changesetsChanged',
      changesets: sessionCatalog(session.uri, summaryOf(whole)),
    });
    appendToSession(session, {
      type: 'session/chatUpdated',
      chat: chat.uri,
      changes: { changes: summaryOf(own) },
    });
  }

  /** Undefined if either is gone. */
  async #opened(session: string, chat: string): Promise<OpenChat | undefined> {
    const { kernel } = this.#ports;
    const [one, other] = [await kernel.load<SessionState>(session), await kernel.load<ChatState>(chat)];
    return one?.kind === 'session' && other?.kind === 'chat' ? { session: one, chat: other } : undefined;
  }
}

function turnUri(session: string, turnId: string): string {
  return expandChangeset(`${changesetOfSession(session)}/{turnId}`, { turnId }) ?? '';
}

function refused(reason: string): ProtocolError {
  return new ProtocolError('InvalidParams', reason);
}
