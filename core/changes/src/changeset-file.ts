import { fileURLToPath, pathToFileURL } from 'node:url';
import { keptContentOf, keptContentUri, type ChangesetFile, type ChangesSummary } from '@loggia/protocol';
import { diffLines } from '@loggia/protocol/changed-lines';
import type { Change, Shown } from './change.ts';
import type { Held } from './folder/held.ts';

const beforeKey = 'loggia/before';
const afterKey = 'loggia/after';
const mixedKey = 'loggia/mixed';
const chatsKey = 'loggia/chats';

type Side = NonNullable<ChangesetFile['edit']['before']>;

/** Longer files are listed without the number of their changed lines. */
export const longestCompared = 1024 * 1024;

/** How a changeset lists a change, with everything that is needed to take it back. */
export async function fileOf(
  item: Shown,
  chats: readonly string[],
  read: (hash: string) => Promise<Buffer>,
): Promise<ChangesetFile> {
  const { from, to } = item.kind === 'move' ? item : { from: item.change, to: item.change };
  const [before, after] = [from.before, to.after];
  const diff = await countsOf(before, after, read);
  return {
    id: uriOf(after ? to.path : from.path),
    edit: {
      ...(before && { before: sideOf(from.path, before) }),
      ...(after && { after: sideOf(to.path, after) }),
      ...(diff && { diff }),
    },
    _meta: {
      ...(before && { [beforeKey]: { kind: before.kind, mode: before.mode } }),
      ...(after && { [afterKey]: { kind: after.kind, mode: after.mode } }),
      ...((from.isMixed || to.isMixed) && { [mixedKey]: true }),
      ...(chats.length > 0 && { [chatsKey]: [...chats] }),
    },
  };
}

/** The changes that a listed file stands for. */
export function changesOf(file: ChangesetFile): readonly Change[] {
  const before = heldOf(file.edit.before, file._meta?.[beforeKey]);
  const after = heldOf(file.edit.after, file._meta?.[afterKey]);
  const from = file.edit.before && fileURLToPath(file.edit.before.uri);
  const to = file.edit.after && fileURLToPath(file.edit.after.uri);
  const isMixed = file._meta?.[mixedKey] === true;
  const more = isMixed ? { isMixed } : {};
  if (from !== undefined && to !== undefined && from !== to) {
    return [
      { path: from, before, after: undefined, ...more },
      { path: to, before: undefined, after, ...more },
    ];
  }
  const path = to ?? from;
  return path === undefined ? [] : [{ path, before, after, ...more }];
}

/** The chats whose turns changed it. */
export function chatsOf(file: ChangesetFile): readonly string[] {
  const chats = file._meta?.[chatsKey];
  return Array.isArray(chats) ? chats.filter((chat) => typeof chat === 'string') : [];
}

export function summaryOf(files: readonly ChangesetFile[]): Required<ChangesSummary> {
  const sum = (side: 'added' | 'removed') =>
    files.reduce((total, { edit }) => total + (edit.diff?.[side] ?? 0), 0);
  return { additions: sum('added'), deletions: sum('removed'), files: files.length };
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** A file that is too large to keep refers to itself. */
function sideOf(path: string, { hash, size }: Held): Side {
  const uri = uriOf(path);
  return { uri, content: { uri: hash === undefined ? uri : keptContentUri(hash), sizeHint: size } };
}

function heldOf(side: Side | undefined, meta: unknown): Held | undefined {
  if (!side) return undefined;
  const { kind, mode } = (meta ?? {}) as { readonly kind?: unknown; readonly mode?: unknown };
  const hash = keptContentOf(side.content.uri);
  return {
    kind: kind === 'link' ? 'link' : 'file',
    mode: typeof mode === 'number' ? mode : 0o644,
    size: side.content.sizeHint ?? 0,
    ...(hash !== undefined && { hash }),
  };
}

async function countsOf(
  before: Held | undefined,
  after: Held | undefined,
  read: (hash: string) => Promise<Buffer>,
): Promise<{ added: number; removed: number } | undefined> {
  if (before?.hash !== undefined && before.hash === after?.hash) return { added: 0, removed: 0 };
  const [old, young] = [await textOf(before, read), await textOf(after, read)];
  if (old === undefined || young === undefined) return undefined;
  const lines = diffLines(old, young);
  const count = (wanted: 'added' | 'removed') => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}

/** Undefined for what isn't text, and for too much of it. */
async function textOf(
  held: Held | undefined,
  read: (hash: string) => Promise<Buffer>,
): Promise<string | undefined> {
  if (!held) return '';
  if (held.hash === undefined || held.size > longestCompared) return undefined;
  const bytes = await read(held.hash);
  return bytes.includes(0) ? undefined : bytes.toString();
}
