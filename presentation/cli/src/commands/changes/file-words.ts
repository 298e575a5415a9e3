import type { ChangesetFile } from '@loggia/protocol';

/** A changed file in words. */
export interface FileWords {
  /** Its path now, or before if it is gone. */
  readonly path: string;
  /** Every path that it has or had. */
  readonly paths: readonly string[];
  readonly change: 'changed' | 'new' | 'deleted' | 'moved';
}

export function wordsOf({ id, edit: { before, after } }: ChangesetFile): FileWords {
  const paths = [after, before].flatMap((side) => (side ? [pathOf(side.uri)] : []));
  const path = paths[0] ?? pathOf(id);
  return { path, paths, change: changeOf(before?.uri, after?.uri) };
}

function changeOf(before: string | undefined, after: string | undefined): FileWords['change'] {
  if (before === undefined) return 'new';
  if (after === undefined) return 'deleted';
  return before === after ? 'changed' : 'moved';
}

function pathOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname);
  } catch {
    return uri;
  }
}
