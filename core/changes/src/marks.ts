import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attribution, Channel } from '@loggia/kernel';
import { changesetOfSession, type ChangesetFile, type ChangesetState } from '@loggia/protocol';
import { keptLinesOf, withKeptLines } from '@loggia/protocol/changed-lines';
import { changesOf } from './changeset-file.ts';
import type { Changesets } from './changesets.ts';
import { sameHeld } from './folder/held.ts';
import { keepLines, markedLike, type LinesPorts, type RangeTarget } from './lines.ts';

/** The part of a changeset that an operation is about. */
export interface Chosen {
  readonly channel: Channel<ChangesetState>;
  readonly files: readonly ChangesetFile[];
  /** Present if it is about lines of one file. */
  readonly target?: RangeTarget;
}

/**
 * Files and lines that are kept. What is kept in a turn is kept in its session as well, and the other way round, as long
 * as both end with the same file.
 */
export class Marks {
  readonly #changesets: Changesets;
  readonly #lines: LinesPorts;

  constructor(changesets: Changesets, lines: LinesPorts) {
    this.#changesets = changesets;
    this.#lines = lines;
  }

  /** Resolves to a sentence on what was kept. */
  async keep({ channel, files, target }: Chosen, from: Attribution): Promise<string> {
    const [first] = files;
    const ids = files.map(({ id }) => id);
    let said = `Kept ${counted(files.length)}.`;
    if (target && first) {
      const { file, count } = await keepLines(first, target, this.#lines);
      this.#changesets.append(channel, { type: 'changeset/fileSet', file }, from);
      said = `Kept ${countedChanges(count, first)}.`;
    } else {
      const action = { type: 'changeset/filesReviewChanged', files: ids, reviewed: true } as const;
      this.#changesets.append(channel, action, from);
    }
    await this.follow(channel.uri, ids, from);
    return said;
  }

  /** Removes the marks on lines of files that aren't reviewed any more. */
  reopen(channel: Channel<ChangesetState>, ids: readonly string[], from: Attribution | undefined): void {
    for (const file of channel.state.files) {
      if (!ids.includes(file.id) || keptLinesOf(file).length === 0) continue;
      this.#changesets.append(channel, { type: 'changeset/fileSet', file: withKeptLines(file, []) }, from);
    }
  }

  /** Marks files in the other changesets of the session as they are in this one. */
  async follow(uri: string, ids: readonly string[], from: Attribution | undefined): Promise<void> {
    const { channel: source, session } = await this.#changesets.open(uri);
    const whole = changesetOfSession(session);
    const models = source.state.files.filter(({ id }) => ids.includes(id));
    const others =
      uri === whole ? (await this.#changesets.of(session)).filter((other) => other !== whole) : [whole];
    for (const other of others) {
      const listed = new Map((await this.#changesets.filesOf(other)).map((file) => [file.id, file]));
      for (const model of models) {
        const file = listed.get(model.id);
        if (!file || !endsAlike(model, file)) continue;
        const marked = await markedLike(model, file, this.#lines.read);
        if (marked === file) continue;
        const { channel } = await this.#changesets.open(other);
        this.#changesets.append(channel, { type: 'changeset/fileSet', file: marked }, from);
      }
    }
  }
}

function endsAlike(one: ChangesetFile, other: ChangesetFile): boolean {
  const [ends, others] = [one, other].map((file) => changesOf(file).at(-1)?.after);
  return sameHeld(ends, others);
}

export function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

export function countedChanges(count: number, { id }: ChangesetFile): string {
  const name = path.basename(fileURLToPath(id));
  return `${count === 1 ? '1 change' : `${count} changes`} in ${name}`;
}
