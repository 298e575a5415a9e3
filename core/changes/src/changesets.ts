import type { Attribution, Channel, Kernel } from '@loggia/kernel';
import {
  ProtocolError,
  type ChangesetAction,
  type ChangesetFile,
  type ChangesetOperation,
  type ChangesetState,
} from '@loggia/protocol';
import { followedBy, shown, type Change, type Shown } from './change.ts';
import { changesOf, chatsOf, fileOf } from './changeset-file.ts';
import { carriedOver } from './lines.ts';

export interface ChangesetsPorts {
  readonly kernel: Kernel;
  /** Reads content that was kept. */
  read(hash: string): Promise<Buffer>;
}

interface Merge {
  readonly uri: string;
  readonly session: string;
  readonly changes: readonly Change[];
  /** The chats whose turns made the changes. */
  readonly chats: readonly string[];
  /** Present if somebody took changes back: what is left of a file stays marked as kept. */
  readonly from?: Attribution;
}

/** The URIs of a session's changesets, so that they are found when it is removed. */
const records = 'changesets';
const mostFiles = 2000;

const operations: readonly ChangesetOperation[] = [
  {
    id: 'keep',
    label: 'Keep',
    description: 'Marks the changes as wanted. Reverting the rest leaves them.',
    scopes: ['changeset', 'resource', 'range'],
    icon: 'check',
    status: 'idle',
  },
  {
    id: 'revert',
    label: 'Revert',
    description: 'Brings the files back to how they were before.',
    scopes: ['changeset', 'resource', 'range'],
    confirmation: 'The files go back to how they were before these changes.',
    icon: 'undo',
    status: 'idle',
  },
];

/** The channels of changesets. Callers change those of one session one after the other. */
export class Changesets {
  readonly #ports: ChangesetsPorts;

  constructor(ports: ChangesetsPorts) {
    this.#ports = ports;
  }

  /** Throws NotFound. */
  async open(uri: string): Promise<{ readonly channel: Channel<ChangesetState>; readonly session: string }> {
    const channel = await this.#ports.kernel.load<ChangesetState>(uri);
    if (channel?.kind !== 'changeset' || channel.parent === undefined) {
      throw new ProtocolError(
        'NotFound',
        `There is no changeset ${uri}. A turn that changed nothing has none.`,
      );
    }
    return { channel, session: channel.parent };
  }

