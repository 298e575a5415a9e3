import { turnChangesOf, type Changeset, type ChangesetFile, type TurnChanges } from '@loggia/protocol';
import type { ChangedLines } from '@loggia/protocol/changed-lines';

const known = new WeakMap<readonly Changeset[], ReadonlyMap<string, TurnChanges>>();

/** Every turn on screen asks for this, and each new catalog is a new list. */
export function knownChanges(changesets: readonly Changeset[] | undefined): ReadonlyMap<string, TurnChanges> {
  if (changesets === undefined) return new Map();
  const found = known.get(changesets) ?? turnChangesOf({ changesets: [...changesets] });
  known.set(changesets, found);
  return found;
}

export function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}

/** The place of a hunk: its lines as they are now, or as they were if nothing is left of them. */
export function linesIn({ before, after }: ChangedLines): string {
  const { start, end } = after.start < after.end ? after : before;
  return end - start === 1 ? `line ${end}` : `lines ${start + 1} to ${end}`;
}

/** The name of a file, the folder that it is in, and what happened to it. The folder is empty for the common one. */
export interface FileWords {
  readonly name: string;
  readonly folder: string;
  readonly happened: 'New' | 'Deleted' | 'Moved' | undefined;
  /** Its full path before and after, if it was moved. */
  readonly moved: string | undefined;
}

export function wordsOf({ id, edit: { before, after } }: ChangesetFile, common = ''): FileWords {
  const short = (full: string): string => (full.startsWith(common) ? full.slice(common.length) : full);
  const path = short(pathOf(after?.uri ?? before?.uri ?? id));
  const end = path.lastIndexOf('/');
  const isMoved = before !== undefined && after !== undefined && before.uri !== after.uri;
  return {
    name: path.slice(end + 1),
    folder: path.slice(0, Math.max(0, end)),
    happened: happenedTo(before?.uri, after?.uri),
    moved: isMoved ? `${short(pathOf(before.uri))} → ${path}` : undefined,
  };
}

function happenedTo(before: string | undefined, after: string | undefined): FileWords['happened'] {
  if (before === after) return undefined;
  if (before === undefined) return 'New';
  return after === undefined ? 'Deleted' : 'Moved';
}

/** The folder that all of these files are in, with a slash at its end; empty for a single file, whose place matters. */
export function commonFolder(files: readonly ChangesetFile[]): string {
  const paths = files.flatMap(({ edit }) =>
    [edit.before, edit.after].flatMap((side) => (side ? [pathOf(side.uri)] : [])),
  );
  const [first = ''] = paths;
  if (new Set(paths).size < 2) return '';
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !paths.every((path) => path.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return first.slice(0, end);
}

function pathOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname);
  } catch {
    return uri;
  }
}
