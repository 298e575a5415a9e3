import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProtocolError, type ChangesetFile, type ChangesetTarget } from '@loggia/protocol';
import {
  changedLinesOf,
  diffLines,
  isKeptChange,
  keptLinesOf,
  linesInRange,
  linesOf,
  withKeptLines,
  type ChangedLines,
  type LineSpan,
} from '@loggia/protocol/changed-lines';
import type { Change } from './change.ts';
import { changesOf, longestCompared } from './changeset-file.ts';
import { sameHeld, type Held } from './folder/held.ts';

export type RangeTarget = Extract<ChangesetTarget, { kind: 'range' }>;

export interface LinesPorts {
  /** Reads content that was kept. */
  read(hash: string): Promise<Buffer>;
  /** Stores bytes, which stay if something refers to them within minutes. */
  keep(bytes: Buffer): Promise<string>;
}

/** A changed text file, to be kept or reverted in parts. */
interface ComparedFile {
  readonly change: Change;
  readonly before: string;
  readonly after: string;
  readonly changed: readonly ChangedLines[];
}

/** The file with the changes in a range kept, and the number of those changes. A file that is kept throughout is reviewed. */
export async function keepLines(
  file: ChangesetFile,
  target: RangeTarget,
  { read }: Pick<LinesPorts, 'read'>,
): Promise<{ readonly file: ChangesetFile; readonly count: number }> {
  const compared = await textsOf(file, read);
  const chosen = chosenIn(file, compared, target);
  const kept = compared.changed.filter((one) => chosen.includes(one) || isKeptChange(one, keptLinesOf(file)));
  return { file: marked(file, compared, kept), count: chosen.length };
}

/** The step that takes back the changes in a range, and the number of those changes. */
export async function revertLines(
  file: ChangesetFile,
  target: RangeTarget,
  ports: LinesPorts,
): Promise<{ readonly changes: readonly Change[]; readonly count: number }> {
  const compared = await textsOf(file, ports.read);
  const chosen = chosenIn(file, compared, target);
  return { changes: [await without(compared, chosen, ports)], count: chosen.length };
}

/** The step that takes back a file, except for the lines in it that are kept. */
export async function revertUnkept(file: ChangesetFile, ports: LinesPorts): Promise<readonly Change[]> {
  const kept = keptLinesOf(file);
  if (kept.length === 0 || file.reviewed === true) return changesOf(file);
  const compared = await textsOf(file, ports.read);
  const open = compared.changed.filter((one) => !isKeptChange(one, kept));
  return open.length === 0 ? changesOf(file) : [await without(compared, open, ports)];
}

/** The file with the marks that it had before a part of it was reverted. */
export async function carriedOver(
  old: ChangesetFile,
  file: ChangesetFile,
  read: LinesPorts['read'],
): Promise<ChangesetFile> {
  const same = old.reviewed === undefined ? file : { ...file, reviewed: old.reviewed };
  const before = keptLinesOf(old);
  if (before.length === 0) return same;
  const compared = await textsOf(file, read).catch(() => undefined);
  if (!compared) return same;
  return marked(
    same,
    compared,
    compared.changed.filter((one) => isKeptChange(one, before)),
  );
}

/** The file with its changes kept where those of another are kept that ends with the same text. */
export async function markedLike(
  model: ChangesetFile,
  file: ChangesetFile,
  read: LinesPorts['read'],
): Promise<ChangesetFile> {
  if (sameBefore(model, file)) {
    if (isSameMark(model, file)) return file;
    const isReviewed = model.reviewed === true;
    return { ...withKeptLines(file, keptLinesOf(model)), reviewed: isReviewed };
  }
  const texts = await Promise.all([textsOf(model, read), textsOf(file, read)]).catch(() => undefined);
  if (!texts) return file;
  const [theirs, own] = texts;
  const isKept = (one: ChangedLines): boolean => {
    const met = theirs.changed.filter((other) => meet(other.after, one.after));
    if (met.length === 0) return keeps(file, one);
    return met.some((other) => keeps(model, other));
  };
  const kept = own.changed.filter(isKept);
  const isWhole = kept.length === own.changed.length;
  if (own.changed.every((one) => keeps(file, one) === kept.includes(one))) return file;
  return { ...withKeptLines(file, kept), reviewed: isWhole };
}

function marked(
  file: ChangesetFile,
  { changed }: ComparedFile,
  kept: readonly ChangedLines[],
): ChangesetFile {
  const isWhole = changed.length > 0 && kept.length === changed.length;
  return { ...withKeptLines(file, kept), ...(isWhole && { reviewed: true }) };
}

function keeps(file: ChangesetFile, one: ChangedLines): boolean {
  return file.reviewed === true || isKeptChange(one, keptLinesOf(file));
}