  async filesOf(uri: string): Promise<readonly ChangesetFile[]> {
    return (await this.#ports.kernel.load<ChangesetState>(uri))?.state.files ?? [];
  }

  /** Adds changes that followed those that are listed. Resolves to the files that are listed then. */
  async merge(step: Merge): Promise<readonly ChangesetFile[]> {
    const { uri, session, changes, from } = step;
    const { kernel } = this.#ports;
    const channel = await kernel.load<ChangesetState>(uri);
    const release = channel && kernel.pin(channel);
    try {
      const listed = channel?.state.files ?? [];
      const merged = followedBy(listed.flatMap(changesOf), changes);
      const files = await this.#filesFor(merged, listed, step);
      if (channel) this.#replace(channel, files, from);
      else if (files.length > 0) this.#create(uri, session, files);
      return files;
    } finally {
      release?.();
    }
  }

  /** Removes the files that any of these paths belong to. */
  async drop(uri: string, paths: ReadonlySet<string>, from: Attribution): Promise<void> {
    const channel = await this.#ports.kernel.load<ChangesetState>(uri);
    for (const file of channel?.state.files ?? []) {
      if (channel && touches(file, paths))
        this.append(channel, { type: 'changeset/fileRemoved', fileId: file.id }, from);
    }
  }

  /** Shows that an operation runs, and how it ended. */
  async during(
    channel: Channel<ChangesetState>,
    operationId: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const { kernel } = this.#ports;
    const type = 'changeset/operationStatusChanged';
    const release = kernel.pin(channel);
    this.append(channel, { type, operationId, status: 'running' });
    try {
      await work();
      this.append(channel, { type, operationId, status: 'idle' });
    } catch (error) {
      const isExpected = error instanceof ProtocolError;
      const message = isExpected ? error.message : "The files couldn't be changed. The host's log says why.";
      const errorType = isExpected ? error.kind : 'InternalError';
      this.append(channel, { type, operationId, status: 'error', error: { errorType, message } });
      throw error;
    } finally {
      release();
    }
  }

  /** Operations that the last host was doing when it stopped. */
  async settleInterrupted(): Promise<void> {
    const { kernel } = this.#ports;
    for (const uri of await kernel.busy('changeset')) {
      const channel = await kernel.load<ChangesetState>(uri);
      for (const { id, status } of channel?.state.operations ?? []) {
        if (!channel || status !== 'running') continue;
        const message = 'The host stopped during this. Look at the files, then try again.';
        const error = { errorType: 'hostStopped', message };
        const type = 'changeset/operationStatusChanged';
        this.append(channel, { type, operationId: id, status: 'error', error });
      }
    }
  }

  /** The URIs of a session's changesets. */
  async of(session: string): Promise<readonly string[]> {
    const range = { after: recordKey(session, ''), before: recordKey(session, '\uFFFF') };
    const found = await this.#ports.kernel.records.list(records, range);
    return found.map(({ value }) => String(value));
  }

  async removeOf(session: string): Promise<void> {
    const { kernel } = this.#ports;
    for (const uri of await this.of(session)) {
      kernel.remove(uri);
      kernel.records.delete(records, recordKey(session, uri));
    }
  }

  /** Files that no change is about stay the same objects. */
  async #filesFor(
    merged: readonly Change[],
    listed: readonly ChangesetFile[],
    { changes, chats, from }: Merge,
  ): Promise<readonly ChangesetFile[]> {
    const touched = new Set(changes.map(({ path }) => path));
    const known = new Map<string, ChangesetFile>();
    for (const file of listed) for (const { path } of changesOf(file)) known.set(path, file);
    const files: ChangesetFile[] = [];
    for (const item of shown(merged).slice(0, mostFiles)) {
      const paths = pathsOf(item);
      const before = paths.flatMap((path) => known.get(path) ?? []);
      const same = before[0];
      const isSame =
        same !== undefined &&
        before.every((file) => file === same) &&
        changesOf(same).length === paths.length;
      if (isSame && !paths.some((path) => touched.has(path))) {
        files.push(same);
        continue;
      }
      const by = [...new Set([...before.flatMap(chatsOf), ...chats])];
      const read = (hash: string) => this.#ports.read(hash);
      const file = await fileOf(item, by, read);
      files.push(from && same?.id === file.id ? await carriedOver(same, file, read) : file);
    }
    return files;
  }

  #create(uri: string, session: string, files: readonly ChangesetFile[]): void {
    const { kernel } = this.#ports;
    const state: ChangesetState = { status: 'ready', files: [...files], operations: [...operations] };
    kernel.create<ChangesetState>(uri, 'changeset', state, { parent: session });
    kernel.records.put(records, recordKey(session, uri), uri);
  }

  #replace(
    channel: Channel<ChangesetState>,
    files: readonly ChangesetFile[],
    from: Attribution | undefined,
  ): void {
    const listed = new Map(channel.state.files.map((file) => [file.id, file]));
    const ids = new Set(files.map(({ id }) => id));
    for (const id of listed.keys()) {
      if (!ids.has(id)) this.append(channel, { type: 'changeset/fileRemoved', fileId: id }, from);
    }
    for (const file of files) {
      if (listed.get(file.id) !== file) this.append(channel, { type: 'changeset/fileSet', file }, from);
    }
  }

  append(channel: Channel<ChangesetState>, action: ChangesetAction, from?: Attribution): void {
    this.#ports.kernel.append(channel, action, from);
  }
}

/** Whether a listed file is about any of these paths. */
export function touches(file: ChangesetFile, paths: ReadonlySet<string>): boolean {
  return changesOf(file).some(({ path }) => paths.has(path));
}

function pathsOf(item: Shown): readonly string[] {
  return item.kind === 'move' ? [item.from.path, item.to.path] : [item.change.path];
}

function recordKey(session: string, uri: string): string {
  return `${session} ${uri}`;
}
