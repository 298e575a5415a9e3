/** A line of a difference; its numbers count from 1. */
export interface PatchLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
  /** The file ends here without a line break. */
  readonly isUnended?: boolean;
}

export interface Hunk {
  readonly before: number;
  readonly after: number;
  readonly lines: readonly PatchLine[];
}

const heading = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Reads a unified diff of one file. */
export function parsePatch(patch: string): readonly Hunk[] {
  const hunks: { before: number; after: number; lines: PatchLine[] }[] = [];
  let [before, after] = [0, 0];
  for (const line of patch.split('\n')) {
    const start = heading.exec(line);
    if (start) {
      [before, after] = [Number(start[1]), Number(start[2])];
      hunks.push({ before, after, lines: [] });
      continue;
    }
    const lines = hunks.at(-1)?.lines;
    if (!lines) continue;
    const text = line.slice(1);
    if (line.startsWith('+')) lines.push({ kind: 'added', after: after++, text });
    else if (line.startsWith('-')) lines.push({ kind: 'removed', before: before++, text });
    else if (line.startsWith(' ')) lines.push({ kind: 'same', before: before++, after: after++, text });
    else if (line.startsWith('\\')) {
      const last = lines.pop();
      if (last) lines.push({ ...last, isUnended: true });
    }
  }
  return hunks;
}

export interface LinePair {
  readonly left?: PatchLine;
  readonly right?: PatchLine;
}

/** Pairs old and new lines: a removed line stands beside the one added in its place. */
export function pairLines(lines: readonly PatchLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let removed: PatchLine[] = [];
  let added: PatchLine[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      const [left, right] = [removed[at], added[at]];
      pairs.push({ ...(left && { left }), ...(right && { right }) });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      // Something removed after something was added begins another change.
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}

export interface Changed {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

/** The changed part of a line compared with another: between their common beginning and their common end. */
export function changedPart(text: string, other: string): Changed {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const to = text.length - end;
  return { start: text.slice(0, start), middle: text.slice(start, to), end: text.slice(to) };
}