function meet(one: LineSpan, other: LineSpan): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function sameBefore(one: ChangesetFile, other: ChangesetFile): boolean {
  return sameHeld(changesOf(one)[0]?.before, changesOf(other)[0]?.before);
}

function isSameMark(one: ChangesetFile, other: ChangesetFile): boolean {
  const marksOf = (file: ChangesetFile) => [file.reviewed === true, keptLinesOf(file)];
  return JSON.stringify(marksOf(one)) === JSON.stringify(marksOf(other));
}

async function textsOf(file: ChangesetFile, read: LinesPorts['read']): Promise<ComparedFile> {
  const changes = changesOf(file);
  const [change] = changes;
  const sides = change ? [change.before, change.after] : [];
  const isText = (held: Held | undefined): boolean =>
    held === undefined || (held.kind === 'file' && held.hash !== undefined && held.size <= longestCompared);
  if (!change || changes.length > 1 || !sides.every(isText)) throw notCompared(file);
  // One character for each byte: whatever the encoding is, the bytes of a line come back as they were.
  const [before = '', after = ''] = await Promise.all(
    sides.map(async (held) => (held?.hash === undefined ? '' : (await read(held.hash)).toString('latin1'))),
  );
  if (before.includes('\0') || after.includes('\0')) throw notCompared(file);
  return { change, before, after, changed: changedLinesOf(diffLines(before, after)) };
}

/** Throws InvalidParams if nothing changed in the range. */
function chosenIn(
  file: ChangesetFile,
  { before, after, changed }: ComparedFile,
  { range, side }: RangeTarget,
): readonly ChangedLines[] {
  const chosenSide = side ?? (file.edit.after === undefined ? 'before' : 'after');
  const total = linesOf(chosenSide === 'after' ? after : before).length;
  const span = linesInRange(range);
  const chosen = changed.filter((one) => isIn(one[chosenSide], span, total));
  if (chosen.length > 0) return chosen;
  const first = span.start + 1;
  const lines = span.end > first ? `lines ${first} to ${span.end}` : `line ${first}`;
  throw new ProtocolError(
    'InvalidParams',
    `Nothing changed in ${lines} of ${nameOf(file)}. Name lines that are part of a change.`,
  );
}

/** Lines that are missing on this side count as the line that follows them, and at the end as the last one. */
function isIn(lines: LineSpan, { start, end }: LineSpan, total: number): boolean {
  if (lines.start < lines.end) return lines.start < end && start < lines.end;
  return start <= lines.start && (lines.start < end || (lines.start === total && end >= total));
}

async function without(
  { change, before, after, changed }: ComparedFile,
  chosen: readonly ChangedLines[],
  ports: LinesPorts,
): Promise<Change> {
  const { path: file, isMixed } = change;
  const more = isMixed === true ? { isMixed } : {};
  const isWhole = chosen.length === changed.length;
  // Lines alone go back: permissions belong to the file.
  if (isWhole) {
    const mode = change.after?.mode;
    const held = change.before && { ...change.before, ...(mode !== undefined && { mode }) };
    return { path: file, before: held, after: change.after, ...more };
  }
  const bytes = Buffer.from(takenBack(before, after, changed, new Set(chosen)), 'latin1');
  const hash = await ports.keep(bytes);
  const held: Held = { kind: 'file', mode: change.after?.mode ?? 0o644, size: bytes.length, hash };
  return { path: file, before: held, after: change.after, ...more };
}

function takenBack(
  before: string,
  after: string,
  changed: readonly ChangedLines[],
  chosen: ReadonlySet<ChangedLines>,
): string {
  const [old, young] = [linesOf(before), linesOf(after)];
  const parts: (readonly string[])[] = [];
  let at = 0;
  let last = after;
  for (const one of changed) {
    parts.push(young.slice(at, one.after.start));
    const isChosen = chosen.has(one);
    parts.push(
      isChosen ? old.slice(one.before.start, one.before.end) : young.slice(one.after.start, one.after.end),
    );
    at = one.after.end;
    // The end of the text comes from the side that its last line comes from.
    if (isChosen && at === young.length && one.before.end === old.length) last = before;
  }
  const lines = [...parts, young.slice(at)].flat();
  return lines.join('\n') + (last.endsWith('\n') && lines.length > 0 ? '\n' : '');
}

function nameOf({ id }: ChangesetFile): string {
  return path.basename(fileURLToPath(id));
}

function notCompared(file: ChangesetFile): ProtocolError {
  return new ProtocolError(
    'InvalidParams',
    `${nameOf(file)} has no lines to choose from: it was moved, isn't text, or is too long to compare. Keep or revert the whole file.`,
  );
}
